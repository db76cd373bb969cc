/** Reads people's records: from one node, or from a second one if that is slow; with secrets from all. */
import type { RecordAggregate, RecordAggregateResult } from '../../../schemas/record-aggregate.ts'
import { fromHex } from '../../crypto/bytes.ts'
import { didKeyOf } from '../../crypto/did.ts'
import { CryptoError } from '../../crypto/errors.ts'
import { loopTurn } from '../../sandbox/loop-turn.ts'
import { aggregateOf } from '../aggregate.ts'
import { isAttestedIn } from '../attested.ts'
import { matcherOf } from '../matcher.ts'
import type { Filter, FoundRecords, Omissions, Page, StoredCollection, StoredRecord } from '../records.ts'
import { answersOf, isAbsent } from './answers.ts'
import { beyond, type Position, readCursor, upTo, writeCursor } from './cursor.ts'
import {
  AnswerTooLarge,
  NodeError,
  NodeUnavailableError,
  ShareMissingError,
  SharesDoNotJoinError,
} from './errors.ts'
import { Hedge } from './hedge.ts'
import { commands, type NodeDocument, type StorageNode } from './node.ts'
import { asGatewayError, isUnavailable } from './outcome.ts'
import type { OwnRecordsParts } from './own.ts'
import { isLastPage } from './page.ts'
import { ownerIn, SpreadOrder } from './read-order.ts'

/** The parts of a network that reading uses. */
export interface ReadsParts extends Omit<OwnRecordsParts, 'clock'> {
  readonly prefixes: readonly string[]
  /** Nodes share the reads, instead of the first one answering all that it can. */
  readonly spreadReads: boolean
}

/** The part of a filter's result that is read. */
interface Piece {
  readonly limit: number
  /** The position after which it begins. @default the beginning */
  readonly begin?: Position | undefined
  /** Records to skip from there. @default 0 */
  readonly skip?: number | undefined
  /** Selects only documents that the node found attested. @default false */
  readonly attested?: boolean | undefined
  /** Ends where a node ends a page because of its bytes, if it has at least one document. @default false */
  readonly mayEndEarly?: boolean
}

/** The part of a filter's result that a node returned. */
interface FoundPiece {
  readonly documents: NodeDocument[]
  /** True if no records follow. */
  readonly isLast: boolean
  readonly leftOut?: Omissions
}

/** A record on one of the nodes. */
interface Copy {
  readonly node: StorageNode
  readonly document: NodeDocument
}

/** DIDs to spell in base 58 between two turns of the event loop: a millisecond or two. */
const SPELLED = 500
/** Records per request to a node, the maximum of any nilDB node. */
const NODE_PAGE = 100

/** Reads records of people, and the records of other builders that the service may read. */
export class NetworkReads {
  readonly #parts: ReadsParts
  readonly #hedge = new Hedge()
  readonly #spread = new SpreadOrder()

  constructor(parts: ReadsParts) {
    this.#parts = parts
  }

  async read({ uid, secrets }: StoredCollection, id: string): Promise<StoredRecord | undefined> {
    if (secrets.length > 0) return this.#readAll(uid, id, secrets)
    const { documents } = await this.#hedge.ask(this.#ordered(id), {
      kind: 'read',
      ask: node => this.#findOn(node, uid, { _id: id }, { limit: 1 }),
      isConclusive: found => found.documents.length > 0,
    })
    return documents[0]
  }

  async find(collection: StoredCollection, filter: Filter, page: Page): Promise<FoundRecords> {
    const { limit, after, until, skip, attested } = page
    const begin = after === undefined ? undefined : readCursor(after)
    const end = until === undefined ? undefined : readCursor(until)
    // The order is specific to a node: a page continued on another could skip records that the two order
    // differently.
    const lead = (begin ?? end)?.node
    const from =
      lead === undefined
        ? this.#ordered(ownerIn(filter))
        : this.#parts.nodes.filter(node => isKnownAs(node, lead))
    const [begun] = from
    if (begun === undefined) throw new NodeUnavailableError(lead)
    const ended = end === undefined ? filter : upTo(filter, end)
    const { node, documents, isLast, leftOut } = await this.#hedge.ask(from, {
      kind: `find ${Math.ceil(Math.log2(limit))}`,
      ask: async each => ({
        node: each,
        ...(await this.#findOn(each, collection.uid, ended, {
          limit,
          begin,
          skip,
          attested,
          mayEndEarly: true,
        })),
      }),
      isConclusive: found => found.documents.length > 0,
    })
    const records = await this.#joined(collection, node, documents)
    const last = documents.at(-1)
    return {
      records,
      ...(last !== undefined && !isLast && { next: writeCursor(positionOf(node, last)) }),
      ...(leftOut && { leftOut }),
    }
  }

  count({ uid }: StoredCollection, filter: Filter, attested: boolean): Promise<number> {
    return this.#ask(this.#ordered(ownerIn(filter)), async node => {
      const { pagination } = await node.find(this.#parts.invoke(node.did, commands.data.read), {
        collection: uid,
        filter,
        pagination: { limit: 1 },
        ...(attested && { attested }),
      })
      return pagination.total
    })
  }

  async aggregate(
    { uid }: StoredCollection,
    aggregate: RecordAggregate,
    without: ReadonlySet<string>,
  ): Promise<RecordAggregateResult> {
    const { about } = aggregate
    const others: string[] = []
    for (const key of without) if (others.push(didKeyOf(fromHex(key))) % SPELLED === 0) await loopTurn()
    // A node that cannot exclude so many refuses the filter.
    const tally =
      others.length === 0
        ? aggregate
        : { ...aggregate, about: { $and: [about, { _owner: { $nin: others } }] } }
    return this.#ask(this.#ordered(), async node => {
      try {
        return await node.aggregate(this.#parts.invoke(node.did, commands.queries.execute), {
          collection: uid,
          tally,
        })
      } catch (error) {
        if (!(error instanceof NodeError) || error.status !== 404) throw error
        return this.#aggregateByReading(node, uid, aggregate, without)
      }
    })
  }

  /** The nodes in the order of requests. */
  #ordered(key?: string): readonly StorageNode[] {
    const { nodes, spreadReads } = this.#parts
    return spreadReads ? this.#spread.of(nodes, key) : nodes
  }

  /** Calls one node after the other until one answers. */
  async #ask<T>(from: readonly StorageNode[], question: (node: StorageNode) => Promise<T>): Promise<T> {
    let failure: unknown
    for (const node of from) {
      try {
        return await question(node)
      } catch (error) {
        failure = asGatewayError(node, error)
        if (!isUnavailable(error)) throw failure
      }
    }
    throw failure
  }

  async #findOn(
    node: StorageNode,
    collection: string,
    filter: Readonly<Record<string, unknown>>,
    { limit, begin, skip = 0, attested = false, mayEndEarly = false }: Piece,
  ): Promise<FoundPiece> {
    const documents: NodeDocument[] = []
    let leftOut: Omissions | undefined
    let most = NODE_PAGE
    const piece = (isLast: boolean) => ({ documents, isLast, ...(leftOut && { leftOut }) })
    while (documents.length < limit) {
      const size = Math.min(most, limit - documents.length)
      const last = documents.at(-1)
      const from = last === undefined ? begin : positionOf(node, last)
      try {
        const page = await node.find(this.#parts.invoke(node.did, commands.data.read), {
          collection,
          // One position, never nested in another: the node would estimate far too few records after both.
          filter: from === undefined ? filter : beyond(filter, from),
          pagination: {
            ...{ limit: size, offset: last === undefined ? skip : 0 },
            ...{ sort: { _created: 1, _id: 1 }, total: false },
          },
          ...(attested && { attested }),
        })
        documents.push(...page.data)
        if (page.leftOut !== undefined) leftOut = addOmissions(leftOut, page.leftOut)
        if (isLastPage(page, size)) return piece(true)
        if (mayEndEarly && page.data.length < size) return piece(false)
      } catch (error) {
        // A node that does not limit its pages in bytes is queried for fewer records at a time.
        if (!(error instanceof AnswerTooLarge) || size === 1) throw error
        if (mayEndEarly && documents.length > 0) return piece(false)
        most = Math.max(1, Math.floor(size / 4))
      }
    }
    return piece(false)
  }

  /**
   * Joins the secret fields of each record as far as possible: data that a stranger writes to some of the
   * nodes must not prevent the reading of a page. Omits records with a write in progress.
   */
  async #joined(
    { uid, secrets }: StoredCollection,
    lead: StorageNode,
    documents: readonly NodeDocument[],
  ): Promise<StoredRecord[]> {
    if (secrets.length === 0 || documents.length === 0) return [...documents]
    const ids = documents.map(({ _id }) => _id)
    const parts = await Promise.all(
      this.#parts.nodes.map(async node => {
        const found = node === lead ? documents : await this.#othersOn(node, uid, ids)
        return new Map(found.map(each => [each._id, each]))
      }),
    )
    const records: StoredRecord[] = []
    for (const document of documents) {
      const copies = this.#parts.nodes.flatMap((node, at) => {
        const copy = parts[at]?.get(document._id)
        return copy ? [{ node, document: copy }] : []
      })
      const isWhole = copies.length === this.#parts.nodes.length
      if (!isWhole && (await this.#parts.journal.has({ collection: uid, id: document._id }))) continue
      records.push((await this.#join(uid, copies, secrets)) ?? withoutSecrets(document, secrets))
    }
    return records
  }

  /** A node's copies of these records; none if it does not answer. */
  async #othersOn(node: StorageNode, uid: string, ids: readonly string[]): Promise<NodeDocument[]> {
    try {
      return (await this.#findOn(node, uid, { _id: { $in: ids } }, { limit: ids.length })).documents
    } catch (error) {
      if (isUnavailable(error)) return []
      throw asGatewayError(node, error)
    }
  }

  /** The record with its secrets; `undefined` if its shares do not join, or do not suffice. */
  async #join(
    uid: string,
    copies: readonly Copy[],
    secrets: readonly string[],
  ): Promise<StoredRecord | undefined> {
    try {
      return await this.#joinAll(uid, copies, secrets)
    } catch (error) {
      if (error instanceof CryptoError) return undefined
      throw error
    }
  }

  async #joinAll(uid: string, copies: readonly Copy[], secrets: readonly string[]): Promise<StoredRecord> {
    const { join, onRejected } = this.#parts
    const { record, wrong } = await join(
      copies.map(({ document }) => document),
      secrets,
    )
    for (const { node, document } of wrong.flatMap(at => copies[at] ?? []))
      onRejected({ collection: uid, id: document._id, node: node.url, reason: 'share' })
    return record as StoredRecord
  }

  /**
   * Reads one record from every node. Absent on every node means absent, absent on some means a lost share.
   */
  async #readAll(uid: string, id: string, secrets: readonly string[]): Promise<StoredRecord | undefined> {
    const { nodes, journal, threshold } = this.#parts
    if (threshold !== undefined) {
      const found = await this.#readSome(uid, id, secrets, threshold)
      if (found !== undefined) return found.record
    }
    const copies = await Promise.all(
      nodes.map(async node => {
        try {
          const [document] = (await this.#findOn(node, uid, { _id: id }, { limit: 1 })).documents
          return document && { node, document }
        } catch (error) {
          throw asGatewayError(node, error)
        }
      }),
    )
    const present = copies.filter(copy => copy !== undefined)
    if (present.length === 0) return undefined
    const missing = nodes[copies.indexOf(undefined)]
    if (missing !== undefined) {
      if (await journal.has({ collection: uid, id })) return undefined
      throw new ShareMissingError(missing.url, id)
    }
    try {
      return await this.#joinAll(uid, present, secrets)
    } catch (error) {
      if (error instanceof CryptoError) throw Object.assign(new SharesDoNotJoinError(id), { cause: error })
      throw error
    }
  }

  /** Reads one record from the nodes that answer; `undefined` if these do not suffice to know it. */
  async #readSome(
    uid: string,
    id: string,
    secrets: readonly string[],
    threshold: number,
  ): Promise<{ readonly record: StoredRecord | undefined } | undefined> {
    const { nodes, journal } = this.#parts
    const answers = await answersOf(
      nodes,
      async node => (await this.#findOn(node, uid, { _id: id }, { limit: 1 })).documents[0],
      { all: true },
    )
    const copies = [...answers].flatMap(([node, document]) => (document ? [{ node, document }] : []))
    if (copies.length === 0)
      return isAbsent(answers.size, nodes.length, threshold) ? { record: undefined } : undefined
    // A write in progress, which may be withdrawn.
    if (copies.length < nodes.length && (await journal.has({ collection: uid, id })))
      return { record: undefined }
    const record = await this.#join(uid, copies, secrets)
    return record && { record }
  }

  /** A node that supports only nilDB cannot verify an attestation: read its records and count them here. */
  async #aggregateByReading(
    node: StorageNode,
    uid: string,
    aggregate: RecordAggregate,
    without: ReadonlySet<string>,
  ): Promise<RecordAggregateResult> {
    const matches = matcherOf(aggregate.filter)
    const usable = (record: StoredRecord) =>
      record._acl?.some(entry => entry.execute && this.#parts.builder.has(entry.grantee)) ?? false
    const documents = this.#documentsOn(node, uid, aggregate.about, usable)
    const isAttested = (record: StoredRecord) =>
      isAttestedIn(this.#parts.builder, this.#parts.primitives, uid, record)
    return aggregateOf(documents, aggregate, matches, isAttested, without)
  }

  async *#documentsOn(
    node: StorageNode,
    uid: string,
    filter: Readonly<Record<string, unknown>>,
    usable: (record: StoredRecord) => boolean,
  ): AsyncGenerator<StoredRecord> {
    for (let begin: Position | undefined; ; ) {
      const { documents, isLast } = await this.#findOn(node, uid, filter, {
        ...{ limit: NODE_PAGE, begin, mayEndEarly: true },
      })
      yield* documents.filter(usable)
      const last = documents.at(-1)
      if (last === undefined || isLast) return
      begin = positionOf(node, last)
    }
  }
}

const addOmissions = (a: Omissions | undefined, b: Omissions): Omissions => ({
  unattested: (a?.unattested ?? 0) + b.unattested,
  changed: (a?.changed ?? 0) + b.changed,
})

function withoutSecrets(document: NodeDocument, secrets: readonly string[]): StoredRecord {
  const open = Object.entries(document).filter(([field]) => !secrets.includes(field))
  return Object.fromEntries(open) as StoredRecord
}

function positionOf(node: StorageNode, { _created, _id }: NodeDocument): Position {
  return { node: node.did, created: _created, id: _id }
}

const isKnownAs = (node: StorageNode, did: string): boolean => node.isKnownAs?.(did) ?? node.did === did

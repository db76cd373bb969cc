/** Records of the service: sealed when written, and trusted from a node only with a valid seal. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { CryptoError } from '../../crypto/errors.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import { growing } from '../../growing.ts'
import type { KeyRing } from '../../keys/key-ring.ts'
import { loopTurn } from '../../sandbox/loop-turn.ts'
import { ATTESTATION, placeOf, readSeal, type Sealed, sealOf, verifySeal } from '../attested.ts'
import { matcherOf } from '../matcher.ts'
import type { Filter, NewRecord, Page, StoredCollection, StoredRecord } from '../records.ts'
import { answersOf, isAbsent } from './answers.ts'
import { contentOf } from './content.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { AnswerTooLarge, ShareMissingError, SharesDoNotJoinError } from './errors.ts'
import type { Invoke } from './invoke.ts'
import type { WriteJournal } from './journal.ts'
import { commands, type NodeDocument, type StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'
import { isLastPage } from './page.ts'
import type { Secrets } from './secrets.ts'

/** A copy of a record on a node that is treated as absent, or its share. */
export interface Rejected {
  readonly collection: string
  readonly id: string
  /** URL of the node. */
  readonly node: string
  /**
   * Of a record of the service, `unsealed`: it has no seal; `forged`: its seal does not match this content under
   * this id. Of any record, `share`: its share is not of the secret on which the other nodes agree.
   */
  readonly reason: 'unsealed' | 'forged' | 'share'
}

export interface OwnRecordsParts {
  readonly nodes: readonly StorageNode[]
  readonly builder: KeyRing
  readonly primitives: Primitives
  readonly journal: WriteJournal
  readonly invoke: Invoke
  readonly join: Secrets['join']
  /** The number of shares that suffice, if not all are needed. */
  readonly threshold: number | undefined
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly onRejected: (rejected: Rejected) => void
}

/** A version of a record on one node. */
interface Copy {
  readonly seal: Sealed
  readonly document: NodeDocument
}

/** The part of a page from one node: the copies in order, and a flag for the end of the list. */
interface Part {
  readonly copies: readonly Copy[]
  readonly isEnd: boolean
  /** The node ended it early because of its bytes. */
  readonly isCut: boolean
}

interface Found {
  readonly documents: readonly NodeDocument[]
  readonly isLast: boolean
  readonly isCut: boolean
}

/** Documents per request to a node, the maximum of any nilDB node. */
const NODE_PAGE = 100
/** Maximum copies to compare at a time. */
const MOST_AT_ONCE = 200
/**
 * Documents without a valid seal that are skipped on a node, for one page. Documents after them are not
 * searched.
 */
const MOST_FORGED = 1_000
/** Replaces the name of a node in a cursor: all nodes have this order. */
const EVERY_NODE = 'every node'
/** Maximum valid seals in the cache. */
const REMEMBERED = 20_000

/**
 * Reads records of the service: every node is queried, and more than half must answer. The record is the
 * latest of its copies with a valid seal. It exists if at least as many nodes have a sealed copy as have
 * none, so that one node of three can neither hide a record nor restore a deleted one.
 */
export class OwnRecords {
  readonly #parts: OwnRecordsParts
  readonly #valid = new LRUCache<string, true>(growing(REMEMBERED))

  constructor(parts: OwnRecordsParts) {
    this.#parts = parts
  }

  async read(collection: StoredCollection, id: string): Promise<StoredRecord | undefined> {
    if (collection.secrets.length > 0) {
      const joined = await this.#joined(collection, id)
      return joined && recordOf(joined)
    }
    const answers = await answersOf(this.#parts.nodes, node => this.#copyOn(node, collection, id))
    const [first, ...others] = answers.values()
    const agree = others.every(each => sealIn(each) === sealIn(first))
    if (agree) return first && recordOf(first)
    const [copy] = (await this.#settled(collection, [id])).values()
    return copy && recordOf(copy)
  }

  async find(
    collection: StoredCollection,
    filter: Filter,
    { limit, after, until, skip = 0 }: Page,
  ): Promise<{ records: StoredRecord[]; next?: string }> {
    const { nodes } = this.#parts
    const matches = matcherOf(filter)
    const end = until === undefined ? undefined : placeIn(until)
    let begin = after === undefined ? '' : placeIn(after)
    let skipped = 0
    const found: StoredRecord[] = []
    for (;;) {
      const size = Math.min(MOST_AT_ONCE, skip - skipped + limit - found.length)
      const from = begin
      const parts = await answersOf(nodes, node => this.#partOn(node, collection, filter, from, end, size))
      // After the position that the shortest part reaches, a node may have more than it returned.
      const reached = [...parts.values()].flatMap(({ copies, isEnd }) => {
        const last = copies.at(-1)
        return isEnd || last === undefined ? [] : [placeOf(last.seal)]
      })
      const bound = reached.sort()[0]
      for (const copy of await this.#merged(collection, parts, bound)) {
        const record = recordOf(copy)
        // The latest version may no longer match, and a node may have returned a document that never did.
        if (!matches(record) || (skipped < skip && ++skipped)) continue
        found.push(record)
        if (found.length === limit) return { records: found, next: cursorOf(copy.seal) }
      }
      if (bound === undefined) return { records: found }
      begin = bound
      const isCut = [...parts.values()].some(part => part.isCut)
      const next = isCut && lastOf(found)
      if (next) return { records: found, next }
    }
  }

  /** The median of the nodes' counts: one lying node cannot move it beyond the count of an honest node. */
  async count({ uid: collection }: StoredCollection, filter: Filter): Promise<number> {
    const totals = await answersOf(
      this.#parts.nodes,
      async node => {
        const { pagination } = await node.find(this.#token(node), {
          collection,
          filter: { $and: [filter, SEALED] },
          pagination: { limit: 1 },
        })
        return Number.isSafeInteger(pagination.total) ? pagination.total : 0
      },
      { all: true },
    )
    const sorted = [...totals.values()].sort((a, b) => a - b)
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  }

  /**
   * The records with their seals, in the form for the nodes. If a node has a record already, its seal there
   * is kept, so that the same record sent again completes an interrupted write.
   */
  async sealed(collection: StoredCollection, records: readonly NewRecord[]): Promise<NewRecord[]> {
    const { builder, primitives } = this.#parts
    const there = await this.#sealsOf(
      collection,
      records.map(({ _id }) => _id),
    )
    const now = new Date(this.#parts.clock()).toISOString()
    const sealed: NewRecord[] = []
    for (const record of records) {
      // Building the canonical form of a large record takes a whole turn of the event loop.
      await loopTurn()
      const plain = plainOf(record)
      await loopTurn()
      const seal = there
        .get(record._id)
        ?.find(each => verifySeal(builder, primitives, collection.uid, { ...plain, [ATTESTATION]: each }))
      sealed.push(
        seal === undefined
          ? this.#seal(collection.uid, plain, { created: now, updated: now })
          : { ...plain, [ATTESTATION]: seal },
      )
    }
    await loopTurn()
    return sealed
  }

  /** Seals the record as the next version of the existing one; `undefined` if there is none. */
  async revised(collection: StoredCollection, record: NewRecord): Promise<NewRecord | undefined> {
    const present = await this.read(collection, record._id)
    if (present === undefined) return undefined
    const { _created: created, _updated } = present
    // The clocks of two gateways differ: a version must still be newer than the one that it replaces.
    const updated = new Date(Math.max(this.#parts.clock(), Date.parse(_updated) + 1)).toISOString()
    const plain = plainOf(record)
    await loopTurn()
    const sealed = this.#seal(collection.uid, plain, { created, updated })
    await loopTurn()
    return sealed
  }

  /**
   * The contents of a document's seal on a node, if it is valid. Secret fields of the document must be
   * joined.
   */
  verify(collection: string, document: NodeDocument): Sealed | undefined {
    const content = { ...contentOf(document), _id: document._id }
    const digest = hash('sha256', `${collection} ${JSON.stringify(content)}`, 'base64')
    if (this.#valid.has(digest)) return readSeal(document[ATTESTATION])
    const { builder, primitives } = this.#parts
    const seal =
      document._owner === undefined ? verifySeal(builder, primitives, collection, content) : undefined
    if (seal !== undefined) this.#valid.set(digest, true)
    return seal
  }

  #seal(collection: string, plain: NewRecord, stamp: Pick<Sealed, 'created' | 'updated'>): NewRecord {
    const { builder, primitives } = this.#parts
    return { ...plain, [ATTESTATION]: sealOf(builder, primitives, collection, plain, stamp) }
  }

  #token(node: StorageNode): string {
    return this.#parts.invoke(node.did, commands.data.read)
  }

  /**
   * The document as a copy, if its seal is valid. With secret fields, the seal can only be verified after
   * joining.
   */
  #copyOf(node: StorageNode, { uid, secrets }: StoredCollection, document: NodeDocument): Copy | undefined {
    const seal = secrets.length > 0 ? readSeal(document[ATTESTATION]) : this.verify(uid, document)
    if (seal !== undefined && seal.id === document._id) return { seal, document }
    this.#reject(node, uid, document)
    return undefined
  }

  #reject(node: StorageNode, collection: string, document: NodeDocument): void {
    const reason = document[ATTESTATION] === undefined ? 'unsealed' : 'forged'
    this.#parts.onRejected({ collection, id: document._id, node: node.url, reason })
  }

  /** The documents of a node in the order of their seals, in pages. The response of a node is untrusted. */
  async *#pagesOn(
    node: StorageNode,
    collection: string,
    filter: Filter,
    size: number,
  ): AsyncGenerator<Found> {
    let from: Filter = {}
    let most = Math.min(NODE_PAGE, size)
    for (;;) {
      let page: Awaited<ReturnType<StorageNode['find']>>
      try {
        page = await node.find(this.#token(node), {
          collection,
          filter: { $and: [filter, from] },
          pagination: { limit: most, sort: { [ATTESTATION]: 1 }, total: false },
        })
      } catch (error) {
        // A node that does not limit its pages in bytes is queried for fewer documents at a time.
        if (!(error instanceof AnswerTooLarge) || most === 1) throw error
        most = Math.max(1, Math.floor(most / 4))
        continue
      }
      const documents = page.data.slice(0, most).filter(each => typeof each?._id === 'string')
      const last = documents.at(-1)
      const isLast = last === undefined || isLastPage(page, most)
      yield { documents, isLast, isCut: !isLast && page.data.length < most }
      if (isLast) return
      const { [ATTESTATION]: seal, _id } = last
      from = { $or: [{ [ATTESTATION]: { $gt: seal } }, { [ATTESTATION]: seal, _id: { $gt: _id } }] }
    }
  }

  /** The documents of a node under ids, of which it can have no more than these. */
  async #documentsOn(node: StorageNode, collection: string, ids: readonly string[]): Promise<NodeDocument[]> {
    const found: NodeDocument[] = []
    for await (const { documents } of this.#pagesOn(node, collection, { _id: { $in: ids } }, ids.length)) {
      found.push(...documents)
      if (found.length >= ids.length) break
    }
    return found
  }

  async #copyOn(node: StorageNode, collection: StoredCollection, id: string): Promise<Copy | undefined> {
    const documents = await this.#documentsOn(node, collection.uid, [id])
    await loopTurn()
    const document = documents.find(({ _id }) => _id === id)
    return document && this.#copyOf(node, collection, document)
  }

  async #partOn(
    node: StorageNode,
    collection: StoredCollection,
    filter: Filter,
    begin: string,
    end: string | undefined,
    size: number,
  ): Promise<Part> {
    const copies: Copy[] = []
    let [place, forged] = [begin, 0]
    const from: Filter = begin === '' ? SEALED : { [ATTESTATION]: { $gt: behind(begin) } }
    const every = [filter, from, ...(end === undefined ? [] : [{ [ATTESTATION]: { $lte: behind(end) } }])]
    const pages = this.#pagesOn(node, collection.uid, { $and: every }, size)
    for await (const { documents, isLast, isCut } of pages) {
      for (const document of documents) {
        const copy = this.#copyOf(node, collection, document)
        // Out of order or repeated: an honest node returns neither.
        if (copy === undefined || placeOf(copy.seal) <= place) forged += 1
        else if (copies.length < size) {
          copies.push(copy)
          place = placeOf(copy.seal)
        }
      }
      if (isLast || forged > MOST_FORGED) return { copies, isEnd: true, isCut: false }
      if (copies.length >= size || (isCut && copies.length > 0)) return { copies, isEnd: false, isCut }
    }
    return { copies, isEnd: true, isCut: false }
  }

  /** Merges the parts of the nodes to records, in order and up to a position. */
  async #merged(
    collection: StoredCollection,
    parts: ReadonlyMap<StorageNode, Part>,
    bound: string | undefined,
  ): Promise<Copy[]> {
    const copies = new Map<string, Copy[]>()
    for (const part of parts.values())
      for (const copy of part.copies) {
        if (bound !== undefined && placeOf(copy.seal) > bound) break
        const { id } = copy.seal
        copies.set(id, [...(copies.get(id) ?? []), copy])
      }
    const merged: Copy[] = []
    const doubtful: string[] = []
    for (const [id, [first, ...others]] of copies) {
      const isWhole = others.length + 1 === parts.size && collection.secrets.length === 0
      if (isWhole && first && others.every(each => sealIn(each) === sealIn(first))) merged.push(first)
      else doubtful.push(id)
    }
    if (collection.secrets.length > 0)
      for (const id of doubtful) {
        // A record with secret fields that cannot be joined must not prevent the reading of a page.
        const copy = await this.#joined(collection, id).catch(ifNotWhole)
        if (copy !== undefined) merged.push(copy)
      }
    else merged.push(...(await this.#settled(collection, doubtful)).values())
    return merged.sort((a, b) => (placeOf(a.seal) < placeOf(b.seal) ? -1 : 1))
  }

  /** Resolves the records that differ between nodes, by the copies of all of them. */
  async #settled(collection: StoredCollection, ids: readonly string[]): Promise<Map<string, Copy>> {
    const settled = new Map<string, Copy>()
    for (let at = 0; at < ids.length; at += NODE_PAGE) {
      const some = ids.slice(at, at + NODE_PAGE)
      const answers = [...(await this.#copiesOf(collection, some)).values()]
      for (const id of some) {
        const copies = answers.flatMap(each => each.get(id) ?? [])
        const copy = newest(copies)
        if (copy !== undefined && copies.length * 2 >= answers.length) settled.set(id, copy)
      }
    }
    return settled
  }

  #copiesOf(collection: StoredCollection, ids: readonly string[]) {
    return answersOf(
      this.#parts.nodes,
      async node => {
        const documents = await this.#documentsOn(node, collection.uid, ids)
        return new Map(
          documents.flatMap(document => {
            const copy = this.#copyOf(node, collection, document)
            return copy ? [[copy.seal.id, copy] as const] : []
          }),
        )
      },
      { all: true },
    )
  }

  /** The seals of these ids on the nodes; none for a node that does not answer. */
  async #sealsOf(collection: StoredCollection, ids: readonly string[]): Promise<Map<string, string[]>> {
    const seals = new Map<string, string[]>()
    for (let at = 0; at < ids.length; at += NODE_PAGE) {
      const some = ids.slice(at, at + NODE_PAGE)
      const answers = await answersOf(
        this.#parts.nodes,
        node => this.#documentsOn(node, collection.uid, some),
        { all: true },
      )
      for (const { _id, [ATTESTATION]: seal } of [...answers.values()].flat())
        if (typeof seal === 'string') seals.set(_id, [...(seals.get(_id) ?? []), seal])
    }
    return seals
  }

  /**
   * A record with secret fields, joined from every node, or from some if these suffice.
   * @throws ShareMissingError or SharesDoNotJoinError; an error if a node does not answer
   */
  async #joined(collection: StoredCollection, id: string): Promise<Copy | undefined> {
    const { nodes, journal, threshold } = this.#parts
    if (threshold !== undefined) {
      const some = await this.#joinedFromSome(collection, id, threshold)
      if (some !== undefined) return some.copy
    }
    const shares = await Promise.all(
      nodes.map(async node => {
        try {
          return (await this.#documentsOn(node, collection.uid, [id]))[0]
        } catch (error) {
          throw asGatewayError(node, error)
        }
      }),
    )
    if (shares.every(share => share === undefined)) return undefined
    const missing = nodes[shares.indexOf(undefined)]
    if (missing !== undefined) {
      if (await journal.has({ collection: collection.uid, id })) return undefined
      throw new ShareMissingError(missing.url, id)
    }
    const whole = shares as NodeDocument[]
    try {
      const copy = await this.#sealedOf(collection, new Map(nodes.map((node, at) => [node, whole[at]])))
      if (copy !== undefined) return copy
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error
      throw Object.assign(new SharesDoNotJoinError(id), { cause: error })
    }
    for (const [at, node] of nodes.entries())
      if (whole[at] !== undefined) this.#reject(node, collection.uid, whole[at])
    return undefined
  }

  /**
   * A record with secret fields from the nodes that answer, if these suffice to know it. It exists if at least as
   * many of them have it as have not.
   */
  async #joinedFromSome(
    collection: StoredCollection,
    id: string,
    threshold: number,
  ): Promise<{ readonly copy: Copy | undefined } | undefined> {
    const { nodes, journal } = this.#parts
    const answers = await answersOf(
      nodes,
      async node => (await this.#documentsOn(node, collection.uid, [id]))[0],
      { all: true },
    )
    const copies = [...answers.values()].filter(copy => copy !== undefined)
    if (copies.length * 2 < answers.size)
      return isAbsent(answers.size, nodes.length, threshold) ? { copy: undefined } : undefined
    if (copies.length < nodes.length && (await journal.has({ collection: collection.uid, id })))
      return { copy: undefined }
    const copy = await this.#sealedOf(collection, answers).catch(ifMalformed)
    return copy && { copy }
  }

  /**
   * Fields that are not split come from one node: each is tried in turn, until the seal is valid.
   * @throws CryptoError if the shares do not join
   */
  async #sealedOf(
    { uid, secrets }: StoredCollection,
    answers: ReadonlyMap<StorageNode, NodeDocument | undefined>,
  ): Promise<Copy | undefined> {
    const copies = [...answers].flatMap(([node, document]) => (document ? [{ node, document }] : []))
    let failure: unknown
    for (const lead of copies) {
      const ordered = [lead, ...copies.filter(each => each !== lead)]
      try {
        const { record, wrong } = await this.#parts.join(
          ordered.map(({ document }) => document),
          secrets,
        )
        const document = record as NodeDocument
        const seal = this.verify(uid, document)
        if (seal === undefined) continue
        for (const { node } of wrong.flatMap(at => ordered[at] ?? []))
          this.#parts.onRejected({ collection: uid, id: document._id, node: node.url, reason: 'share' })
        return { seal, document }
      } catch (error) {
        if (!(error instanceof CryptoError)) throw error
        failure = error
      }
    }
    if (failure !== undefined) throw failure
    return undefined
  }
}

/** Matches documents with a seal, or with a field in its place. */
const SEALED = { [ATTESTATION]: { $gt: '' } } as const

/**
 * Sorts after every seal of a position, and before those of the next: the times in seals are before the year
 * 9999.
 */
const behind = (place: string): string => `${place} 9999`

const cursorOf = ({ created, id }: Sealed): string => writeCursor({ node: EVERY_NODE, created, id })
const lastOf = (found: readonly StoredRecord[]): string | undefined => {
  const last = found.at(-1)
  return last && writeCursor({ node: EVERY_NODE, created: last._created, id: last._id })
}
const placeIn = (cursor: string): string => placeOf(readCursor(cursor))

const sealIn = (copy: Copy | undefined): unknown => copy?.document[ATTESTATION]

const newest = (copies: readonly Copy[]): Copy | undefined =>
  copies.reduce<Copy | undefined>(
    (latest, each) => (latest && orderOf(latest) >= orderOf(each) ? latest : each),
    undefined,
  )

/** By version; of two that were sealed in the same millisecond, every reader selects the same. */
const orderOf = ({ seal }: Copy): string => `${seal.updated} ${seal.signature}`

/** The record for its readers: the times are the signed ones, and the seal is removed. */
const recordOf = ({ seal, document }: Copy): StoredRecord => {
  const { [ATTESTATION]: _, ...content } = contentOf(document)
  return { _id: seal.id, ...content, _created: seal.created, _updated: seal.updated }
}

/** The JSON form, which the nodes store. */
const plainOf = (record: NewRecord): NewRecord => JSON.parse(JSON.stringify(record)) as NewRecord

function ifMalformed(error: unknown): undefined {
  if (error instanceof CryptoError) return undefined
  throw error
}

function ifNotWhole(error: unknown): undefined {
  if (error instanceof ShareMissingError || error instanceof SharesDoNotJoinError) return undefined
  throw error
}

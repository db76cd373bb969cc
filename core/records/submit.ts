/** The one way in which records are written: checked, attested, stored, told about, in this order. */
import type { Issue } from '../../schemas/issue.ts'
import type { Collection, Collections } from '../contract/collections.ts'
import { frozen } from '../contract/frozen.ts'
import type { Context, Draft, HookRegistry } from '../contract/hooks.ts'
import { attest, canonicalize } from '../crypto/attest.ts'
import { encodeUtf8, toHex } from '../crypto/bytes.ts'
import type { KeyPair } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/primitives.ts'
import {
  IdempotencyMismatch,
  InvalidIdempotencyKey,
  InvalidRecord,
  NotOwned,
  UnknownSchema,
  withIssues,
} from '../errors.ts'
import { loopTurn } from '../sandbox/loop-turn.ts'
import { ATTESTATION, attested, isAttestedBy, recordOf } from '../stores/attested.ts'
import type { RecordStore, StoredRecord } from '../stores/records.ts'
import type { TokenStore } from '../stores/tokens/tokens.ts'
import { REVISION_OF } from './revisions.ts'

/** What a person submits. */
export interface Submission {
  readonly applicationId?: string | undefined
  /** The application's own word that it takes part. */
  readonly applicationProof?: string | undefined
  /** ISO 8601, as the client's clock has it; the service stamps its own. */
  readonly timestamp: string
  /** The uid of the collection. */
  readonly schemaId: string
  readonly submission: Readonly<Record<string, unknown>>
}

/** What a submission is answered with: the uid, and what listeners of `afterWrite` add. */
export type Answer = { insertedUid: string } & Record<string, unknown>

/** Under which id, and as of when (milliseconds since the epoch), a submission is stored. */
interface Identity {
  readonly uid: string
  readonly at: number
}

/** A day: as long as a client may retry under the same Idempotency-Key. */
const IDEMPOTENCY_WINDOW = 24 * 60 * 60 * 1000

export interface WriterParts {
  readonly builder: KeyPair
  readonly primitives: Primitives
  readonly records: RecordStore
  readonly tokens: TokenStore
  readonly collections: Collections
  readonly hooks: HookRegistry
  /** The issues that the collection's schema has with a record. */
  readonly check: (collection: Collection, record: object) => Issue[]
}

export interface Writer {
  /**
   * Stores a person's record in an owned collection, under their DID and readable by the service.
   * @param idempotencyKey - a retry under the same key completes or repeats the first submission
   * @throws UnknownSchema, NotOwned, InvalidRecord with every issue, IdempotencyMismatch, whatever a listener throws
   */
  submit(submission: Submission, context: Context, idempotencyKey?: string): Promise<Answer>
  /**
   * Stores a record of the service's own in a standard collection.
   * @throws UnknownSchema, InvalidRecord with every issue, AND_RECORD_EXISTS when another record has this id
   */
  publish(
    collection: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<void>
  /** Puts a record of the service's own in place of the one with this id; `false` when there is none. */
  republish(
    collection: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<boolean>
  /** Removes a record of the service's own; `false` when there is none. */
  unpublish(collection: string, id: string): Promise<boolean>
  /**
   * Stores a record that the service derives from one that was just submitted, for the same person and on the same
   * terms: enriched, checked, attested, readable by the service. For listeners of `completeSubmission`.
   * @param id - must follow from the id of the submitted record: the same derivation again is then the same record
   * @throws UnknownSchema, NotOwned, InvalidRecord with every issue, AND_RECORD_EXISTS, whatever a listener throws
   */
  derive(
    from: Pick<Draft, 'applicationId'>,
    collection: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<void>
  /** As `derive`, for several records of a collection at once: every one is accepted before the first is stored. */
  deriveAll(
    from: Pick<Draft, 'applicationId'>,
    collection: string,
    records: readonly { readonly id: string; readonly record: Readonly<Record<string, unknown>> }[],
    context: Context,
  ): Promise<void>
  /** Whether the record is as the service stamped and attested it. */
  isAttested(collection: string, record: StoredRecord): boolean
}

export function createWriter({
  builder,
  primitives,
  records,
  tokens,
  collections,
  hooks,
  check,
}: WriterParts): Writer {
  const find = (uid: string): Collection => {
    const collection = collections.get(uid)
    if (!collection) throw new UnknownSchema(uid)
    return collection
  }

  const owned = (uid: string): Collection => {
    const collection = find(uid)
    if (collection.kind !== 'owned') throw new NotOwned(uid)
    return collection
  }

  /** Lets the collection and the listeners enrich the draft, then checks exactly what will be stored. */
  async function prepare(draft: Draft, context: Context): Promise<Draft> {
    const own = await enrich(draft.collection, draft.record, context)
    const returned = await hooks.run('enrichSubmission', { ...draft, record: own }, context)
    // The answer is added to, never replaced: a listener that makes the draft anew may leave it out.
    const enriched: Draft = { ...returned, answer: draft.answer }
    await accept(draft.collection, enriched.record, context)
    // From here on the record is what was checked.
    frozen(enriched.record)
    await hooks.run('validateSubmission', enriched, context)
    await hooks.run('beforeWrite', enriched, context)
    return enriched
  }

  /**
   * A record of the service's own, enriched and checked. Checking, sealing and sending a large one take turns of the event
   * loop one after another, so that other requests are answered between.
   */
  async function ownRecord(uid: string, record: Readonly<Record<string, unknown>>, context: Context) {
    const collection = find(uid)
    refuseReserved(record, SEALED_NAMES)
    const enriched = await enrich(collection, record, context)
    await loopTurn()
    await accept(collection, enriched, context)
    await loopTurn()
    return enriched
  }

  async function accept(collection: Collection, record: object, context: Context): Promise<void> {
    const issues = check(collection, record)
    if (issues.length) throw withIssues(new InvalidRecord(), issues)
    await collection.validate?.(record, context)
  }

  /** The entry of an Idempotency-Key: the id and time of the first submission that was accepted under it. */
  function entryOf(submission: Submission, { caller }: Context, key: string) {
    const name = `${caller.key}:${key}`
    // The client's clock at sending, and a proof that is signed anew: a retry may carry later ones.
    const { timestamp: _, applicationProof: _proof, ...content } = submission
    const hash = toHex(primitives.sha256(encodeUtf8(canonicalize(content))))
    const read = (entry: string): Identity => {
      const { uid, at, hash: first } = JSON.parse(entry) as Identity & { hash: string }
      if (first !== hash) throw new IdempotencyMismatch()
      return { uid, at }
    }
    return {
      /** @throws IdempotencyMismatch when another submission stands under the key */
      async find(): Promise<Identity | undefined> {
        const entry = await tokens.peek('idempotency', name)
        return entry === undefined ? undefined : read(entry)
      },
      /** The first of concurrent requests wins; the others receive its identity. @throws IdempotencyMismatch */
      async claim(fresh: Identity): Promise<Identity> {
        const entry = JSON.stringify({ ...fresh, hash })
        return read((await tokens.claim('idempotency', name, entry, fresh.at + IDEMPOTENCY_WINDOW)).value)
      },
    }
  }

  /** The draft of a first attempt, or of the one that a retry repeats, with the context in which it was made. */
  async function admit(
    sent: Omit<Draft, 'uid'>,
    asked: Context,
    entry: ReturnType<typeof entryOf> | undefined,
  ): Promise<{ readonly draft: Draft; readonly context: Context }> {
    // The record of the first attempt, stamped with its time: writing it again completes or repeats that write.
    const repeat = async ({ uid, at }: Identity) => {
      const context = { ...asked, now: new Date(at) }
      const again: Draft = { uid, ...sent, answer: {} }
      return { draft: (await accepted(again)) ?? (await prepare(again, context)), context }
    }
    // Before the rules run: they may have changed since the first attempt was stored.
    const known = await entry?.find()
    if (known !== undefined) return repeat(known)
    const fresh: Identity = { uid: crypto.randomUUID(), at: asked.now.getTime() }
    const draft = await prepare({ uid: fresh.uid, ...sent }, asked)
    // Only now: a refused submission uses up no key.
    const first = await entry?.claim(fresh)
    return first === undefined || first.uid === fresh.uid ? { draft, context: asked } : repeat(first)
  }

  /** What the first attempt stored, when it came so far: accepted then, it is not made again from what has changed since. */
  async function accepted(sent: Draft): Promise<Draft | undefined> {
    const stored = await records.read(sent.collection.uid, sent.uid)
    if (!stored || !isAttested(sent.collection.uid, stored)) return undefined
    return { ...sent, record: recordOf(stored) }
  }

  /** Attests records of a collection and gives them to every node; the same again complete a write that was cut short. */
  async function store({ uid: collection }: Collection, drafts: readonly Draft[], { caller }: Context) {
    const signed = drafts.map(({ uid, record }) => {
      const covered = attested(collection, uid, caller.key, record)
      return { ...record, [ATTESTATION]: attest(covered, builder.privateKey, primitives), _id: uid }
    })
    const acl = { grantee: builder.did, read: true, write: false, execute: true }
    await records.createAll(collection, signed, { owner: caller.did, acl })
  }

  const isAttested = (collection: string, stored: StoredRecord) =>
    isAttestedBy(builder.publicKey, primitives, collection, stored)

  const deriveAll: Writer['deriveAll'] = async ({ applicationId }, uid, derived, context) => {
    const collection = owned(uid)
    const drafts: Draft[] = []
    for (const { id, record } of derived)
      drafts.push(
        await prepare({ uid: id, collection, applicationId, derived: true, record, answer: {} }, context),
      )
    await store(collection, drafts, context)
    for (const draft of drafts) await hooks.run('afterWrite', draft, context)
  }

  return {
    async submit(submission, asked, idempotencyKey) {
      const { applicationId, applicationProof, submission: record } = submission
      const collection = owned(submission.schemaId)
      const sent = { collection, applicationId, applicationProof, record, answer: {} }
      refuseReserved(record)
      const entry = idempotencyKey === undefined ? undefined : entryOf(submission, asked, idempotencyKey)
      const { draft, context } = await admit(sent, asked, entry)
      await store(collection, [draft], context)

      await hooks.run('completeSubmission', draft, context)
      await hooks.run('afterWrite', draft, context)
      return { insertedUid: draft.uid, ...draft.answer }
    },

    derive: (from, uid, id, record, context) => deriveAll(from, uid, [{ id, record }], context),
    deriveAll,

    async publish(uid, id, record, context) {
      await records.create(uid, { ...(await ownRecord(uid, record, context)), _id: id })
    },

    async republish(uid, id, record, context) {
      return records.replace(uid, { ...(await ownRecord(uid, record, context)), _id: id })
    },

    unpublish: (uid, id) => records.delete(uid, id),

    isAttested,
  }
}

/** The Idempotency-Key of a request. @throws InvalidIdempotencyKey */
export function idempotencyKeyIn(headers: { readonly 'idempotency-key'?: unknown }): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw new InvalidIdempotencyKey()
  return key
}

async function enrich(collection: Collection, record: Readonly<Record<string, unknown>>, context: Context) {
  return collection.enrich ? { ...(await collection.enrich(record, context)) } : record
}

/** Names that the nodes and the service put beside a record: one of a submitter's would be taken for theirs. */
const RESERVED = ['_id', '_created', '_updated', '_owner', '_acl', ATTESTATION, REVISION_OF]

/** Of these, what a record of the service's own may not bring either: the store sets them. */
const SEALED_NAMES = RESERVED.filter(name => name !== REVISION_OF)

function refuseReserved(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[] = RESERVED,
): void {
  const issues = names
    .filter(name => Object.hasOwn(record, name))
    .map(
      (name): Issue => ({
        severity: 'error',
        code: 'structure',
        rule: 'reserved-name',
        expression: `submission.${name}`,
        text: `Leave '${name}' out: the service sets it.`,
      }),
    )
  if (issues.length) throw withIssues(new InvalidRecord(), issues)
}

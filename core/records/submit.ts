/** The only way to write records: validate, derive, attest, store, notify. */
import type { Issue } from '../../schemas/issue.ts'
import type { Collection, Collections } from '../contract/collections.ts'
import { frozen } from '../contract/frozen.ts'
import type { Context, Derivation, Draft, HookRegistry } from '../contract/hooks.ts'
import { canonicalize } from '../crypto/attest.ts'
import { encodeUtf8, toHex } from '../crypto/bytes.ts'
import type { KeyPair } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/primitives.ts'
import { InvalidRecord, NotOwned, UnknownSchema, withIssues } from '../errors.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { loopTurn } from '../sandbox/loop-turn.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { ATTESTATION, attested, isAttestedIn, recordOf, withAttestation } from '../stores/attested.ts'
import { RecordExistsError } from '../stores/network/errors.ts'
import type { NewRecord, RecordStore, StoredRecord } from '../stores/records.ts'
import type { TokenStore } from '../stores/tokens/tokens.ts'
import type { Telemetry, TelemetryEvents } from '../telemetry/telemetry.ts'
import { inSubmissionSpan } from '../telemetry/tracing.ts'
import { AttestationChecks } from './attestation-checks.ts'
import { IdempotencyEntry, type Identity } from './idempotency.ts'
import type { OutboxQueues } from './outbox.ts'
import { REVISION_OF } from './revisions.ts'

/** A person's submission. */
export interface Submission {
  readonly applicationId?: string | undefined
  /** The application's proof of its part. */
  readonly applicationProof?: string | undefined
  /** ISO 8601, by the client's clock; the service adds its own time. */
  readonly timestamp: string
  /** The uid of the collection. */
  readonly schemaId: string
  readonly submission: Readonly<Record<string, unknown>>
}

/** The answer to a submission: the uid, and the fields that listeners of `afterWrite` add. */
export type Answer = { insertedUid: string } & Record<string, unknown>

/** A submission, and the records derived from it. */
type Whole = readonly [submitted: Draft, ...derived: Draft[]]

/** A draft that may be stored, and whether this attempt has made it. */
interface Prepared {
  readonly draft: Draft
  readonly isNew: boolean
}

export interface WriterParts {
  readonly builder: KeyRing
  readonly primitives: Primitives
  readonly records: RecordStore
  readonly tokens: TokenStore
  readonly collections: Collections
  readonly hooks: HookRegistry
  readonly telemetry: Telemetry
  readonly outbox: OutboxQueues
  readonly sandbox: Sandbox
  /** Returns the issues of a record by its collection's schema. */
  readonly check: (collection: Collection, record: object) => Issue[]
}

export interface Writer {
  /**
   * Stores a person's record in an owned collection, under their DID and readable by the service.
   * @param idempotencyKey - a retry with the same key completes or repeats the first submission
   * @throws UnknownSchema, NotOwned, InvalidRecord with every issue, IdempotencyMismatch, and any error of a
   * listener
   */
  submit(submission: Submission, context: Context, idempotencyKey?: string): Promise<Answer>
  /**
   * Stores a record of the service in a standard collection.
   * @throws UnknownSchema, InvalidRecord with every issue, AND_RECORD_EXISTS if another record has this id
   */
  publish(
    collection: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<void>
  /** Replaces the service's record with this id; `false` if there is none. */
  republish(
    collection: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<boolean>
  /** Deletes a record of the service; `false` if there is none. */
  unpublish(collection: string, id: string): Promise<boolean>
  /**
   * Stores records that the service makes of one stored before, for its owner and on the same terms:
   * enriched, validated, attested, readable by the service. All of them are stored, or none. Records that
   * belong to a submission are derived in the hook `deriveRecords` instead, and stored with it.
   * @throws UnknownSchema, NotOwned, InvalidRecord with every issue, AND_RECORD_EXISTS, and any error of a
   * listener
   */
  deriveAll(
    from: Pick<Draft, 'applicationId'>,
    collection: string,
    records: readonly { readonly id: string; readonly record: Readonly<Record<string, unknown>> }[],
    context: Context,
  ): Promise<void>
  /** True if the record matches the service's stamp and attestation. */
  isAttested(collection: string, record: StoredRecord): boolean
  /** For each record, true if {@link isAttested} is; many in succession are checked in a thread. */
  areAttested(collection: string, records: readonly StoredRecord[]): Promise<readonly boolean[]>
}

/** Writes the records of people and of the service. */
export class RecordWriter implements Writer {
  readonly #builder: KeyRing
  readonly #primitives: Primitives
  readonly #records: RecordStore
  readonly #tokens: TokenStore
  readonly #collections: Collections
  readonly #hooks: HookRegistry
  readonly #telemetry: Telemetry
  readonly #outbox: OutboxQueues
  readonly #check: (collection: Collection, record: object) => Issue[]
  readonly #attestations: AttestationChecks

  constructor(parts: WriterParts) {
    const { builder, primitives, records, tokens, collections, hooks, telemetry, outbox, check } = parts
    this.#builder = builder
    this.#primitives = primitives
    this.#records = records
    this.#tokens = tokens
    this.#collections = collections
    this.#hooks = hooks
    this.#telemetry = telemetry
    this.#outbox = outbox
    this.#check = check
    this.#attestations = new AttestationChecks(parts)
  }

  async submit(submission: Submission, context: Context, idempotencyKey?: string): Promise<Answer> {
    const began = performance.now()
    const ended = (outcome: TelemetryEvents['submission']['outcome']) =>
      this.#telemetry.emit('submission', { outcome, milliseconds: performance.now() - began })
    try {
      const { answer, isRepeat } = await inSubmissionSpan(() =>
        this.#submit(submission, context, idempotencyKey),
      )
      ended(isRepeat ? 'repeated' : 'stored')
      return answer
    } catch (error) {
      const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
      ended(statusCode < 500 ? 'refused' : 'failed')
      throw error
    }
  }

  async #submit(submission: Submission, requestContext: Context, idempotencyKey: string | undefined) {
    const { applicationId, applicationProof, submission: record } = submission
    const collection = this.#owned(submission.schemaId)
    const sent = { collection, applicationId, applicationProof, record, answer: {} }
    refuseReserved(record)
    const entry =
      idempotencyKey === undefined ? undefined : this.#entryOf(submission, requestContext, idempotencyKey)
    const { whole, context, isRepeat } = await this.#admit(sent, requestContext, entry)
    await this.#store(whole, context)

    const [draft, ...derived] = whole
    for (const each of [...derived, draft]) await this.#hooks.run('afterWrite', each, context)
    const answer: Answer = { insertedUid: draft.uid, ...draft.answer }
    return { answer, isRepeat }
  }

  async deriveAll(
    { applicationId }: Pick<Draft, 'applicationId'>,
    uid: string,
    derived: readonly { readonly id: string; readonly record: Readonly<Record<string, unknown>> }[],
    context: Context,
  ): Promise<void> {
    const collection = this.#owned(uid)
    const drafts: Draft[] = []
    for (const { id, record } of derived)
      drafts.push(
        await this.#validated(
          { uid: id, collection, applicationId, derived: true, record, answer: {} },
          context,
        ),
      )
    for (const draft of drafts) await this.#hooks.run('beforeWrite', draft, context)
    await this.#store(drafts, context)
    for (const draft of drafts) await this.#hooks.run('afterWrite', draft, context)
  }

  async publish(
    uid: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<void> {
    await this.#records.create(uid, { ...(await this.#ownRecord(uid, record, context)), _id: id })
  }

  async republish(
    uid: string,
    id: string,
    record: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<boolean> {
    return this.#records.replace(uid, { ...(await this.#ownRecord(uid, record, context)), _id: id })
  }

  unpublish(uid: string, id: string): Promise<boolean> {
    return this.#records.delete(uid, id)
  }

  isAttested(collection: string, stored: StoredRecord): boolean {
    return isAttestedIn(this.#builder, this.#primitives, collection, stored)
  }

  areAttested(collection: string, records: readonly StoredRecord[]): Promise<readonly boolean[]> {
    return this.#attestations.of(collection, records)
  }

  #find(uid: string): Collection {
    const collection = this.#collections.get(uid)
    if (!collection) throw new UnknownSchema(uid)
    return collection
  }

  #owned(uid: string): Collection {
    const collection = this.#find(uid)
    if (collection.kind !== 'owned') throw new NotOwned(uid)
    return collection
  }

  /** Lets the collection and the listeners enrich the draft, then validates exactly the version to store. */
  async #validated(draft: Draft, context: Context): Promise<Draft> {
    const own = await enrich(draft.collection, draft.record, context)
    const returned = await this.#hooks.run('enrichSubmission', { ...draft, record: own }, context)
    // Keep the answer: a listener may return a new draft without it.
    const enriched: Draft = { ...returned, answer: draft.answer }
    await this.#accept(draft.collection, enriched.record, context)
    // From here on the record must not change.
    frozen(enriched.record)
    await this.#hooks.run('validateSubmission', enriched, context)
    return enriched
  }

  /**
   * Prepares a submission with its derived records, before anything is stored.
   * @param stored - finds the record that an earlier attempt stored, which is not made or checked again
   */
  async #prepare(
    sent: Draft,
    context: Context,
    stored: (draft: Draft) => Promise<Draft | undefined> = async () => undefined,
  ): Promise<Whole> {
    const make = async (draft: Draft): Promise<Prepared> => {
      const earlier = await stored(draft)
      return { draft: earlier ?? (await this.#validated(draft, context)), isNew: earlier === undefined }
    }
    const main = await make(sent)
    const all = [main, ...(await this.#derivedFrom(main.draft, make, context))]
    for (const { draft, isNew } of all) if (isNew) await this.#hooks.run('beforeWrite', draft, context)
    const [, ...derived] = all.map(({ draft }) => draft)
    return [main.draft, ...derived]
  }

  async #derivedFrom(
    draft: Draft,
    make: (draft: Draft) => Promise<Prepared>,
    context: Context,
  ): Promise<readonly Prepared[]> {
    if (!this.#hooks.attended('deriveRecords')) return []
    const { applicationId } = draft
    const derived: Promise<Prepared>[] = []
    const places = new Set<string>()
    let isOpen = true
    const prepare = async (uid: string, id: string, record: Draft['record']): Promise<Prepared> => {
      if (places.has(`${uid}/${id}`)) throw new Error(`The record '${id}' was derived twice`)
      places.add(`${uid}/${id}`)
      return make({ uid: id, collection: this.#owned(uid), applicationId, derived: true, record, answer: {} })
    }
    // A listener may not await it: a failure refuses the submission then, and after the hook it is logged.
    const derive: Derivation['derive'] = (uid, id, record) => {
      const isLate = !isOpen
      const made = isLate
        ? Promise.reject(new Error('A record was derived after the hook had ended'))
        : prepare(uid, id, record)
      if (!isLate) derived.push(made)
      const done = made.then(() => {})
      done.catch(error => {
        if (isLate) context.log.error({ err: error, collection: uid }, 'a record was not derived')
      })
      return done
    }
    try {
      await this.#hooks.run('deriveRecords', { draft, derive }, context)
    } finally {
      isOpen = false
      await Promise.allSettled(derived)
    }
    return Promise.all(derived)
  }

  /**
   * Enriches and validates a record of the service. Large records are validated, sealed and sent in separate
   * turns of the event loop, so that other requests are served in between.
   */
  async #ownRecord(uid: string, record: Readonly<Record<string, unknown>>, context: Context) {
    const collection = this.#find(uid)
    refuseReserved(record, SEALED_NAMES)
    const enriched = await enrich(collection, record, context)
    await loopTurn()
    await this.#accept(collection, enriched, context)
    await loopTurn()
    return enriched
  }

  async #accept(collection: Collection, record: object, context: Context): Promise<void> {
    const issues = this.#check(collection, record)
    if (issues.length) throw withIssues(new InvalidRecord(), issues)
    await collection.validate?.(record, context)
  }

  #entryOf(
    { timestamp: _, applicationProof: _proof, ...content }: Submission,
    { caller }: Context,
    key: string,
  ) {
    // Excludes the client's clock and a newly signed proof: a retry may carry later ones.
    const hash = toHex(this.#primitives.sha256(encodeUtf8(canonicalize(content))))
    return new IdempotencyEntry(this.#tokens, `${caller.key}:${key}`, hash)
  }

  /** The records of a first attempt, or of the one that a retry repeats, with its context. */
  async #admit(
    sent: Omit<Draft, 'uid'>,
    requestContext: Context,
    entry: IdempotencyEntry | undefined,
  ): Promise<{ readonly whole: Whole; readonly context: Context; readonly isRepeat: boolean }> {
    // The records of the first attempt, stamped with its time: writing them again completes or repeats the
    // write.
    const repeat = async ({ uid, at }: Identity) => {
      const context = { ...requestContext, now: new Date(at) }
      return {
        whole: await this.#prepare({ uid, ...sent, answer: {} }, context, draft => this.#accepted(draft)),
        context,
        isRepeat: true,
      }
    }
    // Before the rules run: they may have changed since the first attempt was stored.
    const known = await entry?.find()
    if (known !== undefined) return repeat(known)
    const fresh: Identity = { uid: crypto.randomUUID(), at: requestContext.now.getTime() }
    const whole = await this.#prepare({ uid: fresh.uid, ...sent }, requestContext)
    // Only now: a refused submission uses up no key.
    const first = await entry?.claim(fresh)
    return first === undefined || first.uid === fresh.uid
      ? { whole, context: requestContext, isRepeat: false }
      : repeat(first)
  }

  /**
   * The record that the first attempt stored, if any: it was accepted then and is not made again from later
   * state.
   */
  async #accepted(sent: Draft): Promise<Draft | undefined> {
    const stored = await this.#records.read(sent.collection.uid, sent.uid)
    if (!stored || !this.isAttested(sent.collection.uid, stored)) return undefined
    return { ...sent, record: recordOf(stored) }
  }

  /**
   * Attests records and writes them to every node in one write; a repeated call completes an interrupted one.
   */
  async #store(drafts: readonly Draft[], context: Context) {
    const { caller } = context
    const events = await this.#outbox.eventsOf(drafts, context)
    const acl = { grantee: this.#builder.did, read: true, write: false, execute: true }
    const storeAs = (key: KeyPair) => {
      const batches = new Map<string, NewRecord[]>()
      for (const { collection, uid, record } of drafts) {
        const covered = attested(collection.uid, uid, caller.key, record)
        const batch = batches.get(collection.uid) ?? []
        batches.set(collection.uid, batch)
        batch.push(withAttestation(key, this.#primitives, covered))
      }
      return this.#records.createAll(
        [...batches].map(([collection, batch]) => ({ collection, records: batch })),
        { owner: caller.did, acl },
        events,
      )
    }
    try {
      await storeAs(this.#builder)
    } catch (error) {
      // An interrupted attempt may have stored the same records under another key that is still in use.
      const others = this.#builder.pairsAt(Date.now()).filter(({ did }) => did !== this.#builder.did)
      if (!(error instanceof RecordExistsError) || others.length === 0) throw error
      for (const pair of others) if (await storeAs(pair).then(() => true, ifExists)) return
      throw error
    }
  }
}

function ifExists(error: unknown): false {
  if (error instanceof RecordExistsError) return false
  throw error
}

async function enrich(collection: Collection, record: Readonly<Record<string, unknown>>, context: Context) {
  return collection.enrich ? { ...(await collection.enrich(record, context)) } : record
}

/**
 * Names that the nodes and the service put beside a record. A submitter's field of that name would pass for
 * theirs.
 */
const RESERVED = ['_id', '_created', '_updated', '_owner', '_acl', ATTESTATION, REVISION_OF]

/** The names among these that a record of the service may not contain either: the store sets them. */
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

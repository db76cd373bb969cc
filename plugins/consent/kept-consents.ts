/** The current decisions: in the gateway's database, or in memory where the config keeps records there. */
import type { PluginDatabase, Transaction } from '../../core/index.ts'
import type { ConsentDecision } from '../../schemas/record-consent.ts'
import { isUnlimited } from './permits.ts'

export interface KeptConsent {
  /** The compressed public key of the person, in hex. */
  readonly person: string
  /** The identity of the application, in the same form; or that of a program. */
  readonly reader: string
  readonly decision: ConsentDecision
  /** The JWT in which the person signed the decision. */
  readonly signed: string
  /** `_id` of its Consent on the storage nodes. */
  readonly record: string
}

export interface Consents {
  /**
   * Replaces an older decision on the same.
   * @param work - statements in the same transaction, if it is replaced
   * @returns false if there is one that is as new, or newer
   */
  keep(consent: KeptConsent, work?: (transaction: Transaction | undefined) => Promise<void>): Promise<boolean>
  /** The decisions of a person. */
  of(person: string): Promise<readonly KeptConsent[]>
  /** The decisions that may withhold records from a reader, and those that make exceptions from them. */
  limiting(reader: string): Promise<readonly KeptConsent[]>
  /** Removes the decisions of a person at a time after their records are gone. */
  forgetAt(person: string, at: number): Promise<void>
  forget(now: number): Promise<void>
}

export const subjectOf = ({ form, collection }: ConsentDecision): string => form ?? collection ?? ''
const signedAt = ({ at }: ConsentDecision): number => Date.parse(at)

interface Row {
  readonly person: string
  readonly reader: string
  readonly decision: string
  readonly signed: string
  readonly record: string
}

const COLUMNS = 'person, reader, decision, signed, record'

export function sqlConsents(database: PluginDatabase): Consents {
  return {
    keep: ({ person, reader, decision, signed, record }, work) =>
      database.transaction(async transaction => {
        const kept = await transaction.query(
          `INSERT INTO consent_decisions (${COLUMNS}, subject, signed_at, unlimited)
         VALUES ($1, $2, $3, $4, $5, $6, $7::bigint, $8::boolean)
         ON CONFLICT (person, reader, subject) DO UPDATE
         SET decision = excluded.decision, signed = excluded.signed, record = excluded.record, signed_at = excluded.signed_at,
             unlimited = excluded.unlimited, forget_at = NULL
         WHERE consent_decisions.signed_at < excluded.signed_at
         RETURNING person`,
          [
            ...[person, reader, JSON.stringify(decision), signed, record, subjectOf(decision)],
            ...[signedAt(decision), isUnlimited(decision)],
          ],
        )
        if (kept.length > 0) await work?.(transaction)
        return kept.length > 0
      }),
    async of(person) {
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM consent_decisions WHERE person = $1 AND forget_at IS NULL ORDER BY signed_at, reader, subject`,
        [person],
      )
      return rows.map(consentOf)
    },
    async limiting(reader) {
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM consent_decisions AS each WHERE reader = $1 AND (NOT unlimited OR EXISTS (
           SELECT 1 FROM consent_decisions AS whole
           WHERE whole.reader = each.reader AND whole.person = each.person AND whole.subject = '' AND NOT whole.unlimited
         ))`,
        [reader],
      )
      return rows.map(consentOf)
    },
    async forgetAt(person, at) {
      await database.query('UPDATE consent_decisions SET forget_at = $2::bigint WHERE person = $1', [
        person,
        at,
      ])
    },
    async forget(now) {
      await database.query('DELETE FROM consent_decisions WHERE forget_at < $1::bigint', [now])
    },
  }
}

const consentOf = ({ decision, ...row }: Row): KeptConsent => ({ ...row, decision: JSON.parse(decision) })

/** Decisions in memory, lost with their process like records in memory. */
export function memoryConsents(): Consents {
  const consents = new Map<string, KeptConsent & { readonly forgetAt?: number }>()
  const listed = () => [...consents.values()].toSorted((a, b) => signedAt(a.decision) - signedAt(b.decision))
  return {
    async keep(consent, work) {
      const key = JSON.stringify([consent.person, consent.reader, subjectOf(consent.decision)])
      const other = consents.get(key)
      if (other && signedAt(other.decision) >= signedAt(consent.decision)) return false
      consents.set(key, consent)
      await work?.(undefined)
      return true
    },
    async of(person) {
      return listed()
        .filter(each => each.person === person && each.forgetAt === undefined)
        .map(({ forgetAt: _, ...consent }) => consent)
    },
    async limiting(reader) {
      const all = listed().filter(each => each.reader === reader)
      const limited = new Set(
        all.flatMap(({ person, decision }) =>
          subjectOf(decision) === '' && !isUnlimited(decision) ? [person] : [],
        ),
      )
      return all.filter(({ person, decision }) => !isUnlimited(decision) || limited.has(person))
    },
    async forgetAt(person, at) {
      for (const [key, each] of consents)
        if (each.person === person) consents.set(key, { ...each, forgetAt: at })
    },
    async forget(now) {
      for (const [key, { forgetAt }] of consents)
        if (forgetAt !== undefined && forgetAt < now) consents.delete(key)
    },
  }
}

/** The rule by which a decision permits a use. */
import { PURPOSES, type Purpose } from '../../core/index.ts'
import type { ConsentDecision } from '../../schemas/record-consent.ts'

/** True if the decision permits every purpose, without a period. */
export const isUnlimited = ({ decision, purposes, from, until }: ConsentDecision): boolean =>
  decision === 'permit' &&
  from === undefined &&
  until === undefined &&
  PURPOSES.every(purpose => purposes.includes(purpose))

/**
 * @param now - milliseconds since the epoch
 * @returns false for a withdrawal, another purpose, and outside of the period; an unreadable instant is outside
 */
export function permits(
  { decision, purposes, from, until }: ConsentDecision,
  purpose: Purpose,
  now: number,
): boolean {
  return (
    decision === 'permit' &&
    purposes.includes(purpose) &&
    (from === undefined || Date.parse(from) <= now) &&
    (until === undefined || now < Date.parse(until))
  )
}

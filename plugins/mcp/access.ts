/** Logs readings of a person's records in their audit trail before the answer. */
import type { AuditTrail, Context } from '../../core/index.ts'
import { UnnamedRecords } from './errors.ts'

/**
 * Logs what an answer holds. Without the entry there is no answer.
 * @param records - from a tool or resource of any plugin
 * @throws UnnamedRecords, and the failure of the trail
 */
export async function noteAccess(
  audit: AuditTrail,
  { caller: { key, client }, now }: Context,
  action: string,
  records: readonly string[],
): Promise<void> {
  if (!Array.isArray(records)) throw new UnnamedRecords(action)
  await audit.add({
    ...{ person: key, at: now.getTime(), action, records },
    ...(client && { client: { ...client, kind: 'assistant' } }),
  })
}

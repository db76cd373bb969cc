/** Logs readings of a person's records in their audit trail before the answer. */
import type { AuditTrail, Context } from '../../core/index.ts'

/** Rejects if the entry cannot be stored: the access is then refused. */
export async function noteAccess(
  audit: AuditTrail,
  { caller: { key, client }, now }: Context,
  action: string,
  records: readonly string[],
): Promise<void> {
  await audit.add({
    ...{ person: key, at: now.getTime(), action, records },
    ...(client && { client: { ...client, kind: 'assistant' } }),
  })
}

/** What is read of people stands in their audit trails before anyone is answered. */
import { keyIdOf } from '../../core/crypto/did.ts'
import type { Context, FhirType, StoredRecord } from '../../core/index.ts'

/** Rejects when it cannot be written down: such an access does not happen. */
export async function noteAccess(
  action: string,
  read: readonly { readonly type: FhirType; readonly record: StoredRecord }[],
  { app, caller, now }: Context,
): Promise<void> {
  const { audit, config } = app.gateway
  const byPerson = new Map<string, string[]>()
  for (const { type, record } of read) {
    if (type.readers?.includes('anyone') || record._owner === undefined) continue
    const person = keyIdOf(record._owner, [config.did.prefix])
    byPerson.set(person, [...(byPerson.get(person) ?? []), record._id])
  }
  if (byPerson.size === 0) return
  const { applicationId = caller.did } = caller
  const entries = [...byPerson].map(([person, records]) => {
    const client = person === caller.key ? caller.client : { id: applicationId, name: applicationId }
    return audit.add({ person, at: now.getTime(), action, records, ...(client && { client }) })
  })
  await Promise.all(entries)
}

/** Logs a reading in the audit trail of each person before the records are returned. */
import { keyIdOf } from '../crypto/did.ts'
import type { Gateway } from '../gateway.ts'
import type { AuditClient } from '../stores/audit.ts'
import type { StoredRecord } from '../stores/records.ts'

/** The part of an audit entry that is the same for all people whose records are read. */
export interface Reading {
  /** The reading application, if it is not the person. */
  readonly client?: AuditClient
  /** The operation that reads. */
  readonly action: string
}

/**
 * Logs that records are about to be returned: one entry per person, all in one write.
 * @throws if the write fails; return no records then
 */
export async function noteReading(
  { audit, config }: Pick<Gateway, 'audit' | 'config'>,
  { client, action }: Reading,
  records: readonly StoredRecord[],
): Promise<void> {
  const read = new Map<string, string[]>()
  for (const { _id, _owner } of records) {
    if (_owner === undefined) continue
    const person = keyIdOf(_owner, [config.did.prefix])
    const ids = read.get(person) ?? []
    ids.push(_id)
    read.set(person, ids)
  }
  const at = Date.now()
  await audit.add(
    ...[...read].map(([person, ids]) => ({
      ...{ person, at, action, records: ids },
      ...(client && { client }),
    })),
  )
}

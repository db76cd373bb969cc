/** Logs readings in people's audit trails before the response. */
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Context, type FhirType, noteReading, type StoredRecord } from '../../core/index.ts'

/** Rejects if the entry cannot be stored: the access is then refused. */
export async function noteAccess(
  action: string,
  read: readonly { readonly type: FhirType; readonly record: StoredRecord }[],
  { app, caller }: Context,
): Promise<void> {
  const { gateway, applications } = app
  const records = read.filter(({ type }) => !type.readers?.includes('anyone')).map(({ record }) => record)
  const isOwn = ({ _owner }: StoredRecord) =>
    _owner !== undefined && keyIdOf(_owner, [gateway.config.did.prefix]) === caller.key
  const [own, others] = [records.filter(isOwn), records.filter(record => !isOwn(record))]
  if (own.length > 0) {
    const client = caller.client && { ...caller.client, kind: 'assistant' as const }
    await noteReading(gateway, { action, ...(client && { client }) }, own)
  }
  if (others.length > 0) {
    const application = await applications.asApplication(caller)
    const client = await applications.readerOf(application ?? { ...caller, applicationId: caller.did })
    await noteReading(gateway, { action, client }, others)
  }
}

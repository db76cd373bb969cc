/** The receipt of a deletion: the removed data with place and time, signed by the service. */
import { signCompact } from '../../core/crypto/index.ts'
import type { Gateway } from '../../core/index.ts'
import type { DeletionReceipt } from '../../schemas/profile-deletion.ts'
import type { Deletion } from './deletion.ts'

/** A distinct `typ`, so that a receipt never passes for a token. */
const HEADER = { alg: 'ES256K', typ: 'andiron-deletion-receipt' } as const

/** The data that remains after a deletion, with the reason. */
const REMAINS = [
  'The audit trail: who read what of the profile and when, without what was read, and that it was deleted. It accounts for readings that have happened.',
  'This receipt and the numbers in it.',
  'For a day at most, the marks that keep a submission from being stored twice: an id and a hash, no content.',
  'For a day at most, the paths of uploads that were allowed and not yet recorded, with the DID and the name of the file: what still arrives there is removed with them.',
  'Backups that the operators of the storage nodes and of the object store have made, until they are replaced.',
  'What applications and assistants have read before: the audit trail says who to ask.',
] as const

export function receiptOf(
  { builder, primitives }: Pick<Gateway, 'builder' | 'primitives'>,
  { id, did, askedAt, nodes, files, uploads }: Deletion,
  completedAt: Date,
): string {
  const receipt: DeletionReceipt = {
    ...{ iss: builder.did, sub: did, jti: id, iat: Math.floor(completedAt.getTime() / 1000) },
    ...{ askedAt, completedAt: completedAt.toISOString() },
    nodes: nodes.map(node => ({ ...node, records: { ...node.records } })),
    ...{ files, uploads, remains: [...REMAINS] },
  }
  return signCompact(HEADER, receipt, builder.privateKey, primitives)
}

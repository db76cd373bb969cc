/** The stored state of a profile deletion between its steps. */
import type { OwnerPermission } from '../../core/index.ts'
import type { ProfileDeletion } from '../../schemas/profile-deletion.ts'

export interface NodeProgress {
  readonly url: string
  readonly did: string
  /** The number of records found, by the name of their collection. */
  readonly records: Readonly<Record<string, number>>
  /** The time at which no data was left: ISO 8601, UTC. */
  readonly emptyAt?: string
}

/**
 * The batch that is counted and about to be removed: after a crash it is removed without counting it again.
 */
export interface Pending {
  /** Keys of objects. */
  readonly keys: readonly string[]
  /** By the DID of the node: `<collection>/<id>`. */
  readonly records: Readonly<Record<string, readonly string[]>>
}

export interface Deletion {
  readonly id: string
  /** DID of the person, as confirmed by them. */
  readonly did: string
  /** ISO 8601, UTC. */
  readonly askedAt: string
  readonly state: 'running' | 'waiting' | 'done'
  /** Deleted when it is done. */
  readonly permission?: OwnerPermission
  readonly nodes: readonly NodeProgress[]
  readonly files: number
  readonly uploads: number
  readonly pending: Pending
  /** The problems that delay the deletion, each in a sentence. */
  readonly problems: readonly string[]
  readonly completedAt?: string
  /** JWS, and the number of deletions in it. */
  readonly receipt?: { readonly jws: string; readonly total: number }
}

const NOTHING: Pending = { keys: [], records: {} }

export const newDeletion = (did: string, permission: OwnerPermission, at: Date): Deletion => ({
  ...{ id: crypto.randomUUID(), did, askedAt: at.toISOString() },
  ...{ state: 'running', permission },
  ...{ nodes: [], files: 0, uploads: 0, pending: NOTHING, problems: [] },
})

/** The total number of deletions. */
export const totalOf = ({ nodes, files, uploads }: Deletion): number =>
  nodes
    .flatMap(({ records }) => Object.values(records))
    .reduce((sum, records) => sum + records, files + uploads)

/** The deletion as shown to its person. */
export function publicDeletion(deletion: Deletion): ProfileDeletion {
  const { id, state, askedAt, completedAt, nodes, files, uploads, problems, receipt } = deletion
  return {
    ...{ state, id, askedAt, files, uploads, problems: [...problems] },
    ...{ nodes: nodes.map(node => ({ ...node, records: { ...node.records } })) },
    ...(completedAt !== undefined && { completedAt }),
    ...(receipt !== undefined && { receipt: receipt.jws }),
  }
}

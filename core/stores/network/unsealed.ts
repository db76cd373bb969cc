/** Foreign records in the service's collections: without a seal, so that they are never served. */
import { ATTESTATION } from '../attested.ts'
import { answersOf } from './answers.ts'
import { commands } from './node.ts'
import type { OwnRecordsParts } from './own.ts'

/** The maximum over the nodes of the number of records without a seal in these collections. */
export async function countUnsealed(
  { nodes, invoke }: Pick<OwnRecordsParts, 'nodes' | 'invoke'>,
  collections: readonly string[],
): Promise<number> {
  let count = 0
  for (const collection of collections) {
    const totals = await answersOf(nodes, async node => {
      const { pagination } = await node.find(invoke(node.did, commands.data.read), {
        collection,
        filter: { [ATTESTATION]: { $exists: false } },
        pagination: { limit: 1 },
      })
      return pagination.total
    })
    count += Math.max(...totals.values())
  }
  return count
}

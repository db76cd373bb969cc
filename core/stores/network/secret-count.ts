/** Counts the records with secret fields, by the number of shares that reading them needs. */
import { NEUTRAL_XOR } from '../../crypto/shares.ts'
import { NEUTRAL, THRESHOLD_SCHEME } from '../../crypto/threshold.ts'
import type { StoredCollection } from '../records.ts'
import { answersOf } from './answers.ts'
import { commands } from './node.ts'
import type { OwnRecordsParts } from './own.ts'

/** Numbers of records that the gateway may read; it learns nothing of their owners. */
export interface SecretCount {
  /** Some of the shares suffice. */
  readonly some: number
  /** All of the shares are needed, on at least one of the nodes. */
  readonly all: number
  /** Of both: the secret was split before the last node was added, which has nothing of it. */
  readonly former: number
}

/** The text with which every envelope begins, and no n-of-n share. */
const ENVELOPE = `{"version":2,"scheme":"${THRESHOLD_SCHEME}",`
/** Sorts after every envelope. */
const BEHIND = ENVELOPE.replace(/,$/, '-')

/** Sorts after every neutral share without an envelope. */
const AFTER_XOR = NEUTRAL_XOR.replace(/A$/, 'B')

export async function countSecrets(
  { nodes, invoke }: Pick<OwnRecordsParts, 'nodes' | 'invoke'>,
  collections: readonly Pick<StoredCollection, 'uid' | 'secrets'>[],
): Promise<SecretCount> {
  let [some, all, former] = [0, 0, 0]
  for (const { uid: collection, secrets } of collections)
    for (const field of secrets) {
      const share = `${field}.%share`
      const count = async (filter: object) => {
        const totals = await answersOf(
          nodes,
          async node => {
            const token = invoke(node.did, commands.data.read)
            const { pagination } = await node.find(token, {
              collection,
              filter: { ...filter },
              pagination: { limit: 1 },
            })
            return pagination.total
          },
          { all: true },
        )
        return [...totals.values()]
      }
      const totals = await count({ [share]: { $exists: true } })
      const envelopes = await count({ [share]: { $gte: ENVELOPE, $lt: BEHIND } })
      const neutral = await count({ [share]: { $gte: NEUTRAL, $lt: NEUTRAL.replace(/"$/, '#') } })
      const here = Math.min(...envelopes.map((found, at) => found + (neutral[at] ?? 0)))
      former += Math.max(...neutral)
      former += Math.max(...(await count({ [share]: { $gte: NEUTRAL_XOR, $lt: AFTER_XOR } })))
      some += here
      all += Math.max(0, Math.max(...totals) - here)
    }
  return { some, all, former }
}

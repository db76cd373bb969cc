/**
 * The storage nodes that the gateway's database knows, each with its key, its database and its place in the order of
 * shares: a node that answers is believed only if it is the one that has the records.
 */

import { didKeyOf } from '../../crypto/did.ts'
import { keysOfChain, readSuccession } from '../../crypto/succession.ts'
import { NodeChanged, NodeEmptied, NodesCounted, NodesReordered } from '../errors.ts'
import { constantsOf, setConstant } from '../sql/constants.ts'
import type { Database } from '../sql/database.ts'
import type { NodeAbout } from './node.ts'
import { additionsIn, type NodeMoveRow } from './node-moves-table.ts'

interface KnownNode {
  readonly url: string
  readonly did: string
  readonly place: number | null
  readonly holds: string | null
}

/** A node that answers. */
export interface MetNode {
  /** The URL of the config, or `node 1` for one of this process. */
  readonly url: string
  /** From 1. */
  readonly place: number
  readonly did: string
  readonly about: Pick<NodeAbout, 'successions' | 'database'>
}

export interface Recognition {
  /** Takes the nodes as they are: an operator replaces what is lost. */
  readonly accepts?: boolean
}

/** The number of nodes at the first start; additions are counted apart. */
const COUNT = 'nodes'

/** Refuses another number of nodes than the records are shared among. @throws NodesCounted */
export async function assertCount(
  database: Database,
  count: number,
  moves: readonly NodeMoveRow[] = [],
): Promise<void> {
  const known = (await constantsOf(database)).get(COUNT)
  const first = known ?? (await setConstant(database, COUNT, String(count - additionsIn(moves))))
  const wanted = Number(first) + additionsIn(moves)
  if (wanted !== count) throw new NodesCounted(count, wanted)
}

/** The DID that the database knows for a URL. */
export async function knownDid(database: Database, url: string): Promise<string | undefined> {
  const [known] = await database.query<{ did: string }>('SELECT did FROM nodes WHERE url = $1', [url])
  return known?.did
}

/**
 * Remembers a node at the first contact, and compares it later.
 * @throws NodeChanged, NodeEmptied, NodesReordered
 */
export async function recognise(
  database: Database,
  met: MetNode,
  recognition: Recognition = {},
): Promise<void> {
  const { url, place, did, about } = met
  const known = await database.query<KnownNode & Record<string, unknown>>(
    'SELECT url, did, place, holds FROM nodes',
  )
  const same = known.find(each => each.url === url)
  const former = same ?? known.find(each => each.did === did) ?? known.find(each => each.place === place)
  if (former !== undefined && recognition.accepts !== true) {
    if (former.did !== did && !followsFrom(former.did, did, about.successions))
      throw new NodeChanged(url, did, former.did)
    if (former.place !== null && former.place !== place) throw new NodesReordered(orderOf(known))
    if (former.holds !== null && former.holds !== about.database) throw new NodeEmptied(url)
  }
  if (same?.did === did && same.place === place && same.holds === (about.database ?? null)) return
  const stored = await database.query(
    same === undefined
      ? `INSERT INTO nodes (url, did, place, holds) VALUES ($1, $2, $3, $4) ON CONFLICT (url) DO NOTHING RETURNING url`
      : `UPDATE nodes SET did = $2, place = $3, holds = $4 WHERE url = $1 RETURNING url`,
    [url, did, place, about.database ?? null],
  )
  // Of two gateways that meet it at the same time, the first one decides who it is.
  if (stored.length === 0) return recognise(database, met, recognition)
  // The same place under a former URL, or of a node that was lost.
  await database.query('UPDATE nodes SET place = NULL WHERE place = $1 AND url <> $2', [place, url])
}

const orderOf = (known: readonly KnownNode[]): string =>
  known
    .filter(({ place }) => place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ url }) => url)
    .join(', ')

/** True if a chain of statements leads from the known key of a node to the one that it reports. */
export function followsFrom(
  known: string,
  reported: string,
  statements: NodeAbout['successions'] = [],
): boolean {
  try {
    const [first] = statements
    if (first === undefined) return false
    const keys = keysOfChain(readSuccession(first).predecessor, statements)
    const dids = keys.map(({ publicKey }) => didKeyOf(publicKey))
    return dids.indexOf(known) >= 0 && dids.indexOf(known) < dids.indexOf(reported)
  } catch {
    return false
  }
}

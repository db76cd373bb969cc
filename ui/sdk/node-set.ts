/**
 * The storage nodes of a deployment over time: a node is trusted if one that was known has named it. Loaded only when
 * the nodes change.
 */
import { assertSignedBy } from '../../core/crypto/compact.ts'
import { keyIdOf, publicKeyOf } from '../../core/crypto/did.ts'
import { readEnvelope } from '../../core/crypto/nuc.ts'
import { noble } from '../../core/crypto/primitives.ts'
import { readSuccession } from '../../core/crypto/succession.ts'
import type { Environment } from '../../schemas/environment.ts'
import { sdkError } from './errors.ts'
import { sendForJson } from './http.ts'
import { type ServiceKeys, serviceKeysOf } from './service-keys.ts'

/** The part of an environment that names its storage nodes. */
export type NodeSet = ServiceKeys & Pick<Environment, 'nodes' | 'nodeSuccessions' | 'nodeAdditions'>

/** The command of a consent to be copied to a node that is added. */
const COPY = '/nil/db/moves/copy'
/** Statements and consents that are read, at most. */
const MOST = 1_000

/**
 * Verifies that the nodes of an environment follow from known ones: each known node is still there, or the node that
 * it has named in its place by a signed statement; and each further node has the signed consent of one of these.
 * @param known - an environment that was trusted before
 * @param environment - the one that the deployment publishes now
 * @throws AndironError `AND_NODES_UNPROVEN`
 */
export async function assertNodesFollow(known: NodeSet, environment: NodeSet): Promise<void> {
  // Nothing to follow from: the records were in memory.
  if (known.nodes.length === 0) return
  const { nodes, nodeSuccessions = [], nodeAdditions = [], didPrefix } = environment
  const prefixes = didPrefix === undefined ? [] : [didPrefix]
  const idOf = (did: string) => keyIdOf(did, prefixes)
  const refused = (did: string) => sdkError('AND_NODES_UNPROVEN', [did])
  const now = new Map<string, string>()
  for (const { did } of nodes) {
    // One node under two names would hold two shares.
    if (now.has(idOf(did))) throw refused(did)
    now.set(idOf(did), did)
  }

  const successors = new Map<string, Set<string>>()
  const statements = [...nodeSuccessions, ...(await ownStatements(known, environment, idOf))]
  for (const statement of statements.slice(0, MOST)) {
    const named = unlessRefused(() => readSuccession(statement, { prefixes }))
    if (named === undefined) continue
    const from = idOf(named.predecessor)
    successors.set(from, (successors.get(from) ?? new Set()).add(idOf(named.successor)))
  }

  const proven = new Set<string>()
  for (const { did } of known.nodes) {
    const place = placeOf(idOf(did), successors, now)
    if (place === undefined || proven.has(place)) throw refused(did)
    proven.add(place)
  }

  const services = unlessRefused(() => serviceKeysOf({ ...environment, builderDid: known.builderDid })) ?? []
  const isService = (did: string) => services.some(key => idOf(key.did) === idOf(did))
  for (const consent of nodeAdditions.slice(0, MOST)) {
    const added = unlessRefused(() => {
      const [{ compact, payload }] = readEnvelope(consent)
      assertSignedBy(compact, publicKeyOf(payload.iss, prefixes), noble)
      if (payload.cmd !== COPY || !isService(payload.aud) || !('pol' in payload)) return undefined
      const [, , to] = payload.pol.find(([operator, path]) => operator === '==' && path === '.args.to') ?? []
      return typeof to === 'string' ? { by: idOf(payload.iss), to: idOf(to) } : undefined
    })
    if (added === undefined) continue
    // Both may have been replaced since.
    const [by, to] = [placeOf(added.by, successors, now), placeOf(added.to, successors, now)]
    if (by !== undefined && to !== undefined && proven.has(by)) proven.add(to)
  }
  for (const [id, did] of now) if (!proven.has(id)) throw refused(did)
}

/** The statements that new nodes publish themselves: of their own keys, which the service does not repeat. */
async function ownStatements(
  known: NodeSet,
  { nodes }: NodeSet,
  idOf: (did: string) => string,
): Promise<readonly string[]> {
  const former = new Set(known.nodes.map(({ did }) => idOf(did)))
  const answers = await Promise.allSettled(
    nodes
      .filter(({ did }) => !former.has(idOf(did)))
      .map(({ url }) =>
        sendForJson<{ successions?: unknown }>({ url: new URL('/about', url).href, repeatable: false }, []),
      ),
  )
  return answers.flatMap(answer => {
    const successions = answer.status === 'fulfilled' ? answer.value.successions : undefined
    return Array.isArray(successions) ? successions.filter(each => typeof each === 'string') : []
  })
}

/** The node that has the place of another one now. */
function placeOf(
  id: string,
  successors: ReadonlyMap<string, ReadonlySet<string>>,
  now: ReadonlyMap<string, string>,
): string | undefined {
  const seen = new Set([id])
  // A set that grows while it is walked; a circle of statements ends the walk.
  for (const next of seen) {
    if (now.has(next)) return next
    for (const each of successors.get(next) ?? []) seen.add(each)
  }
  return undefined
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

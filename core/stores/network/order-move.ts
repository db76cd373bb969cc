/** Orders the replacement or the addition of a storage node, which a running gateway carries out. */
import { hash } from 'node:crypto'
import { fromHex } from '../../crypto/bytes.ts'
import { didKeyOf } from '../../crypto/did.ts'
import type { KeyPair } from '../../crypto/keys.ts'
import { createDelegation, readEnvelope } from '../../crypto/nuc.ts'
import type { KeyRing } from '../../keys/key-ring.ts'
import { sqlJobs } from '../jobs.ts'
import type { Database } from '../sql/database.ts'
import { canonical } from './authorise.ts'
import { NodeMoveRefused } from './errors.ts'
import { type Adding, COPY, RELEASE } from './node-moves.ts'
import { addNodeMove, isSameUrl, MOVE_JOB, nodeMoves, placesNow } from './node-moves-table.ts'
import { connectNode } from './node-remote.ts'

export interface MoveOrder {
  /** The nodes of the config, in order. */
  readonly urls: readonly string[]
  /** The place of the node among them, from 1 on. @default the new node is added, from the one of the release */
  readonly place?: number | undefined
  /** URL of the new node. */
  readonly to: string
  /** The consent of the old node's operator. */
  readonly release: string
  /** Deletes the documents of the old node afterwards. */
  readonly erases: boolean
}

export interface Release extends Adding {
  /** DID of the service. */
  readonly service: string
  /** DID of the new node. */
  readonly to: string
  readonly expiresAt: number
}

/**
 * The consent of a node's operator that its data moves to one other node, for one service; or that it is copied to
 * a node that is added.
 */
export function releaseNode(
  key: KeyPair,
  { service, to, expiresAt, adds = false }: Release,
  prefixes: readonly string[] = [],
): string {
  const command = adds ? COPY : RELEASE
  return createDelegation({
    ...{ issuer: key, audience: service, subject: key.did, command, expiresAt, prefixes },
    policy: [['==', '.args.to', canonical(to, prefixes)]],
  })
}

/**
 * Stores the order, with a job that every gateway may take. The same order again continues.
 * @returns the id of the move
 * @throws NodeMoveRefused, NodeUnavailableError
 */
export async function orderMove(
  { database, builder, prefixes }: { database: Database; builder: KeyRing; prefixes: readonly string[] },
  { urls, place, to, release, erases }: MoveOrder,
): Promise<string> {
  const moves = await nodeMoves(database)
  const places = placesNow(urls, moves)
  const adds = place === undefined
  const from = adds ? await releasedBy(release, places, prefixes) : places[place - 1]
  if (from === undefined)
    throw new NodeMoveRefused(
      String(place ?? to),
      adds
        ? "none of the nodes has signed the consent; the operator of one makes it with 'andiron nodes release --copy'"
        : `the config lists ${places.length} nodes, counted from 1`,
    )
  // A single node seals secrets under a key of the service, and has no shares.
  if (adds && places.length < 2) throw new NodeMoveRefused(to, 'a deployment of one node does not grow')
  const refuse = (reason: string) => new NodeMoveRefused(from, reason)
  const id = hash('sha256', release, 'hex')
  const other = moves.find(each => each.id !== id && (each.state === 'moving' || each.state === 'closing'))
  if (other !== undefined) throw refuse(`the data of '${other.from_url}' is still moving; one move at a time`)
  if (moves.some(each => each.id === id && (each.state === 'moved' || each.state === 'canceled')))
    throw refuse('this release was used before')
  if (places.some(url => isSameUrl(url, to))) throw refuse(`'${to}' is one of the nodes already`)
  const [old, fresh] = await Promise.all([connectNode(from), connectNode(to)])
  const [oldAbout, freshAbout] = await Promise.all([old.about(), fresh.about()])
  const [from_did, to_did] = [oldAbout, freshAbout].map(each => didKeyOf(fromHex(each.public_key))) as [
    string,
    string,
  ]
  if (from_did === to_did) throw refuse(`'${to}' has the same key: it is the same node`)
  if (oldAbout.build.version !== freshAbout.build.version)
    throw refuse(
      `it runs release ${oldAbout.build.version} and the new node ${freshAbout.build.version}; both need the same one`,
    )
  assertRelease(
    release,
    { from_did, to_did, builder, prefixes, adds, known: moves.some(each => each.id === id) },
    refuse,
  )
  const job = { kind: MOVE_JOB.join('/'), id, state: 'null', dueAt: Date.now() }
  await sqlJobs(database).add(job, { again: true, now: Date.now() }, async transaction =>
    addNodeMove(transaction ?? database, {
      ...{ id, from_url: from, from_did, to_url: to, to_did, release, adds, erases: erases && !adds },
    }),
  )
  return id
}

/** The node whose key has signed the consent. */
async function releasedBy(
  release: string,
  places: readonly string[],
  prefixes: readonly string[],
): Promise<string | undefined> {
  let issuer: string
  try {
    issuer = canonical(readEnvelope(release)[0].payload.iss, prefixes)
  } catch {
    return undefined
  }
  for (const url of places) {
    const { public_key } = await (await connectNode(url)).about()
    if (didKeyOf(fromHex(public_key)) === issuer) return url
  }
  return undefined
}

/** Says what is wrong with a release before anything is ordered; the old node decides. */
function assertRelease(
  release: string,
  {
    from_did,
    to_did,
    builder,
    prefixes,
    adds,
    known,
  }: {
    from_did: string
    to_did: string
    builder: KeyRing
    prefixes: readonly string[]
    adds: boolean
    known: boolean
  },
  refuse: (reason: string) => Error,
): void {
  const read = () => {
    try {
      return readEnvelope(release)[0].payload
    } catch {
      throw refuse("the release is not one; its operator makes it with 'andiron nodes release'")
    }
  }
  const { iss, aud, exp, cmd, ...payload } = read()
  const policy = 'pol' in payload ? payload.pol : []
  if (cmd !== (adds ? COPY : RELEASE))
    throw refuse(
      adds
        ? "the consent is not one to a copy; its operator makes it with 'andiron nodes release --copy'"
        : "the release is not one; its operator makes it with 'andiron nodes release'",
    )
  if (canonical(iss, prefixes) !== from_did) throw refuse('another node has signed the release')
  if (!builder.has(aud)) throw refuse(`the release is for another service than ${builder.did}`)
  if (!JSON.stringify(policy).includes(JSON.stringify(to_did)))
    throw refuse(`the release is for another new node than ${to_did}`)
  if (!known && exp !== undefined && exp * 1000 < Date.now()) throw refuse('the release has expired')
}

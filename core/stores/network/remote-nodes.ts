/**
 * Remote storage nodes, which may be offline when the gateway starts. Their keys identify them after the
 * first contact.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { fromHex } from '../../crypto/bytes.ts'
import { didKeyOf } from '../../crypto/did.ts'
import { createKeyPair } from '../../crypto/keys.ts'
import type { StoredCollection } from '../records.ts'
import type { Database } from '../sql/database.ts'
import { NodeBeingFilled, NodeError, NodeUnavailableError, NodeUnreachable } from './errors.ts'
import { assertCount, knownDid, type Recognition, recognise } from './known-nodes.ts'
import { Network, type NetworkOptions } from './network.ts'
import type { NodeAbout, StorageNode } from './node.ts'
import { isSameUrl, type NodeMoveRow, nodeMoves, placeNow, placesNow } from './node-moves-table.ts'
import { connectNode } from './node-remote.ts'

/**
 * A remote node that may be offline: calls fail with NodeUnreachable until it reconnects, and its preparation
 * is deferred.
 */
export interface RemoteNode extends StorageNode {
  /** True once the node is connected and prepared as far as requested. */
  readonly isThere: boolean
  /** True once the node has ever been connected; until then its `did` is a placeholder. */
  readonly isKnown: boolean
  /** Checks that it answers, and its identity. @throws NodeChanged */
  meet(): Promise<void>
}

/** A remote node that another one may replace, which takes its place then. */
export interface FollowedNode extends RemoteNode {
  /** The statements by which nodes in this place were replaced, the oldest first. */
  readonly replacements: readonly string[]
  /** Changes to the node that has replaced this one; `true` if there is one. */
  follow(moves: readonly NodeMoveRow[]): Promise<boolean>
}

/** Time-out in milliseconds of a request for identity or health. */
const PATIENCE = 1500
/** The same for the first request of a start or of the doctor, which is not repeated. */
const FIRST_PATIENCE = 3000
/** Milliseconds between two readings of the identities of connected nodes. */
const MEETING = 20_000
/** Milliseconds for which a call waits until the node that replaces this one serves. */
const REPLACEMENT = 15_000
/** Milliseconds between two looks for that node. */
const LOOK = 100

export interface ConnectOptions extends Recognition {
  readonly pageBytes?: number | undefined
  /** @default those in the database */
  readonly moves?: readonly NodeMoveRow[] | undefined
}

/**
 * Connects to all nodes, or to those that have replaced them, and to those that were added; each may be offline.
 * @throws NodeChanged, NodeEmptied, NodesReordered, NodesCounted, NodeBeingFilled
 */
export async function connectRemoteNodes(
  urls: readonly string[],
  database: Database,
  { pageBytes, moves: given, accepts = false }: ConnectOptions = {},
): Promise<readonly FollowedNode[]> {
  const moves = given ?? (await nodeMoves(database))
  const filling = moves.find(
    ({ state, to_url }) => isUnfinished(state) && urls.some(url => isSameUrl(url, to_url)),
  )
  if (filling !== undefined) throw new NodeBeingFilled(filling.to_url, filling.from_url)
  const places = placesNow(urls, moves)
  await assertCount(database, places.length, moves)
  const options = { database, nodes: places.length, accepts, ...(pageBytes !== undefined && { pageBytes }) }
  const nodes = await Promise.all(
    places.map((url, at) => followedNode(url, moves, { ...options, place: at + 1 })),
  )
  await Promise.all(nodes.map(node => node.meet()))
  return nodes
}

const isUnfinished = (state: NodeMoveRow['state']): boolean => state === 'moving' || state === 'closing'

const isMoving = (error: unknown): boolean => error instanceof NodeError && error.is('NodeMovingError')

/** A node that is replaced: each call that it refuses for that reason is repeated on the new node. */
async function followedNode(
  url: string,
  moves: readonly NodeMoveRow[],
  options: RemoteOptions,
): Promise<FollowedNode> {
  const { database } = options
  let current = await remoteNode(placeNow(url, moves), options)
  let replacements = replacementsOf(current.url, moves)
  const former = new Set<string>(formerOf(current.url, moves))
  let following: Promise<boolean> | undefined

  async function change(known: readonly NodeMoveRow[]): Promise<boolean> {
    const place = placeNow(current.url, known)
    if (place === current.url) return false
    const next = await remoteNode(place, options)
    await next.meet()
    former.add(current.did)
    current = next
    replacements = replacementsOf(place, known)
    return true
  }
  const follow = (known?: readonly NodeMoveRow[]): Promise<boolean> => {
    following ??= (async () => change(known ?? (await nodeMoves(database))))().finally(() => {
      following = undefined
    })
    return following
  }

  /** Calls the node in this place. A refusal because of a move has had no effect. */
  async function call(name: string | symbol, given: readonly unknown[]): Promise<unknown> {
    for (const deadline = performance.now() + REPLACEMENT; ; ) {
      try {
        return await (Reflect.get(current, name) as (...given: readonly unknown[]) => unknown)(...given)
      } catch (error) {
        if (!isMoving(error) || performance.now() > deadline) throw error
        if (!(await follow())) await delay(LOOK)
      }
    }
  }

  const own = {
    follow: (known: readonly NodeMoveRow[]) => follow(known),
    isKnownAs: (did: string) => former.has(did) || (current.isKnownAs?.(did) ?? did === current.did),
  }
  return new Proxy({} as FollowedNode, {
    get(_, name) {
      if (name in own) return Reflect.get(own, name)
      if (name === 'replacements') return replacements
      const member: unknown = Reflect.get(current, name)
      return typeof member === 'function' ? (...given: readonly unknown[]) => call(name, given) : member
    },
  })
}

/** The moves that led to a place, the oldest first. */
function leadingTo(url: string, moves: readonly NodeMoveRow[]): readonly NodeMoveRow[] {
  const [leading, place] = [[] as NodeMoveRow[], { url }]
  for (const move of moves.toReversed()) {
    if (move.adds) continue
    if (move.state !== 'moved' || !isSameUrl(move.to_url, place.url)) continue
    leading.unshift(move)
    place.url = move.from_url
  }
  return leading
}

const replacementsOf = (url: string, moves: readonly NodeMoveRow[]): readonly string[] =>
  leadingTo(url, moves).flatMap(({ statement }) => (statement === null ? [] : [statement]))

const formerOf = (url: string, moves: readonly NodeMoveRow[]): readonly string[] =>
  leadingTo(url, moves).map(({ from_did }) => from_did)

interface RemoteOptions extends Recognition {
  readonly database: Database
  /** From 1. */
  readonly place: number
  /** The number of nodes that the caller writes to, which it says with each request. */
  readonly nodes: number
  readonly pageBytes?: number
}

async function remoteNode(
  url: string,
  { database, nodes, pageBytes, place, accepts = false }: RemoteOptions,
): Promise<RemoteNode> {
  let did = await knownDid(database, url)
  let recognition: Recognition = { accepts }
  let isThere = false
  const former = new Set<string>()
  // Tokens for a node with an unknown DID have the DID of a key that is thrown away.
  const nobody = didKeyOf(createKeyPair().publicKey)
  const node = await connectNode(url, {
    did: did ?? nobody,
    ...(pageBytes !== undefined && { pageBytes }),
    fetch: async (input, init) => {
      if (!isThere) throw new Error('It is not there yet')
      if (init?.method === 'GET') return fetch(input, init)
      const address = new URL(String(input))
      address.searchParams.set('nodes', String(nodes))
      return fetch(address, init)
    },
  })

  const whenThere =
    <T>(prepare: (token: string, what: T) => Promise<void>) =>
    async (token: string, what: T) => {
      if (!isThere) return
      try {
        await prepare(token, what)
      } catch (error) {
        if (!(error instanceof NodeUnreachable)) throw error
        isThere = false
      }
    }

  /** Accepts the identity of the first contact, and keys that follow from it. @throws NodeChanged, NodeEmptied */
  async function identify(about: NodeAbout): Promise<void> {
    const reported = didKeyOf(fromHex(about.public_key))
    await recognise(database, { url, place, did: reported, about }, recognition)
    recognition = {}
    if (did !== undefined && did !== reported) former.add(did)
    did = reported
  }

  return {
    ...node,
    isKnownAs: known => known === did || former.has(known),
    get did() {
      return did ?? nobody
    },
    get isThere() {
      return isThere
    },
    get isKnown() {
      return did !== undefined
    },
    async meet() {
      if (isThere) return
      const about = await aboutOf(url)
      if (about === undefined) return
      await identify(about)
      isThere = true
    },
    registerBuilder: whenThere(node.registerBuilder),
    async succeedBuilder(token, succession) {
      try {
        await node.succeedBuilder(token, succession)
      } catch (error) {
        if (error instanceof NodeUnreachable) isThere = false
        throw error
      }
    },
    createCollection: whenThere(node.createCollection),
    updateCollection: whenThere(node.updateCollection),
    async health() {
      const [about] = await within(PATIENCE, url, Promise.all([node.about(), node.health()]))
      await identify(about)
    },
  }
}

async function aboutOf(url: string): Promise<NodeAbout | undefined> {
  try {
    return await (await connectNode(url, { did: '', timeout: FIRST_PATIENCE, repeats: false })).about()
  } catch {
    return undefined
  }
}

async function within<T>(milliseconds: number, url: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NodeUnreachable(url)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A network over remote nodes: prepares those that are online, and the others when they connect. */
export class RemoteNetwork extends Network {
  readonly #remoteNodes: readonly FollowedNode[]
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  #wanted: readonly StoredCollection[] = []
  /** True once every connected node has all collections that are wanted. */
  #isPrepared = true
  #met = performance.now()

  constructor(
    options: Omit<NetworkOptions, 'nodes'> & { readonly nodes: readonly FollowedNode[] },
    log: FastifyBaseLogger,
    database: Database,
  ) {
    super(options)
    this.#remoteNodes = options.nodes
    this.#log = log
    this.#database = database
  }

  /** The number of nodes. */
  get size() {
    return this.#remoteNodes.length
  }

  override get nodes() {
    const stranger = this.#remoteNodes.find(({ isKnown }) => !isKnown)
    // A client that knew only some of the nodes would write only to those.
    if (stranger !== undefined) throw new NodeUnavailableError(stranger.url)
    return super.nodes
  }

  override async prepare(collections: readonly StoredCollection[]): Promise<void> {
    this.#wanted = collections
    await this.#prepareWanted()
    for (const url of this.#away())
      this.#log.warn(`The storage node '${url}' does not answer; writes fail until it reconnects`)
  }

  override get replacements(): readonly string[] {
    return this.#remoteNodes.flatMap(({ replacements }) => replacements)
  }

  /** Changes to nodes that have replaced others, and prepares those that have connected since. */
  async seek(): Promise<void> {
    const moves = await nodeMoves(this.#database)
    for (const node of moves.length > 0 ? this.#remoteNodes : []) {
      const { url } = node
      if (await node.follow(moves))
        this.#log.warn(`The storage node '${node.url}' has replaced '${url}': list it in the config`)
    }
    if (this.#wanted.length > 0 && (!this.#isPrepared || this.#away().length > 0)) await this.#prepareWanted()
    // A node may have a new key: its calls must name that before the old one ends.
    if (performance.now() < this.#met + MEETING) return
    this.#met = performance.now()
    await Promise.allSettled(this.#remoteNodes.filter(({ isThere }) => isThere).map(node => node.health()))
  }

  #away(): string[] {
    return this.#remoteNodes.filter(({ isThere }) => !isThere).map(({ url }) => url)
  }

  async #prepareWanted(): Promise<void> {
    const before = new Set(this.#away())
    await Promise.all(this.#remoteNodes.map(node => node.meet()))
    this.#isPrepared = false
    await super.prepare(this.#wanted)
    this.#isPrepared = true
    const now = new Set(this.#away())
    for (const url of before) if (!now.has(url)) this.#log.info(`The storage node '${url}' is connected`)
  }
}

/** `andiron nodes`: lists the storage nodes of a gateway, and replaces or adds one while people write. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openServer } from '../core/backup/deployment.ts'
import { checkConfig } from '../core/config/config.ts'
import type { Config } from '../core/config/config-schema.ts'
import { fromHex } from '../core/crypto/bytes.ts'
import { didKeyOf } from '../core/crypto/did.ts'
import { InvalidKey } from '../core/errors.ts'
import { openBuilder } from '../core/keys/builder-key.ts'
import { ManagedRing } from '../core/keys/key-ring.ts'
import { NodeMoveRefused } from '../core/stores/network/errors.ts'
import {
  type MoveProgress,
  type NodeMoveRow,
  nodeMove,
  nodeMoves,
  placesNow,
  setMoveState,
} from '../core/stores/network/node-moves-table.ts'
import { connectNode } from '../core/stores/network/node-remote.ts'
import { orderMove, releaseNode } from '../core/stores/network/order-move.ts'
import type { Database } from '../core/stores/sql/database.ts'
import { databaseNames } from '../core/stores/sql/database-names.ts'
import { connectPostgres } from '../core/stores/sql/postgres.ts'
import { fail, tell } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

export interface ReplaceOptions extends Located {
  /** A file with the release of the old node's operator. */
  readonly release: string
  readonly erase?: boolean
}

export interface AddOptions extends Located {
  /** A file with the consent of a node's operator to a copy. */
  readonly release: string
}

export interface ReleaseOptions {
  readonly data: string
  /** DID or URL of the new node. */
  readonly to: string
  /** DID of the service, or URL of a gateway of it. */
  readonly service: string
  /** Seconds. */
  readonly expires: number
  /** Consents to a copy of the node, for a node that is added. */
  readonly copy?: boolean
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Milliseconds in which a running gateway takes an order. */
const PATIENCE = 15_000

export async function list(located: Located): Promise<void> {
  await inGateway(located, async ({ urls, database }) => {
    const moves = await nodeMoves(database)
    for (const [at, now] of placesNow(urls, moves).entries()) {
      const url = urls[at]
      const about = await connectNode(now, { timeout: 3000 })
        .then(node => node.about())
        .catch(() => undefined)
      const lines: [string, string][] = [
        ['url', now],
        ...(now === url ? [] : [['in the config', inConfig(url, now)] as [string, string]]),
        ...(about === undefined
          ? [['state', 'does not answer'] as [string, string]]
          : ([
              ['did', didKeyOf(fromHex(about.public_key))],
              ['release', about.build.version],
              ['last backup', about.last_backup ?? 'none known: andiron backup --node'],
            ] as [string, string][])),
      ]
      const move = moves.find(each => each.from_url === now && isUnderWay(each))
      const progress = move && `${move.to_url}: ${sentenceOf(JSON.parse(move.progress))}`
      if (progress) lines.push([move.adds ? 'copied to' : 'replaced by', progress])
      tell(`node ${at + 1}`, lines)
    }
  })
}

export async function replace(
  place: number,
  to: string,
  { release: file, erase = false, ...located }: ReplaceOptions,
): Promise<void> {
  await inGateway(located, async ({ urls, database, config, data }) => {
    const release = (await (file === '-' ? text(process.stdin) : readFile(file, 'utf8'))).trim()
    const builder = await openBuilder(config, data)
    const id = await orderMove(
      { database, builder, prefixes: [config.did.prefix] },
      { urls, place, to, release, erases: erase },
    )
    print(
      `Node ${place} moves to ${to}. The gateway goes on without this command; run it again for the progress.`,
    )
    await watch(database, id)
    const move = await nodeMove(database, id)
    if (move?.state === 'moved') for (const line of after(move, place)) print(line)
  })
}

export async function add(to: string, { release: file, ...located }: AddOptions): Promise<void> {
  await inGateway(located, async ({ urls, database, config, data }) => {
    const release = (await (file === '-' ? text(process.stdin) : readFile(file, 'utf8'))).trim()
    const builder = await openBuilder(config, data)
    const id = await orderMove(
      { database, builder, prefixes: [config.did.prefix] },
      { urls, to, release, erases: false },
    )
    print(
      `${to} is filled without any share of a secret. The gateway goes on without this command; run it again for the progress.`,
    )
    await watch(database, id)
    const moves = await nodeMoves(database)
    if (moves.find(each => each.id === id)?.state !== 'moved') return
    const nodes = placesNow(urls, moves)
    print(
      `There are ${nodes.length} nodes now. Every gateway uses them, and /.well-known/andiron.json names them.`,
    )
    print(`List ${to} in the config, behind the others; the gateway uses it in any case.`)
    print(
      'New secrets have a share on it; andiron doctor counts those of before, which the other nodes keep.',
    )
  })
}

/** Gives an unfinished replacement or addition up. */
export async function cancel(located: Located): Promise<void> {
  await inGateway(located, async ({ database }) => {
    const move = (await nodeMoves(database)).find(isUnderWay)
    if (move === undefined) return print('No node is being replaced or added.')
    if (!(await setMoveState(database, move.id, ['moving'], 'canceled')))
      throw new NodeMoveRefused(move.from_url, 'its service may have ended already; the replacement goes on')
    if (move.adds)
      return print(
        `${move.to_url} is not added. It has a part of the data: give it an empty database before another use.`,
      )
    print(
      `${move.from_url} stays. ${move.to_url} has a part of its data: give it an empty database before another use.`,
    )
  })
}

/** Prints the consent of a node's operator. */
export async function release({ data, to, service, expires, copy = false }: ReleaseOptions): Promise<void> {
  try {
    const ring = await ManagedRing.open(resolve(data), 'node')
    if (ring.isNew)
      throw new InvalidKey(`There is no ${ring.file}: give the directory of the node with --data`)
    const did = await nodeDid(to)
    const builder = await serviceDid(service)
    const expiresAt = Math.floor(Date.now() / 1000) + expires
    print(releaseNode(ring, { service: builder, to: did, expiresAt, adds: copy }))
    process.stderr.write(
      [
        `The service ${builder}`,
        copy
          ? `may copy the data of this node, without its shares of secrets, to the node ${did}`
          : `may move all data of this node, sealed, to the node ${did}`,
        `if it begins before ${new Date(expiresAt * 1000).toISOString()}.`,
        'Give the line above to its operator; it is useless to anyone else. Keep this node running, and its backups, until they report the end.',
        '',
      ].join('\n'),
    )
  } catch (error) {
    fail(error)
  }
}

const inConfig = (url: string | undefined, now: string): string =>
  url === undefined ? `missing: list ${now} behind the others` : `${url}: list ${now} in its place`

const after = ({ from_url, to_url, erases }: NodeMoveRow, place: number): readonly string[] => [
  `Node ${place} is now ${to_url}. Every gateway uses it, and /.well-known/andiron.json names it.`,
  `List ${to_url} in place of ${from_url} in the config; both work.`,
  erases
    ? `${from_url} has deleted its documents. Its operator deletes its database, its data directory and its backups.`
    : `${from_url} answers every request with 503 and still has its copy: its operator stops it, and deletes its database, its data directory and its backups.`,
  `Begin backups of ${to_url}: those of the old node do not fit its key.`,
]

const isUnderWay = ({ state }: NodeMoveRow): boolean => state === 'moving' || state === 'closing'

async function watch(database: Database, id: string): Promise<void> {
  let last = ''
  const begun = Date.now()
  for (;;) {
    const move = await nodeMove(database, id)
    const progress = JSON.parse(move?.progress ?? '{}') as MoveProgress
    const sentence = sentenceOf(progress)
    if (sentence !== last) print(`  ${sentence}`)
    last = sentence
    if (move === undefined || !isUnderWay(move)) return
    if (progress.phase === 'waiting' && progress.problem === undefined && Date.now() > begun + PATIENCE) {
      print('No gateway has begun: start one, and it does. Run this command again for the progress.')
      process.exitCode = 1
      return
    }
    await delay(1000)
  }
}

function sentenceOf({ phase, rows, of, copied, rate, fenced, problem }: MoveProgress): string {
  const left = rate > 0 ? `, about ${Math.ceil(Math.max(0, of - rows) / rate)} s left of this pass` : ''
  const reason = problem === undefined ? '' : `. The last attempt failed: ${problem}`
  const counts = `${rows} of ${of} rows compared, ${copied} copied, ${rate} a second${left}`
  switch (phase) {
    case 'waiting':
      return `waiting for a gateway${reason}`
    case 'copying':
      return `copying: ${counts}${reason}`
    case 'comparing':
      return `copying what has changed since: ${counts}${reason}`
    case 'fenced':
      return `last comparison, changes wait: ${counts}${reason}`
    case 'moved':
      return `moved: both nodes had the same ${of} rows; changes waited ${((fenced ?? 0) / 1000).toFixed(1)} s${reason}`
  }
}

interface Opened {
  readonly config: Config
  /** Absolute path of the data directory. */
  readonly data: string
  /** The nodes of the config. */
  readonly urls: readonly string[]
  /** The gateway's. */
  readonly database: Database
}

/** Opens the gateway's database beside a running gateway. */
async function inGateway(located: Located, run: (opened: Opened) => Promise<void>): Promise<void> {
  try {
    const settings = await readSettings(located)
    await explaining(settings, async () => {
      const config = checkConfig(settings.config)
      const data = resolve(fileURLToPath(settings.directory), config.data)
      const { records, database: stored } = config.stores
      const { nodes: urls } = records
      if (records.driver === 'memory' || typeof urls === 'number')
        throw new NodeMoveRefused(
          'node 1',
          'the nodes of this gateway run in its process, with one operator. Run nodes with andiron node, and list their URLs in stores.records.nodes',
        )
      const server = await openServer(
        stored.driver === 'postgres' ? stored.url : undefined,
        join(data, 'postgres'),
      )
      const databases = connectPostgres(server.address)
      try {
        const database = await databases.open(databaseNames(stored).gateway)
        await run({ config, data, urls, database })
      } finally {
        await databases.close()
        await server.close()
      }
    })
  } catch (error) {
    fail(error)
  }
}

const nodeDid = async (to: string): Promise<string> =>
  to.startsWith('did:') ? to : (await connectNode(to)).did

async function serviceDid(service: string): Promise<string> {
  if (service.startsWith('did:')) return service
  const answer = await fetch(new URL('/.well-known/andiron.json', service))
  const { builderDid } = (await answer.json()) as { builderDid: string }
  return builderDid
}

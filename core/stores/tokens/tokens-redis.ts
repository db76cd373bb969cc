/** Tokens in Redis, for deployments that have it. */

import { createHash } from 'node:crypto'
import type { ChainableCommander, Redis } from 'ioredis'
import { TokensEvicted, TokensUnavailable, TokensUnconfirmed, TokensVolatile } from '../errors.ts'
import { CLOCKS_APART, type TokenStore, type TokenStoreOptions } from './tokens.ts'

export interface RedisTokenStoreOptions extends TokenStoreOptions {
  /** `redis://` or `rediss://`, of a writable server. */
  readonly url: string
  /**
   * Replicas that must confirm a token as used before it counts. With none, the loss of a server loses its
   * latest writes, and a token used in them may be used again on a promoted replica.
   * @default 0
   */
  readonly replicas?: number
  /** Time-out in milliseconds for the confirmation of replicas. @default 1000 */
  readonly confirmation?: number
  /**
   * True accepts a server without an append-only file, which forgets used tokens at a restart, and one that evicts
   * them when its memory is full.
   * @default false
   */
  readonly volatile?: boolean
  /** Prefix of every key. @default 'andiron:tokens:' */
  readonly prefix?: string
}

/**
 * Writes an entry unless a valid one exists, and returns the existing one. Expiry uses the caller's clock:
 * Redis removes expired entries by its own clock, later.
 */
const claimScript = `
  local entry = redis.call('GET', KEYS[1])
  if entry and tonumber(string.match(entry, '^%d+')) > tonumber(ARGV[3]) then return entry end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return false
`

/** Deletes an entry if it has this value. */
const releaseScript = `
  local entry = redis.call('GET', KEYS[1])
  if entry and string.match(entry, '^%d+ (.*)$') == ARGV[1] then redis.call('DEL', KEYS[1]) end
`

/**
 * Connects to one Redis server. One command implements each guarantee of the port, and no command is sent
 * twice: if its response is lost, the caller gets an error, and a token that may have been used stays used.
 */
export async function connectRedisTokenStore(options: RedisTokenStoreOptions): Promise<TokenStore> {
  const { url, replicas = 0, confirmation = 1000, prefix = 'andiron:tokens:', now = Date.now } = options
  const ioredis = await import('ioredis')
  const redis = new ioredis.Redis(url, {
    autoResendUnfulfilledCommands: false,
    commandTimeout: 5_000,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
  })
  // Without a listener, a broken connection would end the process. Each command reports it.
  redis.on('error', () => {})
  await redis.connect().catch(error => {
    redis.disconnect()
    unavailable(error)
  })

  if (!options.volatile)
    await assertLasting(redis).catch(error => {
      redis.disconnect()
      throw error
    })

  const keyOf = (kind: string, token: string) =>
    `${prefix}${kind}:${createHash('sha256').update(token).digest('hex')}`
  const lifetime = (expiresAt: number) => Math.max(1, Math.ceil(expiresAt - now() + CLOCKS_APART))

  /**
   * Sends one command followed by WAIT. They share a connection that way: on a new one WAIT would cover no
   * write, and succeed.
   */
  const send = async (command: ChainableCommander) => {
    const results = await command.wait(replicas, confirmation).exec()
    const [reply, waited] = (results ?? []).map(([error, result]) => (error ? unavailable(error) : result))
    return { reply, confirmed: Number(waited) }
  }
  const confirm = (confirmed: number) => {
    if (confirmed < replicas) throw new TokensUnconfirmed(confirmed, replicas)
  }

  const unexpired = (entry: string) => {
    const { value, expiresAt } = readEntry(entry)
    return expiresAt > now() ? value : undefined
  }

  return {
    async put(kind, token, value, expiresAt) {
      const entry = writeEntry(value, expiresAt)
      await redis.set(keyOf(kind, token), entry, 'PX', lifetime(expiresAt)).catch(unavailable)
    },

    async peek(kind, token) {
      const entry = await redis.get(keyOf(kind, token)).catch(unavailable)
      return entry === null ? undefined : unexpired(entry)
    },

    async take(kind, token) {
      const { reply, confirmed } = await send(redis.pipeline().getdel(keyOf(kind, token)))
      if (typeof reply !== 'string') return undefined
      confirm(confirmed)
      return unexpired(reply)
    },

    async claim(kind, key, value, expiresAt) {
      const entry = writeEntry(value, expiresAt)
      const place = keyOf(kind, key)
      const { reply, confirmed } = await send(
        redis.pipeline().eval(claimScript, 1, place, entry, lifetime(expiresAt), now()),
      )
      if (typeof reply === 'string') return { value: readEntry(reply).value, first: false }
      confirm(confirmed)
      return { value, first: true }
    },

    async release(kind, key, value) {
      await redis.eval(releaseScript, 1, keyOf(kind, key), value).catch(unavailable)
    },

    /** Redis removes expired entries itself. */
    async sweep() {
      return 0
    },

    async ping() {
      await redis.ping().catch(unavailable)
    },

    async close() {
      redis.disconnect()
    },
  }
}

async function assertLasting(redis: Redis): Promise<void> {
  await assertAppendOnly(redis)
  await assertNoEviction(redis)
}

/** Refuses a server that may evict a nonce before it expires. @throws TokensEvicted; TokensUnavailable */
async function assertNoEviction(redis: Redis): Promise<void> {
  // Read where a user without CONFIG may read it, too.
  const info = (await redis.info('memory').catch(refusedBy)) ?? ''
  const [, policy = await redis.config('GET', 'maxmemory-policy').then(valueIn, refusedBy)] =
    /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  const [, limit = await redis.config('GET', 'maxmemory').then(valueIn, refusedBy)] =
    /^maxmemory:(\d+)/m.exec(info) ?? []
  if (policy !== undefined && policy !== 'noeviction' && limit !== '0') throw new TokensEvicted(policy)
}

/**
 * Refuses a server without an append-only file: a snapshot brings used tokens back, and without either the
 * server forgets nonces.
 * @throws TokensVolatile, also if the server lets this user find out neither way; TokensUnavailable
 */
async function assertAppendOnly(redis: Redis): Promise<void> {
  const setting = await redis.config('GET', 'appendonly').then(valueIn, refusedBy)
  if (setting === 'yes') return
  if (setting !== undefined) throw new TokensVolatile(`appendonly is '${setting}'`)
  // Hosted servers often refuse CONFIG.
  const info = await redis.info('persistence').catch(refusedBy)
  const [, enabled] = /^aof_enabled:(\d)/m.exec(info ?? '') ?? []
  if (enabled === '1') return
  throw new TokensVolatile(
    enabled === undefined ? 'it refuses CONFIG GET and INFO to this user' : 'aof_enabled is 0',
  )
}

const valueIn = (reply: unknown) => (Array.isArray(reply) ? (reply[1] as string | undefined) : undefined)

/** `undefined` for a command that the server refuses, by its rules or because it has another name there. */
function refusedBy(error: Error): undefined {
  if (error.name === 'ReplyError' && /^(NOPERM|ERR)/.test(error.message)) return undefined
  unavailable(error)
}

function unavailable(cause: Error): never {
  throw new TokensUnavailable(cause.message, { cause })
}

function writeEntry(value: string, expiresAt: number): string {
  return `${Math.trunc(expiresAt)} ${value}`
}

function readEntry(entry: string): { value: string; expiresAt: number } {
  const end = entry.indexOf(' ')
  return { expiresAt: Number(entry.slice(0, end)), value: entry.slice(end + 1) }
}

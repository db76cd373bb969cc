/**
 * Uploads of newcomers: keys with no stored data except files. Anyone can create such keys, so they share the
 * quota of their address.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  addressOf,
  type Caller,
  type Exhausted,
  type Gateway,
  growing,
  ownedBy,
  type Taken,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { NewcomerFileTooLarge, UploadsExhausted } from './errors.ts'

export interface NewcomerLimits {
  /** Maximum bytes within a window. */
  readonly bytesPerKey: number
  readonly bytesPerAddress: number
  /** Seconds after which an upload without a record is removed, and the length of a window. */
  readonly seconds: number
}

/** The quotas of an upload, as the plugin `attachments` counts them. */
type Newcomer = Parameters<FastifyInstance['uploads']['allow']>[0]['newcomer']

export interface Newcomers {
  /**
   * Consumes the quotas of an upload; undefined if its uploader is no newcomer.
   * @param size - bytes of the sealed file, if announced
   * @throws NewcomerFileTooLarge, UploadsExhausted
   */
  admit(request: FastifyRequest, size: number | undefined): Promise<Newcomer>
  /** Remembers that other data of a key is stored; true if its uploads consumed quotas here. */
  know(key: string): boolean
}

/** The counted and maximum size of an upload without an announced size. */
const UNANNOUNCED = 8 * 1024 * 1024

export function createNewcomers(gateway: Gateway, limits: NewcomerLimits): Newcomers {
  const { quotas, collections, peers } = gateway
  // Stored data of a key remains, unless its person deletes everything: then an entry is outdated for a
  // while.
  const known = new LRUCache<string, true>({ ...growing(100_000), ttl: 3_600_000 })
  // Checked on every submission: only the first one of an uploader costs a database query.
  const admitted = new LRUCache<string, true>({ ...growing(100_000), ttl: limits.seconds * 1000 })
  peers.on('newcomer', key => void admitted.set(key as string, true))
  const others = () =>
    [...collections].filter(({ kind, uid }) => kind === 'owned' && uid !== uids.Binary).map(({ uid }) => uid)

  async function isKnown(caller: Caller): Promise<boolean> {
    if (known.has(caller.key)) return true
    const filter = ownedBy(gateway, caller)
    for (const uid of others()) {
      const { records } = await gateway.records.find(uid, filter, { limit: 1 })
      if (records.length === 0) continue
      known.set(caller.key, true)
      return true
    }
    return false
  }

  return {
    know(key) {
      known.set(key, true)
      return admitted.delete(key)
    },

    async admit({ caller, ip }, size) {
      if (await isKnown(caller)) return undefined
      const bytes = size ?? Math.min(UNANNOUNCED, limits.bytesPerKey, limits.bytesPerAddress)
      const most = Math.min(limits.bytesPerKey, limits.bytesPerAddress)
      if (bytes > most) throw new NewcomerFileTooLarge(most)
      const window = limits.seconds * 1000
      const amount = { records: 1, bytes, at: Date.now(), window }
      const taken: Taken[] = []
      for (const [kind, subject, limit] of [
        ['upload-key', caller.key, limits.bytesPerKey],
        ['upload-address', addressOf(ip), limits.bytesPerAddress],
      ] as const) {
        const result = await quotas.take({
          ...{ kind, subject, ...amount },
          limit: { records: Number.MAX_SAFE_INTEGER, bytes: limit },
        })
        if ('exhausted' in result) {
          for (const each of taken) await quotas.give(each)
          throw refusal(result.exhausted)
        }
        taken.push(result.taken)
      }
      admitted.set(caller.key, true)
      peers.tell('newcomer', caller.key)
      return { taken, keptFor: window, ...(size === undefined && { most: bytes }) }
    },
  }
}

function refusal({ left, until }: Exhausted): Error {
  const seconds = String(Math.max(1, Math.ceil((until - Date.now()) / 1000)))
  return Object.assign(new UploadsExhausted(left.bytes, seconds), { headers: { 'retry-after': seconds } })
}

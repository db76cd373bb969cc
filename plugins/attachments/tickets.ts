/**
 * Tickets: each permits one download of one file of one person, within a minute, until that person signs out
 * everywhere.
 */
import { randomBytes } from 'node:crypto'
import type { Caller, Gateway } from '../../core/index.ts'
import type { OwnFile } from './files.ts'

export interface Ticket {
  /** Absolute; contains the token, and so is as secret as the file. */
  readonly url: string
  /** Seconds. */
  readonly expiresIn: number
}

/** The parameters of a download. */
export interface Presented {
  readonly binaryId: string
  readonly storageKey: string
  readonly token: string
}

/** The owner of the file, and the program through which they requested the ticket. */
export type Holder = Pick<Caller, 'key' | 'client'>

export interface Tickets {
  issue(holder: Holder, file: OwnFile): Promise<Ticket>
  /** The holder of the ticket, which is used up by this call. */
  take(presented: Presented): Promise<Holder | undefined>
  /** Like `take`, without using up the ticket. */
  peek(presented: Presented): Promise<Holder | undefined>
}

/** Lifetime of a ticket in seconds. */
const LIFETIME = 60
const KIND = 'ticket'
/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/

/** A ticket in the store. */
interface Kept extends Holder {
  /** Second since the epoch in which the ticket was issued. */
  readonly at: number
}

/** True if a person has signed out everywhere since a second. */
export type IsSignedOut = (key: string, at: number) => Promise<boolean>

export function createTickets(
  gateway: Gateway,
  isSignedOut: IsSignedOut,
  now: () => number = Date.now,
): Tickets {
  const { tokens, withholding } = gateway
  async function holderOf(kept: string | undefined): Promise<Holder | undefined> {
    if (kept === undefined) return undefined
    const { at, ...holder } = JSON.parse(kept) as Kept
    const { key, client } = holder
    const isWithheld = client !== undefined && (await withholding.isFromProgram(client.id, key))
    return isWithheld || (await isSignedOut(key, at)) ? undefined : holder
  }
  return {
    async issue({ key, client }, file) {
      const presented = {
        binaryId: file.binary._id,
        storageKey: file.key,
        token: randomBytes(32).toString('base64url'),
      }
      const kept: Kept = { key, ...(client && { client }), at: Math.floor(now() / 1000) }
      await tokens.put(KIND, nameOf(presented), JSON.stringify(kept), now() + LIFETIME * 1000)
      const path = [presented.binaryId, presented.storageKey].map(encodeURIComponent).join('/')
      return {
        url: `${gateway.baseUrl}/api/attachment/${path}?token=${presented.token}`,
        expiresIn: LIFETIME,
      }
    },
    async take(presented) {
      if (!TOKEN.test(presented.token)) return undefined
      return holderOf(await tokens.take(KIND, nameOf(presented)))
    },
    async peek(presented) {
      if (!TOKEN.test(presented.token)) return undefined
      return holderOf(await tokens.peek(KIND, nameOf(presented)))
    },
  }
}

/** The hash covers the file: with another one the ticket is unknown, and stays unused. */
const nameOf = ({ binaryId, storageKey, token }: Presented): string =>
  JSON.stringify([token, binaryId, storageKey])

/** Tickets: each lets one file of one person be downloaded once, within a minute. */
import { randomBytes } from 'node:crypto'
import type { Gateway } from '../../core/index.ts'
import type { Owner, OwnFile } from './files.ts'

export interface Ticket {
  /** Absolute; holds the token, and so is as secret as the file. */
  readonly url: string
  /** Seconds. */
  readonly expiresIn: number
}

/** What a download names. */
export interface Presented {
  readonly binaryId: string
  readonly storageKey: string
  readonly token: string
}

export interface Tickets {
  issue(owner: Owner, file: OwnFile): Promise<Ticket>
  /** Whose file the ticket is for; it is used with this. */
  take(presented: Presented): Promise<Owner | undefined>
  /** The same, and the ticket is not used. */
  peek(presented: Presented): Promise<Owner | undefined>
}

/** Seconds that a ticket lives. */
const LIFETIME = 60
const KIND = 'ticket'
/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/

export function createTickets(gateway: Gateway, now: () => number = Date.now): Tickets {
  const { tokens } = gateway
  const ownerOf = (key: string | undefined) => (key === undefined ? undefined : { key })
  return {
    async issue({ key }, file) {
      const presented = {
        binaryId: file.binary._id,
        storageKey: file.key,
        token: randomBytes(32).toString('base64url'),
      }
      await tokens.put(KIND, nameOf(presented), key, now() + LIFETIME * 1000)
      const path = [presented.binaryId, presented.storageKey].map(encodeURIComponent).join('/')
      return {
        url: `${gateway.baseUrl}/api/attachment/${path}?token=${presented.token}`,
        expiresIn: LIFETIME,
      }
    },
    async take(presented) {
      if (!TOKEN.test(presented.token)) return undefined
      return ownerOf(await tokens.take(KIND, nameOf(presented)))
    },
    async peek(presented) {
      if (!TOKEN.test(presented.token)) return undefined
      return ownerOf(await tokens.peek(KIND, nameOf(presented)))
    },
  }
}

/** The file is part of what is hashed: with another one the ticket is unknown, and stays unused. */
const nameOf = ({ binaryId, storageKey, token }: Presented): string =>
  JSON.stringify([token, binaryId, storageKey])

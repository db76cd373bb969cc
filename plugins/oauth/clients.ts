/** The known clients: registered ones, and those described by a document. */
import { randomBytes, toBase64url } from '../../core/crypto/index.ts'
import { addressOf, type Gateway, type Taken, type Taking } from '../../core/index.ts'
import { type Client, readMetadata } from './client.ts'
import { type ClientDocuments, isDocumentUrl } from './client-document.ts'
import { InvalidClient, TooManyClients } from './errors.ts'
import type { Registrable } from './redirects.ts'

export interface Clients {
  /**
   * Registers a client (RFC 7591); an unused registration expires.
   * @throws InvalidClientMetadata, InvalidRedirectUri, TooManyClients
   */
  register(metadata: unknown, ip: string): Promise<Client>
  /** @throws InvalidClient */
  find(id: string): Promise<Client>
  /** Extends the registration of a client that was used. */
  keep(client: Client): Promise<void>
}

export interface ClientLimits {
  /** Seconds after the last use until a registration expires. */
  readonly clientLifetime: number
  /** Seconds until a registration that was never used expires. */
  readonly unusedClientLifetime: number
  /** Maximum unused registrations within that time, of all clients together. */
  readonly unusedClients: number
  /**
   * Maximum registrations within a day from one address, including used ones: anyone can create a key that
   * uses a client.
   */
  readonly clientsPerAddress: number
}

const USED = 'oauth-client'
const UNUSED = 'oauth-client-unused'
const DAY = 24 * 60 * 60_000

/** An unused client, with the quota to give back on its first use. */
interface Unused {
  readonly client: Client
  readonly taken: Taken
}

export function createClients(
  { tokens, quotas }: Pick<Gateway, 'tokens' | 'quotas'>,
  documents: ClientDocuments,
  limits: ClientLimits,
  isRegistrable: Registrable,
): Clients {
  const unusedLifetime = limits.unusedClientLifetime * 1000

  /** @throws TooManyClients */
  async function take(taking: Omit<Taking, 'records' | 'bytes' | 'at' | 'limit'>, most: number, by: string) {
    const amount = { records: 1, bytes: 0, at: Date.now(), limit: { records: most, bytes: 0 } }
    const result = await quotas.take({ ...taking, ...amount })
    if ('taken' in result) return result.taken
    const seconds = String(Math.max(1, Math.ceil((result.exhausted.until - Date.now()) / 1000)))
    throw Object.assign(new TooManyClients(by, String(most), seconds), {
      headers: { 'retry-after': seconds },
    })
  }

  async function unused(id: string): Promise<Unused | undefined> {
    const stored = await tokens.peek(UNUSED, id)
    return stored === undefined ? undefined : (JSON.parse(stored) as Unused)
  }

  return {
    async register(metadata, ip) {
      const client = { id: toBase64url(randomBytes(16)), ...readMetadata(metadata, isRegistrable) }
      const address = { kind: 'oauth-client-address', subject: addressOf(ip), window: DAY }
      // First: an address that has exhausted its quota consumes nothing of the shared one.
      await take(address, limits.clientsPerAddress, 'from this address')
      const all = { kind: 'oauth-client-unused', subject: 'all', window: unusedLifetime }
      const taken = await take(all, limits.unusedClients, 'that nobody has used yet')
      const value: Unused = { client, taken }
      await tokens.put(UNUSED, client.id, JSON.stringify(value), Date.now() + unusedLifetime)
      return client
    },
    async find(id) {
      if (isDocumentUrl(id)) return documents.read(id)
      const stored = await tokens.peek(USED, id)
      if (stored !== undefined) return JSON.parse(stored) as Client
      const fresh = await unused(id)
      if (fresh === undefined)
        throw new InvalidClient('it is not registered here, or no longer; register again')
      return fresh.client
    },
    async keep(client) {
      if (isDocumentUrl(client.id)) return
      await tokens.put(USED, client.id, JSON.stringify(client), Date.now() + limits.clientLifetime * 1000)
      // Taken atomically: of concurrent first uses, one gives back the quota.
      const fresh = await tokens.take(UNUSED, client.id)
      if (fresh !== undefined) await quotas.give((JSON.parse(fresh) as Unused).taken)
    },
  }
}

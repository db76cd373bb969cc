/** The clients there are: those that registered, and those that a document describes. */
import { randomBytes, toBase64url } from '../../core/crypto/bytes.ts'
import type { Gateway } from '../../core/index.ts'
import { type Client, readMetadata } from './client.ts'
import { type ClientDocuments, isDocumentUrl } from './client-document.ts'
import { InvalidClient } from './errors.ts'
import type { Registrable } from './redirects.ts'

export interface Clients {
  /** RFC 7591; the registration ends when it is not used. */
  register(metadata: unknown): Promise<Client>
  /** @throws InvalidClient */
  find(id: string): Promise<Client>
  /** A client that was used is kept for another while. */
  keep(client: Client): Promise<void>
}

const KIND = 'oauth-client'

/**
 * @param lifetime - seconds after which a registration that is not used is forgotten
 */
export function createClients(
  { tokens }: Pick<Gateway, 'tokens'>,
  documents: ClientDocuments,
  lifetime: number,
  isRegistrable: Registrable,
): Clients {
  const put = (client: Client) =>
    tokens.put(KIND, client.id, JSON.stringify(client), Date.now() + lifetime * 1000)

  return {
    async register(metadata) {
      const client = { id: toBase64url(randomBytes(16)), ...readMetadata(metadata, isRegistrable) }
      await put(client)
      return client
    },
    async find(id) {
      if (isDocumentUrl(id)) return documents.read(id)
      const stored = await tokens.peek(KIND, id)
      if (stored === undefined)
        throw new InvalidClient('it is not registered here, or no longer; register again')
      return JSON.parse(stored) as Client
    },
    async keep(client) {
      if (!isDocumentUrl(client.id)) await put(client)
    },
  }
}

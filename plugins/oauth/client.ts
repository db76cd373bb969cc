/** Clients: programs that request to read in a person's name. */
import { InvalidClientMetadata, InvalidRedirectUri } from './errors.ts'
import { type Registrable, whereTo } from './redirects.ts'

export interface Client {
  readonly id: string
  /** The name shown to people: one line, without misleading characters. */
  readonly name: string
  readonly redirectUris: readonly string[]
}

const MOST_REDIRECTS = 20
const LONGEST_NAME = 80
/** Maximum characters of all redirect URIs of a client: the maximum size of a client document. */
const LONGEST_REDIRECTS = 10 * 1024

/**
 * Reads the metadata of a client (RFC 7591 §2), ignoring members that are not needed.
 * @throws InvalidClientMetadata, InvalidRedirectUri
 */
export function readMetadata(metadata: unknown, isRegistrable: Registrable): Omit<Client, 'id'> {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new InvalidClientMetadata('its metadata are not an object')
  const { redirect_uris: redirectUris, client_name: name } = metadata as Record<string, unknown>
  if (!Array.isArray(redirectUris) || redirectUris.length === 0 || redirectUris.length > MOST_REDIRECTS)
    throw new InvalidClientMetadata(`'redirect_uris' must be 1 to ${MOST_REDIRECTS} URIs`)
  for (const uri of redirectUris) if (!isRegistrable(uri)) throw new InvalidRedirectUri(readable(String(uri)))
  if (redirectUris.join('').length > LONGEST_REDIRECTS)
    throw new InvalidClientMetadata(
      `'redirect_uris' are longer than ${LONGEST_REDIRECTS} characters together`,
    )
  if (name !== undefined && typeof name !== 'string')
    throw new InvalidClientMetadata("'client_name' must be a text")
  return { name: readable(name ?? '') || whereTo(redirectUris[0]), redirectUris }
}

/** Removes control characters and those that change the direction of writing. */
function readable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

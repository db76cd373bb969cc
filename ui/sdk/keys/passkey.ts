/** Passkeys as a source of secrets: the WebAuthn extension `prf` (Level 3, §10.1.4). */
import { fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import { sdkError } from '../errors.ts'
import { hasPasskeys } from './has-passkeys.ts'

/** The browser APIs in use. Declared here, because compiling for Node lacks the browser's types. */
interface Browser {
  readonly PublicKeyCredential?: abstract new () => Given
  readonly navigator: {
    readonly credentials: Record<
      'create' | 'get',
      (options: { readonly publicKey: object }) => Promise<unknown>
    >
  }
  readonly location: { readonly hostname: string }
  readonly document: { readonly title: string }
}

interface Given {
  readonly rawId: ArrayBuffer
  getClientExtensionResults(): {
    readonly prf?: {
      readonly enabled?: boolean
      readonly results?: { readonly first?: ArrayBuffer | ArrayBufferView<ArrayBuffer> }
    }
  }
}

const browser = globalThis as unknown as Browser

/** A new passkey, with its output for the salt. */
export interface Passkey {
  readonly credential: string
  /** 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>
}

/** The name of a passkey whose profile has none, from the end of its DID or address. */
export const unnamedPasskey = (label: string): string => `Health profile …${label.slice(-6)}`

const ALGORITHMS = [-8, -7, -257]

/**
 * Creates a passkey for this origin.
 * @param name - as the device lists it beside the others of this origin
 * @throws AndironError `AND_NO_PASSKEY` if the device's passkeys do not support `prf`
 * @throws DOMException if the person declines
 */
export async function createPasskey(salt: Uint8Array<ArrayBuffer>, name: string): Promise<Passkey> {
  if (!hasPasskeys()) throw noPasskey()
  const made = await browser.navigator.credentials.create({
    publicKey: {
      rp: { name: browser.document.title, id: browser.location.hostname },
      user: {
        id: crypto.getRandomValues(new Uint8Array(16)),
        name,
        displayName: name,
      },
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      // Require user verification: possession of the device must not be enough to open a profile.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const { credential, enabled, secret } = read(made)
  if (!enabled && !secret) throw noPasskey()
  // Some authenticators evaluate `prf` only at sign-in.
  return { credential, secret: secret ?? (await prfOf(credential, salt)) }
}

/**
 * The output of a passkey for a salt: always the same 32 bytes.
 * @param credential - undefined if the person chooses among those of this origin
 */
export async function prfOf(
  credential: string | undefined,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!hasPasskeys()) throw noPasskey()
  const given = await browser.navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      allowCredentials:
        credential === undefined ? [] : [{ type: 'public-key', id: fromBase64url(credential) }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const { secret } = read(given)
  if (!secret) throw sdkError('AND_KEY_NOT_OPENED', ['passkey'])
  return secret
}

const noPasskey = () => sdkError('AND_NO_PASSKEY')

function read(given: unknown) {
  const { PublicKeyCredential } = browser
  if (!PublicKeyCredential || !(given instanceof PublicKeyCredential)) throw noPasskey()
  const { prf } = given.getClientExtensionResults()
  const first = prf?.results?.first
  return {
    credential: toBase64url(new Uint8Array(given.rawId)),
    enabled: prf?.enabled === true,
    secret: first && bytesOf(first),
  }
}

function bytesOf(source: ArrayBuffer | ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source)
  return Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))
}

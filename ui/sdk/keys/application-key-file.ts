/** The key of an application as a file, encrypted under a passphrase: from the page to a server. */
import { isJsonObject } from '../../../core/crypto/json.ts'
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { sdkError } from '../errors.ts'
import { keyPairIn, type Signer, type StorageKeyPair, storageKeyPairOf } from '../key-pair.ts'
import { unwrapKey, wrapKey } from './wrapped-key.ts'

/** The application of a key, and the gateway at which it is registered. */
export interface ApplicationKeyAbout {
  readonly applicationId: string
  /** The base URL of the gateway. */
  readonly service: string
}

interface ApplicationKeyFile extends ApplicationKeyAbout {
  readonly file: typeof KIND
  readonly did: string
  readonly key: WrappedKey
}

const KIND = 'andiron application key'

/** Authenticated with the key: a changed file does not open, and its key is never sent to another address. */
const labelOf = ({ applicationId, service, did }: ApplicationKeyAbout & { readonly did: string }): string =>
  JSON.stringify([KIND, applicationId, service, did])

/**
 * Encrypts the key of an application for a file.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param about - the application and its gateway
 * @param passphrase - at least 12 characters
 * @returns the text of the file
 * @throws AndironError `AND_PASSPHRASE_TOO_SHORT`
 */
export async function sealApplicationKey(
  keypair: Signer,
  { applicationId, service }: ApplicationKeyAbout,
  passphrase: string,
): Promise<string> {
  const { did, privateKey } = keyPairIn(keypair)
  const label = labelOf({ applicationId, service, did })
  const key = await wrapKey(privateKey, label, { way: 'passphrase', passphrase })
  const file: ApplicationKeyFile = { file: KIND, applicationId, service, did, key }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Opens the file that `sealApplicationKey` made.
 * @throws AndironError `AND_NOT_AN_APPLICATION_KEY`, `AND_KEY_NOT_OPENED` if the passphrase or a single bit differs
 */
export async function openApplicationKey(
  text: string,
  passphrase: string,
): Promise<ApplicationKeyAbout & { readonly keypair: StorageKeyPair }> {
  const { applicationId, service, did, key } = fileIn(text)
  const label = labelOf({ applicationId, service, did })
  const bytes = await unwrapKey(key, label, { way: 'passphrase', passphrase })
  return { applicationId, service, keypair: storageKeyPairOf(bytes, did.slice(0, did.lastIndexOf(':') + 1)) }
}

function fileIn(text: string): ApplicationKeyFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON, and reported below.
  }
  if (isJsonObject(value) && value['file'] === KIND && isJsonObject(value['key'])) {
    const texts = [value['applicationId'], value['service'], value['did']]
    if (texts.every(each => typeof each === 'string')) return value as unknown as ApplicationKeyFile
  }
  throw sdkError('AND_NOT_AN_APPLICATION_KEY')
}

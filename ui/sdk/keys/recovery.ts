/** Recovery files for keys that no wallet derives: for offline storage, not for a cloud. */
import { fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import { sameIdentity } from '../../../core/crypto/did.ts'
import { sdkError } from '../errors.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../key-pair.ts'

/** The key in plain text: anyone who has the file has the profile. */
export interface RecoveryFile {
  readonly andiron: 'recovery'
  readonly version: 1
  readonly did: string
  /** The 32 bytes of the private key, base64url. */
  readonly key: string
}

/** Creates the recovery file of a storage key: JSON, to be stored where only its owner can read it. */
export const recoveryFileOf = ({ did, privateKey }: StorageKeyPair): RecoveryFile => ({
  ...{ andiron: 'recovery', version: 1 },
  ...{ did, key: toBase64url(privateKey) },
})

/**
 * Reads the storage key from the text of a recovery file.
 * @param did - the DID that the key must have
 * @param didPrefix - `didPrefix` of the environment
 * @throws AndironError `AND_NOT_A_RECOVERY_FILE`, `AND_OTHER_RECOVERY_FILE`; the messages contain nothing of
 * the file
 */
export function readRecovery(text: string, did: string, didPrefix: string): StorageKeyPair {
  const found = keyIn(text, didPrefix)
  if (!found) throw sdkError('AND_NOT_A_RECOVERY_FILE')
  if (!sameIdentity(found.did, did, [didPrefix])) throw sdkError('AND_OTHER_RECOVERY_FILE')
  return found
}

function keyIn(text: string, didPrefix: string): StorageKeyPair | undefined {
  try {
    const { andiron, key } = JSON.parse(text) as Partial<RecoveryFile>
    return andiron === 'recovery' ? storageKeyPairOf(fromBase64url(String(key)), didPrefix) : undefined
  } catch {
    return undefined
  }
}

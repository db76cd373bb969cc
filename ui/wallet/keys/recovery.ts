/** A file with which a key comes back that follows from no wallet: for a drawer, not for a cloud. */
import { fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import { sameIdentity } from '../../../core/crypto/did.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../../sdk/key-pair.ts'

/** Whoever has it has the profile. */
export interface RecoveryFile {
  readonly andiron: 'recovery'
  readonly version: 1
  readonly did: string
  /** The 32 bytes of the private key, base64url. */
  readonly key: string
}

export const recoveryFileOf = ({ did, privateKey }: StorageKeyPair): RecoveryFile => ({
  ...{ andiron: 'recovery', version: 1 },
  ...{ did, key: toBase64url(privateKey) },
})

/** The key of a profile in the text of its file. @throws Error in a sentence for the person, without what the file holds */
export function readRecovery(text: string, did: string, didPrefix: string): StorageKeyPair {
  const found = keyIn(text, didPrefix)
  if (!found) throw new Error('This is not a recovery file.')
  if (!sameIdentity(found.did, did, [didPrefix])) throw new Error('This file is of another profile.')
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

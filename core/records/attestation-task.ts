/** A worker module: verifies the attestations of records. */
import type { ChainedKey } from '../crypto/succession.ts'
import { publicKeysAt } from '../keys/key-ring.ts'
import { choosePrimitives } from '../keys/native.ts'
import { isAttestedIn } from '../stores/attested.ts'
import type { StoredRecord } from '../stores/records.ts'

export interface AttestationInput {
  readonly collection: string
  /** The keys of the service, the newest last. */
  readonly keys: readonly ChainedKey[]
  /** A list, as JSON. */
  readonly records: string
}

const primitives = await choosePrimitives()

/** For each record, true if it is as the service attested it. */
export default function work({ collection, keys, records }: AttestationInput): readonly boolean[] {
  const ring = { publicKeysAt: (time: number) => publicKeysAt(keys, time) }
  return (JSON.parse(records) as StoredRecord[]).map(record =>
    isAttestedIn(ring, primitives, collection, record),
  )
}

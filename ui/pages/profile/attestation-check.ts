/** Verifies in this browser that records are as they were submitted, by their attestations. */
import { useEffect, useState } from 'react'
import { verifyAttestation } from '../../../core/crypto/attest.ts'
import { ATTESTATION, attested, recordOf } from '../../../core/crypto/attested-record.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import type { Environment } from '../../../schemas/environment.ts'
import { serviceKeysOf } from '../../sdk/service-keys.ts'
import type { OwnRecord } from './person-records.ts'

/** Verifications before the page may react to the person. */
const AT_ONCE = 4

/** A check of one record after the other. @throws CryptoError if the chain of the service's keys does not verify */
export function attestationCheck(environment: Environment): (record: OwnRecord) => boolean {
  const keys = serviceKeysOf(environment)
  const isAttested = ({ collection, document }: OwnRecord): boolean => {
    const { [ATTESTATION]: signature, _id, _owner, _created } = document as Record<string, unknown>
    const created = Date.parse(String(_created))
    if (typeof signature !== 'string' || typeof _owner !== 'string' || Number.isNaN(created)) return false
    const owner = keyIdOf(_owner, [environment.didPrefix])
    const payload = attested(collection, String(_id), owner, recordOf(document))
    return keys.some(
      ({ ends, publicKey }) => created < ends * 1000 && verifyAttestation(payload, signature, publicKey),
    )
  }
  return record => {
    try {
      return isAttested(record)
    } catch {
      // Records that a person wrote directly to the nodes may have any shape.
      return false
    }
  }
}

/** The ids of the records that are as they were submitted; those of a record are absent until it is verified. */
export function useAttested(
  records: readonly OwnRecord[],
  environment: Environment,
): ReadonlyMap<string, boolean> {
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(() => {
    let isOver = false
    const verify = async () => {
      const isAttested = attestationCheck(environment)
      const found = new Map<string, boolean>()
      for (const [at, record] of records.entries()) {
        found.set(record.document._id, isAttested(record))
        if (at % AT_ONCE !== AT_ONCE - 1) continue
        setKnown(new Map(found))
        await new Promise(resolve => setTimeout(resolve))
        if (isOver) return
      }
      setKnown(found)
    }
    // A chain that does not verify confirms nothing.
    verify().catch(() => setKnown(new Map(records.map(({ document }) => [document._id, false]))))
    return () => {
      isOver = true
    }
  }, [records, environment])
  return known
}

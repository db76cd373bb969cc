/** Verification of records by the keys of the service. */
import t from 'tap'
import { attest } from '../../../core/crypto/attest.ts'
import { ATTESTATION, attested } from '../../../core/crypto/attested-record.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import type { Environment } from '../../../schemas/environment.ts'
import { uids } from '../../../schemas/uids.ts'
import { attestationCheck } from '../profile/attestation-check.ts'
import type { OwnRecord } from '../profile/person-records.ts'

const service = createKeyPair()
const person = createKeyPair()
const environment = { builderDid: service.did, didPrefix: 'did:nil:' } as Environment
const collection = uids.Observation
const record = { resourceType: 'Observation', valueInteger: 12 }

/** The record as the nodes store it, with changes after it was signed. */
const stored = (changes: object = {}, by = service): OwnRecord => {
  const signature = attest(attested(collection, 'a', keyIdOf(person.did), record), by.privateKey)
  const document = {
    ...{ _id: 'a', _owner: person.did, _acl: [], [ATTESTATION]: signature },
    ...{ _created: '2026-11-23T10:00:00.000Z', _updated: '2026-11-23T10:00:00.000Z' },
    ...{ ...record, ...changes },
  }
  return { collection, document }
}

t.test('a record that was changed, moved or signed by another key is not as submitted', async t => {
  const isAttested = attestationCheck(environment)
  t.ok(isAttested(stored()))
  t.notOk(isAttested(stored({ valueInteger: 13 })))
  t.notOk(isAttested(stored({ _id: 'b' })))
  t.notOk(isAttested(stored({ _owner: service.did })))
  t.notOk(isAttested({ ...stored(), collection: uids.Binary }))
  t.notOk(isAttested(stored({}, person)))
})

t.test('a malformed record is not as submitted, and does not end the check of others', async t => {
  const isAttested = attestationCheck(environment)
  const malformed = [
    ...[{ _owner: 'did:nil:me' }, { _created: 'yesterday' }, { [ATTESTATION]: 'a.b' }, { [ATTESTATION]: 7 }],
    ...[{ note: '\ud800' }, { valueInteger: Number.NaN }],
  ]
  for (const changes of malformed) t.notOk(isAttested(stored(changes)), Object.keys(changes).join())
})

/** A record that this process has attested is not verified again, in its place and unchanged; all others are. */
import t from 'tap'
import { createKeyPair } from '../../crypto/keys.ts'
import { noble, type Primitives } from '../../crypto/primitives.ts'
import { attested, isAttestedBy, withAttestation } from '../attested.ts'

const [collection, other] = ['0b6e4d4e-6f0c-4ac4-8d3e-5d0c4ad7a1f1', '6a0a5a0e-3f0f-4e52-8a43-0d8f25a4f2a5']
const id = 'f3a9c1de-1f5c-4c0e-9d3b-0f6f3f1f7d01'
const [service, stranger, person] = [createKeyPair(), createKeyPair(), createKeyPair()]
const owner = person.did.replace('did:nil:', '')

let verified = 0
const primitives: Primitives = {
  ...noble,
  verify(...parameters) {
    verified += 1
    return noble.verify(...parameters)
  },
}

const record = withAttestation(
  service,
  primitives,
  attested(collection, id, owner, { answers: [{ value: 1 }] }),
)

const isAttested = (
  changes: {
    collection?: string
    id?: string
    owner?: string
    record?: typeof record
    key?: Uint8Array
  } = {},
) => {
  const place = { id, owner: person.did, record, ...changes }
  return isAttestedBy([changes.key ?? service.publicKey], primitives, changes.collection ?? collection, place)
}

t.test('an attestation of this process is not verified again', async t => {
  t.equal(isAttested(), true)
  t.equal(verified, 0)
})

t.test('a copy, as a node gets it over HTTP, is verified', async t => {
  t.equal(isAttested({ record: JSON.parse(JSON.stringify(record)) }), true)
  t.equal(verified, 1)
  const changed = { ...record, answers: [{ value: 2 }] }
  t.equal(isAttested({ record: changed }), false)
  t.equal(isAttested({ record: { ...record } }), true)
})

t.test('it counts for no other place and no other key', async t => {
  t.equal(isAttested({ collection: other }), false)
  t.equal(isAttested({ id: other }), false)
  t.equal(isAttested({ owner: stranger.did }), false)
  t.equal(isAttested({ key: stranger.publicKey }), false)
})

t.test('a record cannot change after it was attested', async t => {
  t.throws(() => Object.assign(record, { answers: [] }), TypeError)
  t.throws(() => Object.assign((record['answers'] as object[])[0] ?? {}, { value: 2 }), TypeError)
})

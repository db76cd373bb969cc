/** A record has one canonical form, and an attestation holds for exactly that record. */

import t from 'tap'
import { attest, canonicalize, verifyAttestation } from '../attest.ts'
import { decodeUtf8, encodeUtf8, fromBase64url, toBase64url } from '../bytes.ts'
import { signMessage } from '../es256k.ts'
import { signJwt } from '../jwt.ts'
import { createKeyPair, keyPairOf } from '../keys.ts'
import vectors from './fixtures/canonical-json.json' with { type: 'json' }

const { privateKey, publicKey, did } = keyPairOf(new Uint8Array(32).fill(5))
const record = {
  resourceType: 'QuestionnaireResponse',
  _id: '1',
  item: [{ linkId: 'a', answer: [{ valueDecimal: 4.5 }] }],
}

t.test('the canonical form is that of RFC 8785', async t => {
  for (const { input, output } of vectors.objects) t.equal(canonicalize(JSON.parse(input)), output)
  for (const [bits, output] of vectors.numbers) {
    const number = new DataView(new BigUint64Array([BigInt(`0x${bits}`)]).buffer).getFloat64(0, true)
    if (output === null) t.throws(() => canonicalize(number), { code: 'AND_NOT_JSON' })
    else t.equal(canonicalize(number), output)
  }
  t.equal(canonicalize({ b: [], a: {}, c: '' }), '{"a":{},"b":[],"c":""}')
})

t.test('the canonical form survives being stored', async t => {
  const stored = JSON.parse(JSON.stringify({ ...record, absent: undefined }))
  t.equal(canonicalize({ ...record, absent: undefined }), canonicalize(stored))
})

t.test('texts and names are written as JSON writes them, few members or many', async t => {
  const texts = [
    '',
    'a',
    '"',
    '\\',
    '\n',
    '\u001f',
    '\u007f',
    '\u2028',
    'é',
    '\ud83d\ude00',
    '__proto__',
    'x'.repeat(100),
  ]
  for (const text of texts) t.equal(canonicalize(text), JSON.stringify(text))
  for (const count of [2, 20, 21, 100]) {
    const names = Array.from({ length: count }, (_, at) => `${(at * 11) % count}${texts[at % texts.length]}`)
    const record = Object.fromEntries(names.map(name => [name, name]))
    const members = [...names].sort().map(name => `${JSON.stringify(name)}:${JSON.stringify(name)}`)
    t.equal(canonicalize(record), `{${members}}`)
  }
})

t.test('refuses what has no JSON form', async t => {
  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  const refused = [
    undefined,
    [undefined],
    new Array(1),
    1n,
    Symbol('s'),
    () => 1,
    new Date(0),
    new Map(),
    Number.NaN,
    '\ud800',
    { '\udc00': 1 },
    cyclic,
  ]
  for (const value of refused) t.throws(() => canonicalize(value), { code: 'AND_NOT_JSON' }, typeof value)
})

t.test('an attestation holds for the record, however its members are ordered', async t => {
  const jws = attest(record, privateKey)
  t.match(jws, /^[\w-]+\.\.[\w-]{86}$/)
  t.equal(decodeUtf8(fromBase64url(jws.split('.')[0] ?? '')), '{"alg":"ES256K","typ":"andiron-attestation"}')
  t.ok(verifyAttestation(record, jws, publicKey))
  const { resourceType, ...others } = record
  t.ok(verifyAttestation({ ...others, resourceType }, jws, publicKey))
})

t.test('an attestation is a JWS whose payload was left out', async t => {
  const [header, , signature] = attest(record, privateKey).split('.')
  const input = `${header}.${toBase64url(encodeUtf8(canonicalize(record)))}`
  t.equal(signature, toBase64url(signMessage(encodeUtf8(input), privateKey)))
})

t.test('an attestation holds for nothing else', async t => {
  const jws = attest(record, privateKey)
  t.notOk(verifyAttestation({ ...record, _id: '2' }, jws, publicKey))
  t.notOk(verifyAttestation({ ...record, more: null }, jws, publicKey))
  t.notOk(verifyAttestation(undefined, jws, publicKey))
  t.notOk(verifyAttestation(record, jws, createKeyPair().publicKey))
  t.notOk(verifyAttestation(record, jws, new Uint8Array(33)))
  for (const other of [
    '',
    '..',
    jws.slice(0, -1),
    `${jws}=`,
    `${jws}.`,
    jws.replace('..', '.e30.'),
    `A${jws}`,
  ]) {
    t.notOk(verifyAttestation(record, other, publicKey), other)
  }
  const token = signJwt({ iss: did, iat: 1, exp: 2, nonce: 'n' }, privateKey)
  const [header, payload, signature] = token.split('.')
  t.notOk(
    verifyAttestation(
      JSON.parse(decodeUtf8(fromBase64url(payload ?? ''))),
      `${header}..${signature}`,
      publicKey,
    ),
    'a token is none',
  )
})

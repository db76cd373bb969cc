/** Encodings have one spelling each, signed JSON has one reading, and everything else is refused. */

import fc from 'fast-check'
import t from 'tap'
import * as bytes from '../bytes.ts'
import { CryptoError } from '../errors.ts'
import { parseJsonObject } from '../json.ts'

const malformed = { code: 'AND_MALFORMED_ENCODING' }

t.test('encodes as RFC 4648 §10 does', async t => {
  const vectors = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
  const base64 = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy']
  for (const [at, text] of vectors.entries()) {
    const encoded = base64[at] ?? ''
    t.equal(bytes.toBase64(bytes.encodeUtf8(text)), encoded)
    t.equal(bytes.decodeUtf8(bytes.fromBase64(encoded)), text)
    t.equal(bytes.toBase64url(bytes.encodeUtf8(text)), encoded.replaceAll('=', ''))
    t.equal(bytes.decodeUtf8(bytes.fromBase64url(encoded.replaceAll('=', ''))), text)
  }
  t.equal(bytes.toBase64url(Uint8Array.of(0xfb, 0xff)), '-_8')
  t.equal(bytes.toBase64(Uint8Array.of(0xfb, 0xff)), '+/8=')
})

t.test('agrees with Buffer on any bytes', async t => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), array => {
      const buffer = Buffer.from(array)
      return (
        bytes.toBase64(array) === buffer.toString('base64') &&
        bytes.toBase64url(array) === buffer.toString('base64url') &&
        bytes.toHex(array) === buffer.toString('hex') &&
        bytes.equal(bytes.fromBase64(buffer.toString('base64')), array) &&
        bytes.equal(bytes.fromBase64url(buffer.toString('base64url')), array) &&
        bytes.equal(bytes.fromHex(buffer.toString('hex')), array)
      )
    }),
  )
  t.pass()
})

t.test('base64url after other bytes is the same with and without Node', async t => {
  const first = bytes.encodeUtf8('header.')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), array => {
      // A view into a larger buffer.
      const view = Uint8Array.of(1, 2, ...array, 3).subarray(2, -1)
      const expected = `header.${Buffer.from(array).toString('base64url')}`
      return [bytes.base64urlBytes(view, first), bytes.base64urlBytes(view, first, null)].every(
        found => bytes.decodeUtf8(found) === expected,
      )
    }),
  )
  t.pass()
})

t.test('refuses every other spelling of base64url', async t => {
  for (const text of [
    'Zg==',
    'Zh',
    'Zm9',
    'Z',
    'Zm9vY',
    'Zm 9v',
    'Zm9v\n',
    'Zm+v',
    'Zm/v',
    'Zm9v=',
    'Zmé',
    'Zm*v',
  ]) {
    t.throws(() => bytes.fromBase64url(text), malformed, JSON.stringify(text))
  }
})

t.test('refuses every other spelling of base64', async t => {
  for (const text of [
    'Zg',
    'Zg=',
    'Zh==',
    'Zm9=',
    'Zm9v====',
    '====',
    '=',
    'Z===',
    'Zm-v',
    'Zm_v',
    'Z=g=',
    ' Zg=',
  ]) {
    t.throws(() => bytes.fromBase64(text), malformed, JSON.stringify(text))
  }
})

t.test('refuses hex that is not pairs of digits', async t => {
  for (const text of ['0', '0x00', 'gg', ' 00', '00\n', '0 ']) {
    t.throws(() => bytes.fromHex(text), malformed, JSON.stringify(text))
  }
  t.same(bytes.fromHex('AbCd'), Uint8Array.of(0xab, 0xcd))
})

t.test('neither writes nor reads ill-formed text', async t => {
  t.throws(() => bytes.encodeUtf8('\ud800'), malformed)
  t.throws(() => bytes.decodeUtf8(Uint8Array.of(0xc0, 0x80)), malformed)
  t.equal(bytes.decodeUtf8(bytes.encodeUtf8('\ufeff𝄞')), '\ufeff𝄞', 'a byte order mark is a character')
})

t.test('compares bytes', async t => {
  t.ok(bytes.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2)))
  t.notOk(bytes.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3)))
  t.notOk(bytes.equal(Uint8Array.of(1, 2), Uint8Array.of(1)))
})

t.test('reads JSON objects', async t => {
  t.same(parseJsonObject('{ "a" : {"b": [{"a":"}\\""}, "a", "a"]}, "b" : "a" }'), {
    a: { b: [{ a: '}"' }, 'a', 'a'] },
    b: 'a',
  })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), object => {
      const text = JSON.stringify(object)
      return JSON.stringify(parseJsonObject(text)) === text
    }),
  )
})

t.test('refuses JSON that two readers could understand differently', async t => {
  const refused = [
    '',
    '[]',
    'null',
    '"a"',
    '{',
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061" :2}',
    '{"x":[{"a":1,"b":2,"a":3}]}',
  ]
  for (const text of refused) t.throws(() => parseJsonObject(text), { code: 'AND_NOT_JSON' }, text)
  t.throws(() => parseJsonObject(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`), {
    code: 'AND_NOT_JSON',
    reason: 'it is nested too deeply',
  })
})

t.test('an error keeps its reason out of the message of a refused token', async t => {
  const refused = new CryptoError('AND_INVALID_TOKEN', 'it has expired')
  t.equal(refused.message, 'The token is not accepted')
  t.equal(refused.reason, 'it has expired')
  t.equal(new CryptoError('AND_MALFORMED_DID', '$& is kept').message, 'The DID is malformed: $& is kept')
})

t.test('freed bytes are gone where Node.js can do that, and shared memory stays', async t => {
  const own = new Uint8Array(8)
  bytes.free(own)
  t.equal(own.length, 'transfer' in ArrayBuffer.prototype ? 0 : 8)
  const shared = new Uint8Array(16).subarray(4, 12)
  bytes.free(shared)
  t.equal(shared.length, 8)
})

/** A self-signed token is accepted in one form only, and every refusal looks the same from outside. */

import t from 'tap'
import { decodeUtf8, encodeUtf8, fromBase64url, toBase64url } from '../bytes.ts'
import { didKeyOf, keyIdOf } from '../did.ts'
import { CryptoError } from '../errors.ts'
import { signMessage } from '../es256k.ts'
import { createSelfSignedJwt, type JwtVerification, MAX_TOKEN_LENGTH, signJwt, verifyJwt } from '../jwt.ts'
import { createKeyPair, keyPairOf } from '../keys.ts'

const keyPair = keyPairOf(new Uint8Array(32).fill(7))
const now = 1_800_000_000
const claims = { iss: keyPair.did, iat: now, exp: now + 3600, nonce: 'n', scopes: ['write'] }

/** Signs any header and payload, as an attacker with a key of their own can. */
function forge(header: unknown, payload: unknown, privateKey = keyPair.privateKey): string {
  const text = (part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part))
  const input = `${toBase64url(encodeUtf8(text(header)))}.${toBase64url(encodeUtf8(text(payload)))}`
  return `${input}.${toBase64url(signMessage(encodeUtf8(input), privateKey))}`
}

const header = { alg: 'ES256K', typ: 'JWT' }

function reasonOf(token: string, options: Partial<JwtVerification> = {}): string {
  try {
    verifyJwt(token, { now, ...options })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return error.code === 'AND_INVALID_TOKEN' && error.message === 'The token is not accepted'
      ? error.reason
      : `${error.code} ${error.message}`
  }
}

t.test('a token made is a token verified', async t => {
  const token = createSelfSignedJwt({
    keyPair,
    scopes: ['write'],
    now,
    audience: 'https://profile.example',
    applicationId: 'app',
    extra: { sub: 'x', iss: 'did:nil:replaced' },
  })
  const { claims, publicKey, did } = verifyJwt(token, { now, audience: 'https://profile.example' })
  t.match(claims, {
    iss: keyPair.did,
    iat: now,
    exp: now + 3600,
    scopes: ['write'],
    aud: 'https://profile.example',
    applicationId: 'app',
    sub: 'x',
    nonce: /^[0-9a-f]{32}$/,
  })
  t.same(publicKey, keyPair.publicKey)
  t.equal(did, keyPair.did)
})

t.test('the wire form is header, payload, signature, and the same claims give the same bytes', async t => {
  const token = createSelfSignedJwt({ keyPair, scopes: ['write'], now, nonce: 'n', lifetime: 60 })
  const [first = '', second = ''] = token.split('.')
  t.equal(decodeUtf8(fromBase64url(first)), '{"alg":"ES256K","typ":"JWT"}')
  t.equal(
    decodeUtf8(fromBase64url(second)),
    `{"iss":"${keyPair.did}","iat":${now},"exp":${now + 60},"nonce":"n","scopes":["write"]}`,
  )
  t.equal(signJwt({ ...claims, exp: now + 60 }, keyPair.privateKey), token)
})

t.test('accepts an issuer in either spelling, and a configured prefix where it is configured', async t => {
  t.equal(reasonOf(signJwt({ ...claims, iss: didKeyOf(keyPair.publicKey) }, keyPair.privateKey)), 'accepted')
  const own = keyPairOf(keyPair.privateKey, 'did:hearth:')
  const token = signJwt({ ...claims, iss: own.did }, own.privateKey)
  t.equal(reasonOf(token), 'its issuer is not a DID of an accepted form')
  t.equal(reasonOf(token, { prefixes: ['did:hearth:'] }), 'accepted')
})

t.test('refuses a header that is not exactly ours', async t => {
  const others = [
    { alg: 'none', typ: 'JWT' },
    { alg: 'HS256', typ: 'JWT' },
    { alg: 'es256k', typ: 'JWT' },
    { alg: 'ES256K' },
    { alg: 'ES256K', typ: 'jwt' },
    { ...header, kid: '1' },
    { ...header, jwk: {} },
    { ...header, crit: [] },
  ]
  for (const other of others) {
    t.equal(
      reasonOf(forge(other, claims)),
      'its header is not exactly alg ES256K and typ JWT',
      JSON.stringify(other),
    )
  }
  t.equal(reasonOf(forge({ typ: 'JWT', alg: 'ES256K' }, claims)), 'accepted', 'in any order')
})

t.test('refuses what is not three canonical segments of JSON objects', async t => {
  const token = forge(header, claims)
  const [first, second, third = ''] = token.split('.')
  for (const text of ['', 'a', 'a.b', '..', `${token}.`, `${token}.x`, `${first}.${second}`]) {
    t.match(reasonOf(text), /three segments|64 bytes/, text)
  }
  for (const text of [`${first}.${second}.${third.slice(0, -1)}`, `${token}A`, `${token}=`]) {
    t.equal(reasonOf(text), 'its signature is not 64 bytes')
  }
  const uncanonical = 'a segment is not canonical base64url of a JSON object'
  t.equal(reasonOf(`${first}=.${second}.${third}`), uncanonical)
  t.equal(reasonOf(`${first}. ${second}.${third}`), uncanonical)
  const payloads = ['[]', 'null', '{"iss":1,"iss":2}', '{', '']
  for (const payload of payloads) t.equal(reasonOf(forge(header, payload)), uncanonical, payload)
  t.equal(reasonOf(forge(header, { ...claims, more: 'x'.repeat(MAX_TOKEN_LENGTH) })), 'it is too long')
})

t.test('refuses missing and mistyped claims, and names them in the reason', async t => {
  for (const name of ['iss', 'iat', 'exp', 'nonce'] as const) {
    const { [name]: _, ...others } = claims
    t.match(reasonOf(forge(header, others)), new RegExp(`'${name}' is missing`))
  }
  const mistyped: Record<string, unknown[]> = {
    iss: [1, '', null],
    iat: ['1', 1.5, -1, 1e300, null],
    exp: ['1', now + 0.5],
    nonce: ['', 1],
    nbf: ['0', 1.5],
    aud: [1, '', {}, [1]],
    sub: [1, null],
    scopes: ['write', [1], { 0: 'write', length: 1 }],
    applicationId: [1, {}],
  }
  for (const [name, values] of Object.entries(mistyped)) {
    for (const value of values) {
      t.match(
        reasonOf(forge(header, { ...claims, [name]: value })),
        `'${name}'`,
        `${name} ${JSON.stringify(value)}`,
      )
    }
  }
  t.equal(
    reasonOf(forge(header, { ...claims, iss: `did:nil:${keyPair.did.slice(8).toUpperCase()}` })),
    'its issuer is not a DID of an accepted form',
  )
})

t.test('holds the times, with thirty seconds for the clocks', async t => {
  const at = (iat: number, exp: number, more: object = {}) =>
    reasonOf(forge(header, { ...claims, iat, exp, ...more }))
  t.equal(at(now, now), 'it expires before it is issued')
  t.equal(at(now, now + 3601), 'it lives too long')
  t.equal(at(now + 30, now + 60), 'accepted')
  t.equal(at(now + 31, now + 60), 'it is issued in the future')
  t.equal(at(now - 60, now - 29), 'accepted')
  t.equal(at(now - 60, now - 30), 'it has expired')
  t.equal(at(now, now + 60, { nbf: now + 30 }), 'accepted')
  t.equal(at(now, now + 60, { nbf: now + 31 }), 'it is not valid yet')
  t.equal(reasonOf(forge(header, { ...claims, iat: now + 1 }), { skew: 0 }), 'it is issued in the future')
})

t.test('a clock or a limit that is no number refuses', async t => {
  const token = forge(header, claims)
  t.equal(reasonOf(token, { now: Number.NaN }), 'it is issued in the future')
  t.equal(reasonOf(token, { skew: Number.NaN }), 'it is issued in the future')
  t.equal(reasonOf(token, { maxLifetime: () => Number.NaN }), 'it lives too long')
})

t.test('a longer life is granted by what the token claims', async t => {
  const week = 7 * 24 * 3600
  const maxLifetime: JwtVerification['maxLifetime'] = ({ scopes = [], applicationId }) =>
    scopes.includes('read') && applicationId === undefined ? week : 3600
  const token = (more: object) => forge(header, { ...claims, exp: now + week, ...more })
  t.equal(reasonOf(token({ scopes: ['read'] }), { maxLifetime }), 'accepted')
  t.equal(reasonOf(token({ scopes: ['write'] }), { maxLifetime }), 'it lives too long')
  t.equal(reasonOf(token({ scopes: ['read'], applicationId: 'app' }), { maxLifetime }), 'it lives too long')
})

t.test('an audience that is present must be ours', async t => {
  const gateway = createKeyPair()
  const foreign = 'it is meant for another audience'
  const token = (aud: unknown) => forge(header, { ...claims, aud })
  t.equal(reasonOf(token('https://a.example')), foreign, 'a verifier without a name is nobody')
  t.equal(reasonOf(token('https://a.example'), { audience: 'https://b.example' }), foreign)
  t.equal(reasonOf(token([]), { audience: 'https://b.example' }), foreign)
  t.equal(
    reasonOf(token('https://b.example'), { audience: ['https://a.example', 'https://b.example'] }),
    'accepted',
  )
  t.equal(reasonOf(token(['x', gateway.did]), { audience: gateway.did }), 'accepted')
  t.equal(reasonOf(token(didKeyOf(gateway.publicKey)), { audience: gateway.did }), 'accepted', 'DIDs by key')
})

t.test('refuses a token that another key signed', async t => {
  const other = createKeyPair()
  t.not(keyIdOf(other.did), keyIdOf(keyPair.did))
  t.equal(reasonOf(forge(header, claims, other.privateKey)), 'its signature does not verify')
  const [first, second, third] = forge(header, claims).split('.')
  const altered = toBase64url(encodeUtf8(JSON.stringify({ ...claims, scopes: ['admin'] })))
  t.equal(reasonOf(`${first}.${altered}.${third}`), 'its signature does not verify')
  t.ok(second)
})

t.test('does not sign with what is no key', async t => {
  t.throws(() => signJwt(claims, new Uint8Array(32)), { code: 'AND_MALFORMED_KEY' })
})

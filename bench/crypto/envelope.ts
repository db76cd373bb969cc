/** The verification that a storage node does on every call: an invocation, and the delegation behind it. */
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { didKeyOf, publicKeyOf } from '../../core/crypto/did.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { createDelegation, createInvocation, readEnvelope, verifyEnvelope } from '../../core/crypto/nuc.ts'
import { noble, type Primitives } from '../../core/crypto/primitives.ts'
import { libsecp256k1 } from '../../core/keys/native.ts'
import { type Candidate, compare, type Scale } from '../harness.ts'
import { each, now, people } from '../people.ts'

const native: typeof import('secp256k1') = createRequire(import.meta.url)('secp256k1/bindings')
const primitives = libsecp256k1()
const command = '/nil/db/data/create'

const asKey = <T extends { publicKey: Uint8Array }>(pair: T) => ({ ...pair, did: didKeyOf(pair.publicKey) })
const [builder, node] = [asKey(createKeyPair()), asKey(createKeyPair())]

const envelopesOf = people.map(asKey).map(user => {
  const shared = { subject: builder.did, command, expiresAt: now + 3600, primitives }
  const proof = createDelegation({ ...shared, issuer: builder, audience: user.did })
  return createInvocation({ ...shared, issuer: user, audience: node.did, args: { a: 1 }, proof })
})

const signatures = envelopesOf.map(envelope =>
  readEnvelope(envelope).map(({ compact: { signature, signingInput }, payload: { iss } }) => ({
    signature,
    digest: new Uint8Array(hash('sha256', signingInput, 'buffer')),
    publicKey: publicKeyOf(iss),
  })),
)

const ours = (primitives: Primitives): Candidate => ({
  name: `andiron on ${primitives.name}`,
  run: call => verifyEnvelope(each(envelopesOf, call), { audience: node.did, now, command, primitives }),
})

/** The part of `@nillion/nuc` that is compared. */
interface Validator {
  parse(
    envelope: string,
    options: {
      readonly rootIssuers: readonly string[]
      readonly params: { readonly tokenRequirements: { readonly type: string; readonly audience: string } }
    },
  ): unknown
}

// Installed apart: `npm ci --prefix plugins/storage-node/test/reference`.
const reference = createRequire(resolve('plugins/storage-node/test/reference/package.json'))
const validator = await Promise.resolve()
  .then(() => import(pathToFileURL(reference.resolve('@nillion/nuc')).href))
  .then(
    ({ Validator }) => Validator as Validator,
    () => undefined,
  )

const theirs = (validator: Validator): Candidate => ({
  name: '@nillion/nuc',
  run: call =>
    validator.parse(each(envelopesOf, call), {
      rootIssuers: [builder.did],
      params: { tokenRequirements: { type: 'invocation', audience: node.did } },
    }),
})

export const envelopes = (scale: Scale) =>
  compare(
    'Verify an envelope of two tokens',
    [
      {
        name: 'floor: secp256k1/bindings twice, digests and keys at hand',
        run: call =>
          each(signatures, call).every(({ signature, digest, publicKey }) =>
            native.ecdsaVerify(signature, digest, publicKey),
          ),
      },
      ours(primitives),
      ours(noble),
      ...(validator ? [theirs(validator)] : []),
    ],
    scale,
  )

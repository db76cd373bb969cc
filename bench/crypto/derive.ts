/**
 * Deriving a storage key: hash the typed data that a wallet signs, then derive the key from the signature.
 */
import { hash, hkdfSync } from 'node:crypto'
import { hashTypedData as hashByViem } from 'viem'
import { encodeUtf8, fromHex, toHex } from '../../core/crypto/bytes.ts'
import { derivationInfo, deriveStorageKey, storageKeyTypedData } from '../../core/crypto/derive.ts'
import { encodeType, hashTypedData, signTypedData } from '../../core/crypto/eip712.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { compare, type Scale } from '../harness.ts'

const authMessage = { context: 'sleep-study.example', keyId: 'storage-key-1' }
const typedData = storageKeyTypedData(authMessage)
const signature = signTypedData(typedData, createKeyPair().privateKey)
const secret = 'a secret of the user'

const { types, domain, primaryType } = typedData
const domainType = encodeType('EIP712Domain', {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
  ],
})

/** The hashed data: types, texts, then the words of each struct and of both. */
const hashed = [
  ...[domainType, String(domain['name']), String(domain['version'])].map(encodeUtf8),
  new Uint8Array(96),
  ...[encodeType(primaryType, types), authMessage.context, authMessage.keyId].map(encodeUtf8),
  new Uint8Array(96),
  new Uint8Array(66),
]

const salt = encodeUtf8('SIGNATURE_INTEGRATED_KDF_v1')

const derivedByOpenSsl = () =>
  hkdfSync(
    'sha256',
    Buffer.concat([encodeUtf8(secret), fromHex(signature.slice(2))]),
    salt,
    derivationInfo(authMessage),
    32,
  )

const ours = () => deriveStorageKey({ signature, secret, authMessage })

if (toHex(new Uint8Array(derivedByOpenSsl())) !== toHex(ours())) throw new Error('the derivations differ')

export const derivation = (scale: Scale) =>
  compare(
    'Derive a storage key',
    [
      {
        name: 'floor: OpenSSL, as many SHA3-256 of the same lengths, and its HKDF',
        run() {
          for (const bytes of hashed) hash('sha3-256', bytes, 'buffer')
          return derivedByOpenSsl()
        },
      },
      {
        name: 'andiron',
        run() {
          hashTypedData(storageKeyTypedData(authMessage))
          return ours()
        },
      },
      { name: 'andiron, of which EIP-712', run: () => hashTypedData(storageKeyTypedData(authMessage)) },
      { name: 'andiron, of which HKDF', run: ours },
      {
        name: 'viem, and the HKDF of OpenSSL',
        run() {
          hashByViem({ types, primaryType, domain, message: typedData.message })
          return derivedByOpenSsl()
        },
      },
    ],
    scale,
  )

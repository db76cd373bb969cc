/** EIP-712: hashes, signs and recovers typed structured data, and computes addresses. */

import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, encodeUtf8, fromHex, toHex } from './bytes.ts'
import { isValidSecretKey, Point, sign } from './curve.ts'
import { CryptoError } from './errors.ts'
import { isCompressedKey, isStrictSignature } from './es256k.ts'
import { noble, type Primitives } from './primitives.ts'

/** A field of a struct of {@link TypedData}. */
export interface TypedField {
  readonly name: string
  /** An elementary type, the name of a struct, or an array of either: `uint256`, `Person`, `Person[2][]`. */
  readonly type: string
}

/** Typed structured data as wallets sign it (EIP-712). */
export interface TypedData {
  /** Every struct except the domain, which is optional: its type is derived from its members. */
  readonly types: Readonly<Record<string, readonly TypedField[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

type Types = TypedData['types']

const DOMAIN = 'EIP712Domain'

/** In the order of the specification; a domain has the fields that have a value. */
const DOMAIN_FIELDS: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

const MAX_DEPTH = 32
const ARRAY = /^(.*)\[(\d*)\]$/
const INTEGER = /^(u?)int(\d*)$/
const FIXED_BYTES = /^bytes(\d+)$/

const malformed = (reason: string, cause?: unknown) =>
  new CryptoError('AND_MALFORMED_TYPED_DATA', reason, { cause })

/** Adds the `EIP712Domain` type to typed data, as `eth_signTypedData_v4` requires it. */
export function withDomainType(data: TypedData): TypedData {
  if (Object.hasOwn(data.types, DOMAIN)) return data
  const fields = DOMAIN_FIELDS.filter(({ name }) => data.domain[name] !== undefined)
  return { ...data, types: { [DOMAIN]: fields, ...data.types } }
}

/**
 * The 32 bytes that a wallet signs: `keccak256(1901 ‖ domainSeparator ‖ hashStruct(message))`.
 * @param data - the typed data (EIP-712)
 * @returns 32 bytes: Keccak-256
 * @throws CryptoError `AND_MALFORMED_TYPED_DATA` for values that do not have their types
 */
export function hashTypedData(data: TypedData): Uint8Array<ArrayBuffer> {
  const { types, primaryType, domain, message } = withDomainType(data)
  return keccak_256(
    concat(
      Uint8Array.of(0x19, 0x01),
      hashStruct(DOMAIN, domain, types, 0),
      hashStruct(primaryType, message, types, 0),
    ),
  )
}

/**
 * `Mail(Person from,Person to)Person(string name)`: the struct, then those that it refers to, sorted by name.
 */
export function encodeType(primaryType: string, types: Types): string {
  const used = new Set<string>()
  const visit = (name: string) => {
    if (used.has(name)) return
    used.add(name)
    for (const { type } of fieldsOf(name, types)) {
      const element = elementOf(type)
      if (Object.hasOwn(types, element)) visit(element)
    }
  }
  visit(primaryType)
  used.delete(primaryType)
  return [primaryType, ...[...used].sort()]
    .map(name => `${name}(${fieldsOf(name, types).map(field => `${field.type} ${field.name}`)})`)
    .join('')
}

function fieldsOf(name: string, types: Types): readonly TypedField[] {
  const fields = Object.hasOwn(types, name) ? types[name] : undefined
  if (fields === undefined) throw malformed(`the type '${name}' is not declared`)
  return fields
}

function elementOf(type: string): string {
  const [, element] = ARRAY.exec(type) ?? []
  return element === undefined ? type : elementOf(element)
}

function hashStruct(name: string, value: unknown, types: Types, depth: number): Uint8Array {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`'${name}' is not an object`)
  const fields = fieldsOf(name, types)
  const members: Record<string, unknown> = { ...value }
  // Members outside the type are not signed; refuse a message that appears to sign them.
  const stray = Object.keys(members).find(
    key => members[key] !== undefined && !fields.some(field => field.name === key),
  )
  if (stray !== undefined) throw malformed(`'${name}' has a member '${stray}' that its type does not declare`)
  const encoded = fields.map(field => {
    if (!Object.hasOwn(members, field.name)) throw malformed(`'${name}.${field.name}' is missing`)
    return encodeValue(field.type, members[field.name], types, depth)
  })
  return keccak_256(concat(keccak_256(encodeUtf8(encodeType(name, types))), ...encoded))
}

/** Encodes a value of any type as one 32-byte word. */
function encodeValue(type: string, value: unknown, types: Types, depth: number): Uint8Array {
  if (depth > MAX_DEPTH) throw malformed('it is nested too deeply')
  const [, element, length] = ARRAY.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length))) {
      throw malformed(`a value is not the array '${type}'`)
    }
    return keccak_256(concat(...value.map(each => encodeValue(element, each, types, depth + 1))))
  }
  if (Object.hasOwn(types, type)) return hashStruct(type, value, types, depth + 1)
  return encodeElementary(type, value)
}

function encodeElementary(type: string, value: unknown): Uint8Array {
  if (type === 'string') {
    if (typeof value !== 'string') throw malformed("a value is not a 'string'")
    return keccak_256(encodeUtf8(value))
  }
  if (type === 'bytes') return keccak_256(bytesOf(type, value))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw malformed("a value is not a 'bool'")
    return word(value ? 1n : 0n)
  }
  if (type === 'address') return padLeft(addressBytes(value))
  const [, size] = FIXED_BYTES.exec(type) ?? []
  if (size !== undefined && Number(size) >= 1 && Number(size) <= 32) {
    const bytes = bytesOf(type, value)
    if (bytes.length !== Number(size)) throw malformed(`a value is not '${type}'`)
    return concat(bytes, new Uint8Array(32 - bytes.length))
  }
  const [integer, unsigned, width] = INTEGER.exec(type) ?? []
  if (integer !== undefined) return encodeInteger(type, unsigned === 'u', Number(width || 256), value)
  throw malformed(`the type '${type}' is not declared`)
}

function encodeInteger(type: string, unsigned: boolean, width: number, value: unknown): Uint8Array {
  if (width % 8 !== 0 || width < 8 || width > 256) throw malformed(`the type '${type}' does not exist`)
  const number = integerOf(type, value)
  const [least, most] = unsigned
    ? [0n, (1n << BigInt(width)) - 1n]
    : [-(1n << BigInt(width - 1)), (1n << BigInt(width - 1)) - 1n]
  if (number < least || number > most) throw malformed(`a value is out of the range of '${type}'`)
  return word(BigInt.asUintN(256, number))
}

function integerOf(type: string, value: unknown): bigint {
  if (typeof value === 'bigint') return value
  // A number beyond 2^53 has already lost precision.
  if (Number.isSafeInteger(value)) return BigInt(Number(value))
  if (typeof value === 'string' && /^(-?\d+|0x[0-9a-fA-F]+)$/.test(value)) return BigInt(value)
  throw malformed(`a value is not '${type}'`)
}

function bytesOf(type: string, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  try {
    if (typeof value === 'string' && value.startsWith('0x')) return fromHex(value.slice(2))
  } catch (cause) {
    throw malformed(`a value is not '${type}'`, cause)
  }
  throw malformed(`a value is not '${type}'`)
}

function addressBytes(value: unknown): Uint8Array {
  if (!isAddress(value)) throw malformed("a value is not an 'address'")
  return fromHex(value.slice(2))
}

function word(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0'))
}

function padLeft(bytes: Uint8Array): Uint8Array {
  return concat(new Uint8Array(32 - bytes.length), bytes)
}

/**
 * Signs typed data like a wallet: `0x`, r, s (low) and v (27 or 28), 65 bytes.
 * @param data - the typed data (EIP-712)
 * @param privateKey - 32 bytes
 * @returns the signature as hex with `0x`
 * @throws CryptoError `AND_MALFORMED_TYPED_DATA` for values that do not have their types
 */
export function signTypedData(data: TypedData, privateKey: Uint8Array): string {
  return signHash(hashTypedData(data), privateKey)
}

/** Signs a 32-byte hash like a wallet: `0x`, r, s (low) and v (27 or 28), 65 bytes. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): string {
  if (!isValidSecretKey(privateKey)) {
    throw new CryptoError(
      'AND_MALFORMED_KEY',
      'a private key is 32 bytes, above zero and below the curve order',
    )
  }
  const recovered = sign(hash, privateKey, { prehash: false, format: 'recovered' })
  return `0x${toHex(recovered.subarray(1))}${toHex(Uint8Array.of(27 + (recovered[0] ?? 0)))}`
}

/** Reads a 65-byte wallet signature: `v` may be 0, 1, 27 or 28. */
export function readWalletSignature(signature: string | Uint8Array): { rs: Uint8Array; parity: 0 | 1 } {
  let bytes: Uint8Array
  try {
    bytes = typeof signature === 'string' ? fromHex(signature.replace(/^0x/, '')) : signature
  } catch (cause) {
    throw new CryptoError('AND_MALFORMED_SIGNATURE', 'it is not hex', { cause })
  }
  const v = bytes[64]
  if (bytes.length !== 65 || v === undefined || ![0, 1, 27, 28].includes(v)) {
    throw new CryptoError('AND_MALFORMED_SIGNATURE', 'a wallet signature is r, s and a v of 0, 1, 27 or 28')
  }
  return { rs: bytes.subarray(0, 64), parity: v === 1 || v === 28 ? 1 : 0 }
}

/**
 * The checksummed address that signed a hash. Refuses a high s: the malleable twin of a signature must not
 * pass as another.
 * @param hash - the 32 bytes that were signed
 * @param signature - 65 bytes (r, s, v), as bytes or as hex with `0x`
 * @param primitives - the backend; native code is some thirty times faster
 * @returns the address with its checksum (EIP-55)
 * @throws CryptoError `AND_MALFORMED_SIGNATURE`
 */
export function recoverAddress(
  hash: Uint8Array,
  signature: string | Uint8Array,
  primitives: Primitives = noble,
): string {
  const { rs, parity } = readWalletSignature(signature)
  if (!isStrictSignature(rs))
    throw new CryptoError('AND_MALFORMED_SIGNATURE', 'r or s is out of range, or s is high')
  if (hash.length !== 32)
    throw new CryptoError('AND_MALFORMED_SIGNATURE', 'what it signs is not a 32-byte hash')
  let publicKey: Uint8Array
  try {
    publicKey = primitives.recover(rs, parity, hash)
  } catch (cause) {
    throw new CryptoError('AND_MALFORMED_SIGNATURE', 'no key could have made it', { cause })
  }
  return addressOfPoint(publicKey)
}

/**
 * The checksummed address of a compressed public key.
 * @param publicKey - 33 bytes, compressed
 * @returns the address with its checksum (EIP-55)
 */
export function addressOf(publicKey: Uint8Array): string {
  let point: Uint8Array
  try {
    if (!isCompressedKey(publicKey)) throw new RangeError('not compressed')
    point = Point.fromBytes(publicKey).toBytes(false)
  } catch (cause) {
    throw new CryptoError('AND_MALFORMED_KEY', 'it is not a compressed point of the curve', { cause })
  }
  return addressOfPoint(point)
}

/** @param point - 65 bytes, uncompressed */
const addressOfPoint = (point: Uint8Array): string =>
  checksum(toHex(keccak_256(point.subarray(1)).subarray(12)))

/**
 * An address with its checksum, for input in any case.
 * @param address - 20 bytes of hex with `0x`
 * @returns the address with its checksum (EIP-55)
 * @throws CryptoError `AND_MALFORMED_TYPED_DATA` for a malformed address
 */
export function checksumAddress(address: string): string {
  return checksum(toHex(addressBytes(address)))
}

/**
 * EIP-55: a letter is upper-case if the hash of the lower-case address has a nibble of 8 or more at its
 * position.
 */
function checksum(hex: string): string {
  const hash = toHex(keccak_256(encodeUtf8(hex)))
  const cased = (letter: string, at: number) => (hash.charAt(at) >= '8' ? letter.toUpperCase() : letter)
  return `0x${hex.replace(/[a-f]/g, cased)}`
}

/**
 * True if a value is an address: 20 bytes of hex, in mixed case only with a valid checksum.
 * @param value - any value
 * @returns true for an address
 */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return false
  const hex = value.slice(2)
  const lower = hex.toLowerCase()
  return hex === lower || hex === hex.toUpperCase() || value === checksum(lower)
}

/**
 * True if two addresses are equal, ignoring case; a malformed address equals no other.
 * @param a - one address
 * @param b - the other address
 * @returns true if both are the same address
 */
export function sameAddress(a: string, b: string): boolean {
  return isAddress(a) && isAddress(b) && a.toLowerCase() === b.toLowerCase()
}

/** Encrypting and decrypting a file with AES-256-GCM in one piece. */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { gcm } from '@noble/ciphers/aes.js'
import { keyMaterialOf, openFile, sealFile } from '../../core/crypto/file.ts'
import { type Candidate, compare, type Scale, type Table } from '../harness.ts'

/** Pure JavaScript takes about a second for larger files. */
const LARGEST_FOR_JAVASCRIPT = 1024 * 1024
const TAG_BYTES = 16
const MiB = 1024 * 1024

/** Every candidate allocates this many bytes: the lower bound is a copy. */
const floor = (bytes: Uint8Array): Candidate => ({ name: 'floor: a copy', run: () => bytes.slice() })

const hashing = (bytes: Uint8Array): Candidate => ({
  name: 'SHA-256 of the same bytes',
  run: () => hash('sha256', bytes, 'buffer'),
})

const nameOf = (size: number): string => (size < MiB ? `${size / 1024} KiB` : `${size / MiB} MiB`)

const key = randomBytes(32)

export function sealing(size: number, scale: Scale): Promise<Table> {
  const bytes = new Uint8Array(randomBytes(size))
  return compare(
    `Seal a file of ${nameOf(size)}`,
    [
      floor(bytes),
      hashing(bytes),
      { name: 'andiron', run: () => sealFile(bytes) },
      {
        name: 'node:crypto, in one piece',
        run() {
          const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12), { authTagLength: TAG_BYTES })
          return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
        },
      },
      ...(size > LARGEST_FOR_JAVASCRIPT
        ? []
        : [{ name: '@noble/ciphers, JavaScript', run: () => gcm(key, randomBytes(12)).encrypt(bytes) }]),
    ],
    scale,
  )
}

export async function opening(size: number, scale: Scale): Promise<Table> {
  const { bytes, key } = await sealFile(randomBytes(size))
  const material = keyMaterialOf(key)
  return compare(
    `Open a file of ${nameOf(size)}`,
    [
      floor(bytes),
      hashing(bytes),
      { name: 'andiron', run: () => openFile(bytes, key) },
      {
        name: 'node:crypto, in one piece',
        run() {
          const decipher = createDecipheriv('aes-256-gcm', material.key, material.iv, {
            authTagLength: TAG_BYTES,
          })
          decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
          return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
        },
      },
      ...(size > LARGEST_FOR_JAVASCRIPT
        ? []
        : [
            {
              name: '@noble/ciphers, JavaScript',
              run: () => gcm(material.key, material.iv).decrypt(bytes),
            },
          ]),
    ],
    scale,
  )
}

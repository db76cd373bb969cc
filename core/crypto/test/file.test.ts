/** A file opens as it was sealed, or not at all. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { gcm } from '@noble/ciphers/webcrypto.js'
import t from 'tap'
import { concat, fromHex, toBase64, toBase64url, toHex } from '../bytes.ts'
import {
  createEncryptionKey,
  type EncryptionKey,
  keyMaterialOf,
  openFile,
  parseEncryptionKey,
  sealFile,
} from '../file.ts'
import { gcmOf } from '../gcm.ts'
import vectors from './fixtures/aes-gcm.json' with { type: 'json' }

const keyOf = (key: string, iv: string): EncryptionKey => ({
  algorithm: 'AES-GCM',
  key: toBase64(fromHex(key)),
  iv: toBase64(fromHex(iv)),
})

t.test('opens the published vectors', async t => {
  for (const { key, iv, plaintext, ciphertext, tag } of vectors.cases) {
    t.equal(toHex(await openFile(fromHex(ciphertext + tag), keyOf(key, iv))), plaintext)
  }
})

t.test('opens what it sealed, of any size, each under a key of its own', async t => {
  for (const size of [0, 1, 15, 16, 17, 100_000]) {
    const file = new Uint8Array(size).fill(size & 0xff)
    const sealed = await sealFile(file)
    t.equal(sealed.bytes.length, size + 16, 'the ciphertext and its tag')
    t.same(await openFile(sealed.bytes, sealed.key), file)
    t.not((await sealFile(file)).key.iv, sealed.key.iv)
  }
})

t.test('in Node and in browsers, files are the same bytes', async t => {
  const [key, nonce] = [new Uint8Array(32).fill(1), new Uint8Array(12).fill(2)]
  const native = { createCipheriv, createDecipheriv } as unknown as Parameters<typeof gcmOf>[2]
  // Around a slice and a pause.
  for (const size of [0, 1, 65_535, 65_536, 65_537, 4 * 1024 * 1024, 9_000_001]) {
    const file = new Uint8Array(randomBytes(size))
    const sealed = await gcmOf(key, nonce, native).encrypt(file)
    const inPages = gcm(key, nonce)
    t.ok(Buffer.from(await inPages.encrypt(file)).equals(sealed))
    t.ok(Buffer.from(await inPages.decrypt(sealed)).equals(file))
    t.ok(Buffer.from(await gcmOf(key, nonce, native).decrypt(sealed)).equals(file))
    sealed[size >> 1] = (sealed[size >> 1] ?? 0) ^ 1
    await t.rejects(gcmOf(key, nonce, native).decrypt(sealed))
  }
})

t.test('refuses a file of which anything was altered', async t => {
  const sealed = await sealFile(fromHex('00112233445566778899'))
  const refuses = (bytes: Uint8Array, key = sealed.key) =>
    t.rejects(openFile(bytes, key), { code: 'AND_FILE_NOT_OPENED' })
  for (let at = 0; at < sealed.bytes.length; at++) {
    await refuses(sealed.bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))
  }
  await refuses(sealed.bytes.subarray(0, -12), sealed.key)
  await refuses(sealed.bytes.subarray(1))
  await refuses(concat(sealed.bytes, Uint8Array.of(0)))
  await refuses(new Uint8Array())
  await refuses(new Uint8Array(15))
  await refuses(sealed.bytes, createEncryptionKey())
  await refuses(sealed.bytes, { ...sealed.key, iv: createEncryptionKey().iv })
})

t.test('reads a stored key in the three encodings, as an object or as JSON', async t => {
  // 0xfb gives both of the characters in which the two base64 alphabets differ.
  const key = new Uint8Array(32).fill(0xfb)
  const iv = new Uint8Array(12).fill(0xff)
  const expected = { algorithm: 'AES-GCM', key: toBase64(key), iv: toBase64(iv) } as const
  for (const encode of [toBase64, toBase64url, toHex, (bytes: Uint8Array) => toHex(bytes).toUpperCase()]) {
    const stored = { algorithm: 'AES-GCM', key: encode(key), iv: encode(iv) }
    t.same(parseEncryptionKey(stored), expected)
    t.same(parseEncryptionKey(JSON.stringify(stored)), expected)
  }
  t.same(keyMaterialOf(expected), { key, iv })
  const made = createEncryptionKey(length => new Uint8Array(length))
  t.same(parseEncryptionKey(made), { algorithm: 'AES-GCM', key: `${'A'.repeat(43)}=`, iv: 'A'.repeat(16) })
})

t.test('refuses what is not a key, without repeating it', async t => {
  const good = createEncryptionKey()
  const short = toBase64(new Uint8Array(31))
  const refused: unknown[] = [
    undefined,
    null,
    [],
    'secret text',
    '"text"',
    {},
    { ...good, algorithm: 'AES-CBC' },
    { ...good, key: 1 },
    { ...good, key: '' },
    { ...good, key: short },
    { ...good, key: `${good.key} ` },
    { ...good, key: `${good.key.slice(0, -1)}!` },
    { ...good, key: 'zz'.repeat(32) },
    { ...good, iv: good.key },
    { ...good, iv: toBase64(new Uint8Array(16)) },
  ]
  for (const stored of refused) {
    try {
      parseEncryptionKey(stored)
      t.fail(JSON.stringify(stored))
    } catch (error) {
      t.match(error, { code: 'AND_MALFORMED_ENCRYPTION_KEY' })
      t.notMatch(String((error as Error).stack), /secret text|zzzz/)
      t.equal((error as Error).message.includes(short), false)
    }
  }
  await t.rejects(openFile(new Uint8Array(16), { ...good, key: short }), {
    code: 'AND_MALFORMED_ENCRYPTION_KEY',
  })
})

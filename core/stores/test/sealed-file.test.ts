/** A sealed file is returned complete and unchanged, or not at all. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { fromHex, toBase64 } from '../../crypto/bytes.ts'
import { createEncryptionKey, type EncryptionKey, sealFile } from '../../crypto/file.ts'
import vectors from '../../crypto/test/fixtures/aes-gcm.json' with { type: 'json' }
import { openSealedFile } from '../objects/sealed-file.ts'

const MIB = 1024 * 1024

/** The object in chunks of a size, as from a network; the test records the end of each. */
const objectOf = (
  bytes: Uint8Array,
  piece = 64 * 1024,
  size = bytes.length,
  onPiece = (_end: number) => {},
) => ({
  size,
  body: Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) {
        onPiece(Math.min(at + piece, bytes.length))
        yield Buffer.from(bytes.subarray(at, at + piece))
      }
    })(),
    { objectMode: false },
  ),
})

/** A store that gives something else at each reading. */
const readings = (...bodies: Uint8Array[]) => {
  let reading = 0
  return async () => objectOf(bodies[Math.min(reading++, bodies.length - 1)] as Uint8Array)
}

const openOf = async (bytes: Uint8Array, key: EncryptionKey, piece?: number): Promise<Buffer> => {
  const file = await openSealedFile(async () => objectOf(bytes, piece), key)
  return buffer(await file.stream())
}

t.test('opens the published vectors', async t => {
  for (const { key, iv, plaintext, ciphertext, tag } of vectors.cases) {
    const material = { key: toBase64(fromHex(key)), iv: toBase64(fromHex(iv)) }
    const opened = await openOf(fromHex(ciphertext + tag), { algorithm: 'AES-GCM', ...material })
    t.equal(opened.toString('hex'), plaintext)
  }
})

t.test('opens what was sealed, of any size and in any pieces', async t => {
  const edges = [0, 1, MIB / 4 - 17, MIB / 4 - 16, MIB / 4 - 15, MIB / 4, 4 * MIB, 4 * MIB + 1, 5 * MIB]
  for (const size of edges) {
    const content = randomBytes(size)
    const { bytes, key } = await sealFile(content)
    for (const piece of [1000, 64 * 1024, 3 * MIB]) {
      const file = await openSealedFile(async () => objectOf(bytes, piece), key)
      t.equal(file.size, size)
      t.ok((await buffer(await file.stream())).equals(content), `${size} bytes in pieces of ${piece}`)
    }
  }
})

t.test('returns the bytes that were asked for, of the blocks that hold them', async t => {
  const edges = [0, 1, 16, MIB / 4 - 1, MIB / 4, MIB / 4 + 1, MIB, 2 * MIB + 5]
  for (const size of [3 * MIB, 5 * MIB]) {
    const content = randomBytes(size)
    const { bytes, key } = await sealFile(content)
    let from = -1
    const file = await openSealedFile(async start => {
      from = start
      return { ...objectOf(bytes.subarray(start)), size: bytes.length }
    }, key)
    for (const start of edges)
      for (const end of [start, start + 1, MIB, size - 1, size].filter(end => end >= start)) {
        const part = await buffer(await file.stream(start, end))
        t.ok(part.equals(content.subarray(start, end)), `${start} to ${end} of ${size}`)
        if (size === 5 * MIB) t.equal(from, Math.floor(start / (MIB / 4)) * (MIB / 4))
      }
  }
})

t.test('opens nothing of which any part was altered', async t => {
  for (const size of [100, 5 * MIB]) {
    const { bytes, key } = await sealFile(randomBytes(size))
    const refused = (altered: Uint8Array, what: string, with_ = key) =>
      t.rejects(openOf(altered, with_), { code: 'AND_FILE_NOT_OPENED' }, `${what} of ${size} bytes`)
    const flipped = (at: number) => {
      const copy = Uint8Array.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    for (const at of [0, 1, size >> 1, size - 1]) await refused(flipped(at), `byte ${at}`)
    for (let at = size; at < size + 16; at++) await refused(flipped(at), `byte ${at - size} of the tag`)
    await refused(bytes.subarray(0, -1), 'without its last byte')
    await refused(bytes.subarray(0, -12), 'with a tag of four bytes')
    await refused(bytes.subarray(1), 'without its first byte')
    await refused(Buffer.concat([bytes, Buffer.alloc(1)]), 'with one byte more')
    await refused(new Uint8Array(), 'nothing')
    await refused(bytes, 'another key', { ...key, key: createEncryptionKey().key })
    await refused(bytes, 'another nonce', { ...key, iv: createEncryptionKey().iv })
  }
})

t.test('gives out nothing but what was authenticated, whatever the store does in between', async t => {
  const content = randomBytes(6 * MIB)
  const { bytes, key } = await sealFile(content)
  const other = await sealFile(content)
  const late = Uint8Array.from(bytes)
  late[5 * MIB] = (late[5 * MIB] ?? 0) ^ 1
  const changes: [string, Uint8Array][] = [
    ['another byte near the end', late],
    ['another object', other.bytes],
    ['its beginning alone', bytes.subarray(0, 3 * MIB)],
    ['more than it was', Buffer.concat([bytes, bytes])],
    ['nothing', new Uint8Array()],
  ]
  for (const [what, changed] of changes) {
    const file = await openSealedFile(readings(bytes, changed), key)
    const given: Buffer[] = []
    const reading = (async () => {
      for await (const chunk of await file.stream()) given.push(chunk as Buffer)
    })()
    await t.rejects(reading, { code: 'AND_FILE_NOT_OPENED' }, what)
    const got = Buffer.concat(given)
    t.ok(
      got.length <= content.length && got.equals(content.subarray(0, got.length)),
      'a true beginning at most',
    )
  }
})

t.test('refuses an object that is not as long as its store says', async t => {
  const { bytes, key } = await sealFile(randomBytes(100))
  for (const size of [115, 117])
    await t.rejects(
      openSealedFile(async () => objectOf(bytes, 10, size), key),
      { code: 'AND_FILE_NOT_OPENED' },
    )
})

t.test('reads at most a few blocks of a large file ahead of who takes it', async t => {
  const { bytes, key } = await sealFile(randomBytes(48 * MIB))
  let read = 0
  const file = await openSealedFile(
    async () =>
      objectOf(bytes, 64 * 1024, bytes.length, end => {
        read = end
      }),
    key,
  )
  t.equal(read, bytes.length, 'the first reading went to the end')
  let given = 0
  let ahead = 0
  read = 0
  for await (const chunk of await file.stream()) {
    ahead = Math.max(ahead, read - given)
    given += (chunk as Buffer).length
    await new Promise(resolve => setImmediate(resolve))
  }
  t.equal(given, 48 * MIB)
  t.ok(ahead < 4 * MIB, `${ahead} bytes`)
})

t.test('stops reading when nobody wants the rest', async t => {
  const { bytes, key } = await sealFile(randomBytes(6 * MIB))
  const bodies: Readable[] = []
  const file = await openSealedFile(async () => {
    const object = objectOf(bytes)
    bodies.push(object.body)
    return object
  }, key)
  const stream = await file.stream()
  for await (const _ of stream) break
  t.ok(stream.destroyed)
  const [, source] = bodies
  if (!source?.closed) await new Promise(resolve => source?.once('close', resolve))
  t.ok(source?.destroyed)
})

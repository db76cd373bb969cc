/**
 * Sealed files as streams: fully authenticated before a byte is returned, and never held in memory as a
 * whole.
 */
import {
  createCipheriv,
  createDecipheriv,
  type Decipher,
  type DecipherGCM,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Readable } from 'node:stream'
import { free } from '../../crypto/bytes.ts'
import { CryptoError } from '../../crypto/errors.ts'
import { type EncryptionKey, keyMaterialOf, TAG_BYTES } from '../../crypto/file.ts'
import type { ObjectBody } from './objects.ts'

/** A sealed file whose tag has been verified. */
export interface OpenedFile {
  /** The size of the decrypted file in bytes. */
  readonly size: number
  /**
   * Starts to return the content, or its bytes from `start` to before `end`. If the object has changed, the stream ends
   * with an error before any unauthenticated byte.
   */
  stream(start?: number, end?: number): Promise<Readable>
}

/** Bytes per block that is compared and decrypted. */
const BLOCK = 256 * 1024
/** Bytes decrypted at once: memory for more is mapped anew by the system each time, which takes longer than AES. */
const SLICE = 64 * 1024
/** Up to this size, the decrypted bytes of the first reading are kept, and there is no second reading. */
const KEPT = 4 * 1024 * 1024
/** Bytes of a block of AES. */
const AES_BLOCK = 16

/**
 * Opens a sealed file. The tag is at its end, so that the file is read to the end before a byte is returned.
 * A large file is then read a second time, and each block is compared with its code from the first reading:
 * if the store changes the file in between, no unauthenticated byte is returned. Neither memory nor disk
 * holds more than a block.
 * @param read - starts to read the object from an offset
 * @throws CryptoError `AND_FILE_NOT_OPENED`, and any error of `read`
 */
export async function openSealedFile(
  read: (start: number) => Promise<ObjectBody>,
  key: EncryptionKey,
): Promise<OpenedFile> {
  const first = await read(0)
  const size = first.size - TAG_BYTES
  const decipher = decipherOf(key)
  const codeOf = blockCodes()
  const codes: Buffer[] = []
  const kept: Buffer[] = []
  let tag = Buffer.alloc(0)
  for await (const { block, content } of blocksOf(first, 0)) {
    codes.push(codeOf(codes.length, block))
    for (const plain of decrypted(decipher, content)) {
      if (size <= KEPT) kept.push(plain)
      else free(plain)
    }
    tag = Buffer.concat([tag, block.subarray(content.length)])
  }
  authenticate(decipher, tag)

  async function* again(
    second: ObjectBody,
    from: number,
    start: number,
    end: number,
  ): AsyncGenerator<Buffer> {
    let index = from / BLOCK
    let position = from
    const decipher = counterOf(key, from)
    for await (const { block, content } of blocksOf(second, from)) {
      const code = codes[index]
      if (code === undefined || !timingSafeEqual(code, codeOf(index, block))) throw altered()
      index++
      for (const plain of decrypted(decipher, content)) {
        const wanted = plain.subarray(Math.max(0, start - position), Math.max(0, end - position))
        position += plain.length
        if (wanted.length > 0) yield wanted
      }
      if (position >= end && end < size) return
    }
    if (index !== codes.length) throw altered()
  }

  return {
    size,
    async stream(start = 0, end = size) {
      if (size > KEPT) {
        const from = start - (start % BLOCK)
        return Readable.from(again(await read(from), from, start, end), { objectMode: false })
      }
      const wanted = Buffer.concat(kept).subarray(start, end)
      return Readable.from(wanted.length > 0 ? [wanted] : [], { objectMode: false })
    },
  }
}

/** The blocks of an object from the beginning of one, and the content of each: everything but the tag. */
async function* blocksOf({ size, body }: ObjectBody, start: number) {
  let position = start
  for await (const block of inBlocks(body)) {
    const content = block.subarray(0, Math.max(0, size - TAG_BYTES - position))
    position += block.length
    if (position > size) throw altered()
    yield { block, content }
  }
}

async function* inBlocks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    let rest = chunk
    while (length + rest.length >= BLOCK) {
      const last = rest.subarray(0, BLOCK - length)
      yield pieces.length === 0 ? last : Buffer.concat([...pieces, last])
      rest = rest.subarray(last.length)
      pieces = []
      length = 0
    }
    if (rest.length > 0) pieces.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(pieces)
}

function decipherOf(key: EncryptionKey): DecipherGCM {
  const material = keyMaterialOf(key)
  // Without the length, OpenSSL would accept a tag of four bytes.
  return createDecipheriv('aes-256-gcm', material.key, material.iv, { authTagLength: TAG_BYTES })
}

/** The keystream of GCM from an offset: that of CTR whose counter begins at 2 (NIST SP 800-38D §7.1). */
function counterOf(key: EncryptionKey, offset: number): Decipher {
  const material = keyMaterialOf(key)
  const counter = Buffer.alloc(AES_BLOCK)
  counter.set(material.iv)
  counter.writeUInt32BE(2 + offset / AES_BLOCK, material.iv.length)
  return createDecipheriv('aes-256-ctr', material.key, counter)
}

function* decrypted(decipher: Decipher, content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += SLICE) yield decipher.update(content.subarray(at, at + SLICE))
}

/**
 * Creates a function that authenticates blocks: GMAC (NIST SP 800-38D) under a random key, with the number of the block
 * as its nonce. It takes a fifth of the time of SHA-256. No code leaves the process.
 */
function blockCodes(): (index: number, block: Buffer) => Buffer {
  const key = randomBytes(32)
  return (index, block) => {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(index, 8)
    const mac = createCipheriv('aes-256-gcm', key, nonce)
    mac.setAAD(block)
    mac.final()
    return mac.getAuthTag()
  }
}

function authenticate(decipher: DecipherGCM, tag: Buffer): void {
  try {
    decipher.setAuthTag(tag)
    decipher.final()
  } catch (cause) {
    throw altered(cause)
  }
}

const altered = (cause?: unknown): CryptoError => new CryptoError('AND_FILE_NOT_OPENED', '', { cause })

/**
 * Sealed files as streams: fully authenticated before a byte is returned, and never held in memory as a
 * whole.
 */
import { createDecipheriv, type DecipherGCM, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { CryptoError } from './crypto/errors.ts'
import { type EncryptionKey, keyMaterialOf, TAG_BYTES } from './crypto/file.ts'
import type { ObjectBody } from './stores/objects/objects.ts'

/** A sealed file whose tag has been verified. */
export interface OpenedFile {
  /** The size of the decrypted file in bytes. */
  readonly size: number
  /**
   * Starts to return the content. If the object has changed, the stream ends with an error before any
   * unauthenticated byte.
   */
  stream(): Promise<Readable>
}

/** Bytes per block that is compared and decrypted. */
const BLOCK = 256 * 1024
/** Up to this size, the decrypted bytes of the first reading are kept, and there is no second reading. */
const KEPT = 4 * 1024 * 1024

/**
 * Opens a sealed file. The tag is at its end, so that the file is read to the end before a byte is returned.
 * A large file is then read a second time, and each block is compared with its digest from the first reading:
 * if the store changes the file in between, no unauthenticated byte is returned. Neither memory nor disk
 * holds more than a block.
 * @param read - starts to read the object from its beginning
 * @throws CryptoError `AND_FILE_NOT_OPENED`, and any error of `read`
 */
export async function openSealedFile(
  read: () => Promise<ObjectBody>,
  key: EncryptionKey,
): Promise<OpenedFile> {
  const first = await read()
  const size = first.size - TAG_BYTES
  const decipher = decipherOf(key)
  const digests: Buffer[] = []
  const kept: Buffer[] = []
  let tag = Buffer.alloc(0)
  for await (const { block, content } of blocksOf(first)) {
    digests.push(digestOf(block))
    const plain = decipher.update(content)
    if (size <= KEPT) kept.push(plain)
    tag = Buffer.concat([tag, block.subarray(content.length)])
  }
  authenticate(decipher, tag)

  async function* again(second: ObjectBody): AsyncGenerator<Buffer> {
    const decipher = decipherOf(key)
    let index = 0
    for await (const { block, content } of blocksOf(second)) {
      if (!digests[index++]?.equals(digestOf(block))) throw altered()
      if (content.length > 0) yield decipher.update(content)
    }
    if (index !== digests.length) throw altered()
  }

  return {
    size,
    async stream() {
      const source = size <= KEPT ? kept : again(await read())
      return Readable.from(source, { objectMode: false })
    },
  }
}

/** The blocks of an object, and the content of each: everything but the tag. */
async function* blocksOf({ size, body }: ObjectBody) {
  let position = 0
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
      yield Buffer.concat([...pieces, last])
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

function authenticate(decipher: DecipherGCM, tag: Buffer): void {
  try {
    decipher.setAuthTag(tag)
    decipher.final()
  } catch (cause) {
    throw altered(cause)
  }
}

const digestOf = (block: Buffer): Buffer => hash('sha256', block, 'buffer')

const altered = (cause?: unknown): CryptoError => new CryptoError('AND_FILE_NOT_OPENED', '', { cause })

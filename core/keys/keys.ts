/**
 * Private keys of the service: from the config, or generated once into a file that only the service can read.
 */
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex, toHex } from '../crypto/bytes.ts'
import { createKeyPair, type KeyPair, keyPairOf } from '../crypto/keys.ts'
import { InvalidKey } from '../errors.ts'
import { publicKeyFrom } from './native.ts'

/** The key pair of a private key in hex, with or without `0x`. */
export const keyFromHex = (hex: string, prefix?: string): KeyPair =>
  keyPairOf(fromHex(hex.replace(/^0x/, '').toLowerCase()), prefix, publicKeyFrom)

/** A key of a file. A new one exists only in memory until it is kept. */
export interface KeyFile {
  /** The path of the file. */
  readonly file: string
  readonly pair: KeyPair
  readonly isNew: boolean
  /** Writes a new key, and returns the key of the file: of two concurrent starts one wins. */
  keep(): Promise<KeyPair>
}

/**
 * Reads `<directory>/<name>.key`, or draws a key for it, which is not written yet.
 * @throws InvalidKey if the file is readable by others or holds no key
 */
export async function openKey(directory: string, name: string, prefix?: string): Promise<KeyFile> {
  const file = join(directory, `${name}.key`)
  const present = await readKey(file, prefix)
  if (present) return { file, pair: present, isNew: false, keep: async () => present }
  const pair = createKeyPair(undefined, prefix)
  return {
    ...{ file, pair, isNew: true },
    async keep() {
      await mkdir(directory, { recursive: true })
      return writeKey(file, pair, prefix)
    },
  }
}

/**
 * Reads `<directory>/<name>.key`, generating it at the first start.
 * @throws InvalidKey if the file is readable by others or holds no key
 */
export async function loadKey(directory: string, name: string, prefix?: string): Promise<KeyPair> {
  return (await openKey(directory, name, prefix)).keep()
}

/** The key of a file; `undefined` if there is no such file. @throws InvalidKey */
export async function readKey(file: string, prefix?: string): Promise<KeyPair | undefined> {
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && mode & 0o077)
      throw new InvalidKey(`${file} can be read by others; run: chmod 600 ${file}`)
    return keyFromHex((await readFile(file, 'utf8')).trim(), prefix)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof InvalidKey) throw error
    throw new InvalidKey(`${file} holds no private key: expected 64 hex digits`)
  }
}

/**
 * Written under another name, flushed, then linked: no partial key is ever visible, and of two concurrent
 * starts one wins.
 */
async function writeKey(file: string, pair: KeyPair, prefix?: string): Promise<KeyPair> {
  const draft = `${file}.${crypto.randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${toHex(pair.privateKey)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(draft, file)
    return pair
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKey(file, prefix) : undefined
    if (!other) throw error
    return other
  } finally {
    await unlink(draft)
  }
}

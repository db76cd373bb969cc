/**
 * A key that can be replaced: the key that signs now, those before it, and the signed statements between
 * them. Everything that holds a ring signs with its current key.
 */
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toHex } from '../crypto/bytes.ts'
import { keyIdOf, publicKeyOf } from '../crypto/did.ts'
import type { KeyPair } from '../crypto/keys.ts'
import { readEnvelope } from '../crypto/nuc.ts'
import { type ChainedKey, createSuccession, keysOfChain } from '../crypto/succession.ts'
import { KeyChain, KeyMissing, KeyRotating } from '../errors.ts'
import { type KeyFile, keyFromHex, openKey, readKey } from './keys.ts'

/** A key that signs for a service or a node, with the keys before it. */
export interface KeyRing extends KeyPair {
  /** The first key: the identity to which data belongs, and the root of derived secrets. */
  readonly first: KeyPair
  /** The statements that lead from the first key to the newest, in order. */
  readonly successions: readonly string[]
  /** Every key, the newest last. */
  readonly keys: readonly ChainedKey[]
  /** The end of the current key in seconds since the epoch, as far as it is stated. */
  readonly ends: number
  /** The public keys whose signatures of a time count (milliseconds since the epoch), the newest first. */
  publicKeysAt(time: number): readonly Uint8Array[]
  /** The key pairs that are in use at a time, the newest first. */
  pairsAt(time: number): readonly KeyPair[]
  /** True if the DID is that of any key of the ring. */
  has(did: string): boolean
  /** The pair that a delegation names as its audience, if it is still in use; otherwise the current one. */
  holderOf(envelope: string, time: number): KeyPair
  /** The pair of the key that signed a statement. */
  signerOf(succession: number): KeyPair | undefined
}

/** A ring whose keys are files, or the config. */
export class ManagedRing implements KeyRing {
  /** The path of the first key. */
  readonly file: string
  /** The path of the file that names the database of its data. */
  readonly mark: string
  readonly #prefix: string | undefined
  readonly #isConfigured: boolean
  #key: KeyFile
  #pairs: readonly [KeyPair, ...KeyPair[]]
  #keys: readonly [ChainedKey, ...ChainedKey[]]
  #statements: readonly string[] = []
  #current = 0

  private constructor(key: KeyFile, mark: string, prefix: string | undefined, isConfigured: boolean) {
    this.#key = key
    this.file = key.file
    this.mark = mark
    this.#prefix = prefix
    this.#isConfigured = isConfigured
    this.#pairs = [key.pair]
    this.#keys = keysOfChain(key.pair.did, [], this.#terms)
  }

  /** Opens the ring of a directory. Nothing is written before {@link keep}. @throws InvalidKey, KeyChain */
  static async open(directory: string, name: string, prefix?: string): Promise<ManagedRing> {
    const key = await openKey(directory, name, prefix)
    const ring = new ManagedRing(key, markOf(directory, name), prefix, false)
    await ring.refresh()
    ring.advance(Date.now())
    return ring
  }

  /** A ring of one key, which the config gives; the directory names its database. */
  static configured(hex: string, directory: string, name: string, prefix?: string): ManagedRing {
    const pair = keyFromHex(hex, prefix)
    const key = { file: "'builderKey' of the config", pair, isNew: false, keep: async () => pair }
    return new ManagedRing(key, markOf(directory, name), prefix, true)
  }

  get #terms() {
    return { prefixes: this.#prefix === undefined ? [] : [this.#prefix] }
  }

  get #pair(): KeyPair {
    return this.#pairs[this.#current] ?? this.#pairs[0]
  }

  get isNew(): boolean {
    return this.#key.isNew
  }

  get pair(): KeyPair {
    return this.first
  }

  get first(): KeyPair {
    return this.#pairs[0]
  }

  get privateKey(): Uint8Array {
    return this.#pair.privateKey
  }

  get publicKey(): Uint8Array {
    return this.#pair.publicKey
  }

  get did(): string {
    return this.#pair.did
  }

  get successions(): readonly string[] {
    return this.#statements
  }

  get keys(): readonly ChainedKey[] {
    return this.#keys
  }

  get ends(): number {
    return this.#keys[this.#current]?.ends ?? Number.MAX_SAFE_INTEGER
  }

  publicKeysAt(time: number): readonly Uint8Array[] {
    return publicKeysAt(this.#keys, time)
  }

  pairsAt(time: number): readonly KeyPair[] {
    return this.#pairs.filter((_, at) => time < (this.#keys[at]?.ends ?? 0) * 1000).reverse()
  }

  has(did: string): boolean {
    return hasKey(this.#keys, did, this.#terms.prefixes)
  }

  holderOf(envelope: string, time: number): KeyPair {
    const audience = audienceOf(envelope)
    if (audience === undefined) return this
    const { prefixes } = this.#terms
    return (
      this.pairsAt(time).find(({ did }) => keyIdOf(did, prefixes) === keyIdOf(audience, prefixes)) ?? this
    )
  }

  signerOf(succession: number): KeyPair | undefined {
    return this.#pairs[succession]
  }

  /** Writes a new key; of two concurrent starts one wins. */
  async keep(): Promise<KeyPair> {
    const pair = await this.#key.keep()
    if (this.#pairs.length === 1) {
      this.#pairs = [pair]
      this.#keys = keysOfChain(pair.did, [], this.#terms)
    }
    this.#key = { ...this.#key, pair, isNew: false }
    return pair
  }

  /** Reads the successors that were added since; `true` if there are any. @throws KeyMissing, KeyChain */
  async refresh(): Promise<boolean> {
    // Without its first key there is no chain: the claim of the database names the key that is missing.
    if (this.#isConfigured || this.isNew) return false
    const before = this.#statements.length
    for (;;) {
      const number = this.#pairs.length + 1
      const statement = await textOf(this.#statementFile(number))
      if (statement === undefined) return this.#statements.length > before
      const statements = [...this.#statements, statement]
      const keys = chainOf(this.#statementFile(number), this.first.did, statements, this.#terms)
      const file = this.#keyFile(number)
      const pair = await readKey(file, this.#prefix)
      const newest = keys.at(-1)
      if (pair === undefined || newest === undefined || !samePublicKey(pair, newest))
        throw new KeyMissing(
          ...(['new', file, 'nothing new can be signed once the old key ends'] as const),
          `Copy ${file} from where the key was rotated, or from a backup (64 hex digits, mode 0600)`,
        )
      this.#pairs = [...this.#pairs, pair]
      this.#keys = keys
      this.#statements = statements
    }
  }

  /**
   * Changes to the newest key whose time has come, in one step: callers that run without a pause sign with
   * one key. @returns true if the key has changed
   */
  advance(time: number): boolean {
    const at = this.#keys.findLastIndex(({ starts }) => starts * 1000 <= time)
    if (at <= this.#current) return false
    this.#current = at
    return true
  }

  /** True if the time of a newer key has come. */
  isDue(time: number): boolean {
    return this.#keys.findLastIndex(({ starts }) => starts * 1000 <= time) > this.#current
  }

  /**
   * Draws a new key and states that it replaces the newest one.
   * @throws KeyRotating while an earlier rotation is in progress
   */
  async rotate({ starts, ends }: { readonly starts: number; readonly ends: number }): Promise<string> {
    await this.refresh()
    const number = this.#pairs.length + 1
    const newest = this.#keys.at(-1)
    const predecessor = this.#pairs.at(-1)
    if (newest === undefined || predecessor === undefined) throw new KeyRotating('unknown')
    if (newest.starts >= starts) throw new KeyRotating(timeOf(newest.starts))
    const successor = await (await openKey(dirname(this.file), this.#nameOf(number), this.#prefix)).keep()
    const statement = createSuccession(predecessor, successor, { starts, ends })
    await writeOnce(this.#statementFile(number), `${statement}\n`)
    await this.refresh()
    return this.#statements[number - 2] ?? statement
  }

  /** `builder.2` is the second key of `builder.key`. */
  #nameOf(number: number): string {
    return `${this.file.slice(dirname(this.file).length + 1, -'.key'.length)}.${number}`
  }

  #keyFile(number: number): string {
    return join(dirname(this.file), `${this.#nameOf(number)}.key`)
  }

  #statementFile(number: number): string {
    return join(dirname(this.file), `${this.#nameOf(number)}.jws`)
  }
}

const markOf = (directory: string, name: string): string => join(directory, `${name}.database`)

/** A ring of one key that never changes. */
export function ringOf(pair: KeyPair | KeyRing): KeyRing {
  if ('publicKeysAt' in pair) return pair
  const key = { did: pair.did, publicKey: pair.publicKey, starts: 0, ends: Number.MAX_SAFE_INTEGER }
  return {
    ...{ privateKey: pair.privateKey, publicKey: pair.publicKey, did: pair.did },
    ...{ first: pair, successions: [], keys: [key], ends: key.ends },
    publicKeysAt: () => [pair.publicKey],
    pairsAt: () => [pair],
    has: did => isSameKey(did, toHex(pair.publicKey), prefixesOf(pair.did)),
    holderOf: () => pair,
    signerOf: () => pair,
  }
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The public keys whose signatures of a time count, the newest first. */
export function publicKeysAt(keys: readonly ChainedKey[], time: number): readonly Uint8Array[] {
  return keys.flatMap(({ publicKey, ends }) => (time < ends * 1000 ? [publicKey] : [])).reverse()
}

function hasKey(keys: readonly ChainedKey[], did: string, prefixes: readonly string[]): boolean {
  return keys.some(({ publicKey }) => isSameKey(did, toHex(publicKey), prefixes))
}

function isSameKey(did: string, id: string, prefixes: readonly string[]): boolean {
  try {
    return keyIdOf(did, prefixes) === id
  } catch {
    return false
  }
}

/** The prefix of a DID in the hex form. */
const prefixesOf = (did: string): readonly string[] => (did.startsWith('did:key:') ? [] : [did.slice(0, -66)])

const samePublicKey = (pair: KeyPair, { did }: ChainedKey): boolean =>
  toHex(pair.publicKey) === toHex(publicKeyOf(did, prefixesOf(did)))

function audienceOf(envelope: string): string | undefined {
  try {
    return readEnvelope(envelope)[0].payload.aud
  } catch {
    return undefined
  }
}

function chainOf(
  file: string,
  first: string,
  statements: readonly string[],
  terms: { readonly prefixes: readonly string[] },
) {
  try {
    return keysOfChain(first, statements, terms)
  } catch (cause) {
    throw Object.assign(new KeyChain(file), { cause })
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Appears complete or not at all. @throws KeyRotating if it is there already */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${crypto.randomUUID()}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, text, { flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new KeyRotating('now')
    throw error
  } finally {
    await unlink(draft)
  }
}

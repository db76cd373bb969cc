/** The builders whose keys have changed: every key of a chain is one identity, until that key ends. */
import {
  type ChainedKey,
  didKeyOf,
  keysOfChain,
  type Primitives,
  publicKeyOf,
  readSuccession,
  type Succession,
} from '../../../core/crypto/index.ts'
import { type Database, NodeAccessError, refusal } from '../../../core/node.ts'

export interface SuccessionsOptions {
  readonly database: Database
  readonly primitives: Primitives
  readonly prefixes: readonly string[]
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** Milliseconds after which the statements are read again: another process of this node may have added one. */
const REMEMBERED_MS = 5_000
/** Milliseconds between two readings that unknown builders cause. */
const PAUSE_MS = 1_000

/** Every DID is in its stored spelling. */
export class Successions {
  readonly #options: SuccessionsOptions
  readonly #byPredecessor = new Map<string, Succession>()
  readonly #predecessors = new Map<string, string>()
  readonly #keys = new Map<string, readonly ChainedKey[]>()
  #loaded = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined

  constructor(options: SuccessionsOptions) {
    this.#options = options
  }

  /** True if the statements need not be read. */
  get isFresh(): boolean {
    return this.#age < REMEMBERED_MS
  }

  get #age(): number {
    return performance.now() - this.#loaded
  }

  /** Reads the statements, unless they are fresh; `true` if it did. Call it before any other method. */
  async load(isMissed = false): Promise<boolean> {
    if (this.#age < (isMissed ? PAUSE_MS : REMEMBERED_MS)) return false
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined
    })
    await this.#loading
    return true
  }

  /** Makes the next `load` read the statements again. */
  forget(): void {
    this.#loaded = Number.NEGATIVE_INFINITY
  }

  /** The DID of the first key of a key's chain: the identity to which collections and permissions belong. */
  identityOf(did: string): string {
    let identity = did
    for (let before = this.#predecessors.get(did); before !== undefined; ) {
      identity = before
      before = this.#predecessors.get(before)
    }
    return identity
  }

  /** True if the key has a successor and its time is over. */
  isEnded(did: string): boolean {
    const succession = this.#byPredecessor.get(did)
    return succession !== undefined && succession.ends * 1000 <= this.#options.clock()
  }

  /** The public keys of an identity whose signatures of a time count. */
  publicKeysAt(identity: string, time: number): readonly Uint8Array[] {
    return this.#keysOf(identity).flatMap(({ publicKey, ends }) => (time < ends * 1000 ? [publicKey] : []))
  }

  /**
   * Adds a statement of a builder. The first statement of a key counts: a key that was stolen later cannot
   * name another successor.
   * @param bearer - the signer of the request, which must be the successor
   */
  async add(statement: string, bearer: string, isBuilder: (did: string) => Promise<boolean>): Promise<void> {
    await this.load(true)
    const { database } = this.#options
    const succession = this.#readStatement(statement)
    const { predecessor, successor } = succession
    if (successor !== bearer) throw new NodeAccessError(401)
    const present = this.#byPredecessor.get(predecessor)
    if (present?.statement === statement) return
    if (present !== undefined) throw refusal('DuplicateEntryError', `succession: ${predecessor}`)
    // Another builder's identity cannot become part of this one, and a chain is no circle.
    if (
      this.#predecessors.has(successor) ||
      this.#byPredecessor.has(successor) ||
      (await isBuilder(successor))
    )
      throw refusal('DuplicateEntryError', `builder: ${successor}`)
    if (!(await isBuilder(this.identityOf(predecessor)))) throw new NodeAccessError(404)
    await database.query(
      `INSERT INTO successions (predecessor, successor, statement) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [predecessor, successor, statement],
    )
    await this.#read()
    if (this.#byPredecessor.get(predecessor)?.statement !== statement)
      throw refusal('DuplicateEntryError', `succession: ${predecessor}`)
  }

  #readStatement(statement: string): Succession {
    const { primitives, prefixes } = this.#options
    try {
      const read = readSuccession(statement, { primitives, prefixes })
      const spelled = (did: string) => didKeyOf(publicKeyOf(did, prefixes))
      return { ...read, predecessor: spelled(read.predecessor), successor: spelled(read.successor) }
    } catch (cause) {
      throw Object.assign(new NodeAccessError(401), { cause })
    }
  }

  async #read(): Promise<void> {
    const rows = await this.#options.database.query<{ statement: string }>(
      'SELECT statement FROM successions',
    )
    for (const { statement } of rows) {
      const succession = this.#readStatement(statement)
      this.#byPredecessor.set(succession.predecessor, succession)
      this.#predecessors.set(succession.successor, succession.predecessor)
    }
    this.#keys.clear()
    this.#loaded = performance.now()
  }

  #keysOf(identity: string): readonly ChainedKey[] {
    const known = this.#keys.get(identity)
    if (known !== undefined) return known
    const statements: string[] = []
    for (let next = this.#byPredecessor.get(identity); next !== undefined; ) {
      statements.push(next.statement)
      next = this.#byPredecessor.get(next.successor)
    }
    const { primitives, prefixes } = this.#options
    const keys = keysOfChain(identity, statements, { primitives, prefixes })
    this.#keys.set(identity, keys)
    return keys
  }
}

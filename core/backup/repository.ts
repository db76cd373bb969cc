/**
 * A repository of backups: sealed pieces under names that follow from their content, so that a later backup
 * stores only new ones, and points, which list the pieces of one backup. A point is written last: without it
 * nothing counts.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { BackupDamaged, BackupKeyWrong, BackupMissing, BackupNewer, BackupPlace } from './errors.ts'
import type { Files } from './files.ts'
import { KEY_COST, type KeyCost, MOST_COST, masterKeyOf, PartKeys } from './seal.ts'

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)]

const HEADER = 'andiron-backup.json'
/** The part under which the header and the points are sealed. */
const POINTS = 'points'
/** Bytes of a piece. */
export const MOST_PIECE = 4 * 1024 * 1024

interface Header {
  readonly format: number
  readonly id: string
  readonly salt: string
  readonly cost: KeyCost
  /** Sealed, to tell a wrong key from a damaged file. */
  readonly check: string
}

export interface Stored {
  /** Pieces that were new. */
  pieces: number
  /** Their bytes, sealed. */
  bytes: number
  /** Pieces that an earlier backup had stored. */
  reused: number
}

/** The sealed pieces of one part: the gateway, one node, or the objects. */
export interface RepositoryPart {
  /**
   * Stores a piece, unless it is there.
   * @param packs - compresses it; without effect on content that is sealed already
   */
  put(content: Buffer, options?: { readonly packs?: boolean }): Promise<string>
  /** @throws BackupDamaged if it is missing or not what was stored */
  get(name: string): Promise<Buffer>
}

export class Repository {
  readonly stored: Stored = { pieces: 0, bytes: 0, reused: 0 }
  readonly #files: Files
  readonly #master: Buffer
  readonly #points: PartKeys
  /** The pieces that are there; loaded before the first is stored. */
  #listing: Promise<Set<string>> | undefined
  readonly #storing = new Map<string, Promise<void>>()

  private constructor(files: Files, master: Buffer) {
    this.#files = files
    this.#master = master
    this.#points = new PartKeys(master, POINTS)
  }

  /**
   * Opens the repository in a place.
   * @param creates - makes one where nothing is yet
   */
  static async open(
    files: Files,
    secret: string,
    { creates = false, cost = KEY_COST }: { readonly creates?: boolean; readonly cost?: KeyCost } = {},
  ): Promise<Repository> {
    const found = await files.read(HEADER)
    if (found === undefined) {
      if (!creates) throw new BackupMissing(files.place)
      for await (const { name } of files.list(''))
        throw new BackupPlace(files.place, `it holds other files ('${name}')`)
      await Repository.#create(files, secret, cost)
      return Repository.open(files, secret, { cost })
    }
    const header = headerIn(await buffer(found))
    if (header === undefined) throw new BackupDamaged(HEADER, 'it is no header of a repository')
    if (header.format !== 1) throw new BackupNewer(String(header.format))
    const master = await masterKeyOf(secret, Buffer.from(header.salt, 'base64'), header.cost)
    const repository = new Repository(files, master)
    try {
      repository.#points.open(Buffer.from(header.check, 'base64'), header.id)
    } catch {
      throw new BackupKeyWrong(files.place)
    }
    return repository
  }

  static async #create(files: Files, secret: string, cost: KeyCost): Promise<void> {
    const [id, salt] = [randomUUID(), randomBytes(16)]
    const keys = new PartKeys(await masterKeyOf(secret, salt, cost), POINTS)
    const check = keys.seal(randomBytes(16), id).toString('base64')
    const header: Header = { format: 1, id, salt: salt.toString('base64'), cost, check }
    const content = Buffer.from(`${JSON.stringify(header, null, 2)}\n`)
    // Of two that create one at once, the first wins, and both open that.
    await files.write(HEADER, content, content.length)
    await files.flush()
  }

  get place(): string {
    return this.#files.place
  }

  part(part: string): RepositoryPart {
    const keys = new PartKeys(this.#master, part)
    return {
      put: async (content, { packs = true } = {}) => {
        const name = keys.nameOf(content)
        const known = await this.#known()
        if (known.has(name) || this.#storing.has(name)) {
          this.stored.reused += 1
          await this.#storing.get(name)
          return name
        }
        const storing = this.#store(name, keys, content, packs)
        this.#storing.set(name, storing)
        try {
          await storing
          known.add(name)
        } finally {
          this.#storing.delete(name)
        }
        return name
      },

      get: async name => {
        const file = fileOf(name)
        const found = await this.#files.read(file)
        if (found === undefined) throw new BackupDamaged(file, 'it is missing')
        try {
          const opened = keys.open(await buffer(found), name)
          const content = opened[0] === 1 ? await inflated(opened.subarray(1)) : opened.subarray(1)
          if (keys.nameOf(content) === name) return content
        } catch {
          // The same sentence: what was found is not what was stored.
        }
        throw new BackupDamaged(file, 'its content was changed')
      },
    }
  }

  async #store(name: string, keys: PartKeys, content: Buffer, packs: boolean): Promise<void> {
    const packed = packs ? await deflated(content, { level: 3 }) : content
    const isSmaller = packed.length < content.length
    const plain = Buffer.concat([Buffer.of(isSmaller ? 1 : 0), isSmaller ? packed : content])
    const sealed = keys.seal(plain, name)
    if (await this.#files.write(fileOf(name), sealed, sealed.length)) {
      this.stored.pieces += 1
      this.stored.bytes += sealed.length
    } else this.stored.reused += 1
  }

  #known(): Promise<Set<string>> {
    this.#listing ??= this.#list()
    return this.#listing
  }

  async #list(): Promise<Set<string>> {
    const known = new Set<string>()
    for await (const { name } of this.#files.list('pieces/')) known.add(pieceIn(name))
    return known
  }

  /** True if the piece is in the place; does not look into it. */
  async has(name: string): Promise<boolean> {
    return (await this.#known()).has(name)
  }

  /** The names of the finished backups, oldest first. */
  async points(): Promise<string[]> {
    const names: string[] = []
    for await (const { name } of this.#files.list('points/')) names.push(name.slice('points/'.length))
    return names.sort()
  }

  /** @throws BackupDamaged */
  async readPoint(name: string): Promise<unknown> {
    const file = `points/${name}`
    const found = await this.#files.read(file)
    if (found === undefined) throw new BackupDamaged(file, 'it is missing')
    try {
      return JSON.parse(String(await inflated(this.#points.open(await buffer(found), name))))
    } catch {
      throw new BackupDamaged(file, 'its content was changed')
    }
  }

  /** Makes every piece durable, then the point: from then on the backup counts. */
  async writePoint(at: Date, point: object): Promise<string> {
    await this.#files.flush()
    const name = `${at.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    const sealed = this.#points.seal(await deflated(JSON.stringify(point)), name)
    await this.#files.write(`points/${name}`, sealed, sealed.length)
    await this.#files.flush()
    return name
  }

  /** Removes a point, so that its backup counts no more. Its pieces stay until {@link sweep}. */
  async removePoint(name: string): Promise<void> {
    await this.#files.remove(`points/${name}`)
  }

  /** The pieces that are there now, and not as they were listed first. */
  pieces(): Promise<Set<string>> {
    return this.#list()
  }

  /** Removes the pieces that are not listed here; returns their number and bytes. */
  async sweep(kept: ReadonlySet<string>, sign: () => Promise<void>): Promise<Swept> {
    const swept = { pieces: 0, bytes: 0 }
    for await (const { name, size } of this.#files.list('pieces/')) {
      if (kept.has(pieceIn(name))) continue
      await sign()
      await this.#files.remove(name)
      swept.pieces += 1
      swept.bytes += size
    }
    return swept
  }

  /**
   * The marks of those who remove pieces, oldest first: their times, in milliseconds since the epoch. A mark that is
   * older than {@link MARKED} was left behind.
   */
  async pruning(): Promise<readonly { readonly name: string; readonly at: number }[]> {
    const marks: { name: string; at: number }[] = []
    for await (const { name } of this.#files.list('pruning/')) {
      const at = Number(/^pruning\/(\d{1,15})-/.exec(name)?.[1] ?? 0)
      marks.push({ name, at })
    }
    return marks.sort((a, b) => a.at - b.at)
  }

  /** Sets a mark; returns its name. */
  async mark(at: number): Promise<string> {
    const name = `pruning/${at}-${randomBytes(8).toString('hex')}`
    await this.#files.write(name, Buffer.of(1), 1)
    await this.#files.flush()
    return name
  }

  async unmark(name: string): Promise<void> {
    await this.#files.remove(name)
  }

  flush(): Promise<void> {
    return this.#files.flush()
  }

  close(): Promise<void> {
    return this.#files.close()
  }
}

export interface Swept {
  readonly pieces: number
  readonly bytes: number
}

/** Milliseconds for which a mark of {@link Repository.pruning} holds. */
export const MARKED = 60 * 60_000

const fileOf = (name: string): string => `pieces/${name.slice(0, 2)}/${name.slice(2)}`
const pieceIn = (file: string): string => file.slice('pieces/'.length).replace('/', '')

function headerIn(content: Buffer): Header | undefined {
  try {
    const { format, id, salt, cost, check } = JSON.parse(String(content)) as Header
    const isSound =
      typeof format === 'number' &&
      [id, salt, check].every(each => typeof each === 'string') &&
      [cost.N, cost.r, cost.p].every(each => Number.isSafeInteger(each) && each > 0) &&
      cost.N * cost.r * cost.p <= MOST_COST * 8
    return isSound ? { format, id, salt, cost, check } : undefined
  } catch {
    return undefined
  }
}

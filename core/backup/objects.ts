/** Copies objects. They never change under their name: one that an earlier backup has is not read again. */
import type { Readable } from 'node:stream'
import { BackupDamaged } from './errors.ts'
import type { Files, ListedFile } from './files.ts'
import { readLines, readPieces, storeRows } from './pieces.ts'
import { OBJECTS, type ObjectEntry, type ObjectsDump, type Point } from './point.ts'
import { MOST_PIECE, type Repository, type RepositoryPart } from './repository.ts'

/** Objects that are copied at once. */
const TOGETHER = 4

export class ObjectCopies {
  readonly #source: Files
  readonly #part: RepositoryPart
  /** Copied, by this backup or an earlier one. */
  readonly #copied: Map<string, ObjectEntry>

  private constructor(source: Files, part: RepositoryPart, copied: Map<string, ObjectEntry>) {
    this.#source = source
    this.#part = part
    this.#copied = copied
  }

  static async open(source: Files, repository: Repository, before: Point | undefined): Promise<ObjectCopies> {
    const copied = new Map<string, ObjectEntry>()
    if (before !== undefined)
      for await (const entry of entriesOf(repository, before)) {
        const isThere = await Promise.all(entry.pieces.map(piece => repository.has(piece)))
        if (isThere.every(Boolean)) copied.set(entry.name, entry)
      }
    return new ObjectCopies(source, repository.part(OBJECTS), copied)
  }

  /** The objects that are there now. */
  async list(): Promise<ListedFile[]> {
    const files: ListedFile[] = []
    for await (const file of this.#source.list('')) files.push(file)
    return files
  }

  /** Copies those that are missing. */
  async copy(files?: readonly ListedFile[]): Promise<void> {
    const missing = (files ?? (await this.list())).filter(
      ({ name, mark }) => this.#copied.get(name)?.mark !== mark,
    )
    const next = missing.values()
    const work = async () => {
      for (const file of next) await this.#copyOne(file)
    }
    await Promise.all(Array.from({ length: TOGETHER }, work))
  }

  /** Copies the rest of the listed objects and stores their list; one that its owner has deleted since is left out. */
  async finish(files: readonly ListedFile[]): Promise<Omit<ObjectsDump, 'driver'>> {
    await this.copy(files)
    const entries = files
      .map(({ name, mark }) => ({ entry: this.#copied.get(name), mark }))
      .flatMap(({ entry, mark }) => (entry?.mark === mark ? [entry] : []))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const lines = (async function* () {
      for (const entry of entries) yield [Buffer.from(`${JSON.stringify(entry)}\n`)]
    })()
    const { pieces } = await storeRows(this.#part, lines)
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    return { count: entries.length, bytes, index: pieces }
  }

  async #copyOne({ name, size, mark }: ListedFile): Promise<void> {
    const body = await this.#source.read(name)
    if (body === undefined) return
    const pieces: string[] = []
    let length = 0
    for await (const piece of inBlocks(body)) {
      length += piece.length
      // Sealed by its client: it does not compress.
      pieces.push(await this.#part.put(piece, { packs: false }))
    }
    // An object that is being replaced by a store of its own is copied by the next look.
    if (length === size) this.#copied.set(name, { name, size, mark, pieces })
  }
}

/** The objects of a backup. */
export async function* entriesOf(repository: Repository, { objects }: Point): AsyncGenerator<ObjectEntry> {
  if (objects === undefined) return
  for await (const line of readLines(repository.part(OBJECTS), objects.index))
    yield JSON.parse(line) as ObjectEntry
}

/** The bytes of an object of a backup. @throws BackupDamaged */
export async function* readObject(part: RepositoryPart, { name, size, pieces }: ObjectEntry) {
  let length = 0
  for await (const piece of readPieces(part, pieces)) {
    length += piece.length
    yield piece
  }
  if (length !== size) throw new BackupDamaged(name, `${length} bytes instead of ${size}`)
}

async function* inBlocks(body: Readable): AsyncGenerator<Buffer> {
  let [parts, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of body as AsyncIterable<Buffer>) {
    parts.push(chunk)
    length += chunk.length
    while (length >= MOST_PIECE) {
      const whole = Buffer.concat(parts)
      yield whole.subarray(0, MOST_PIECE)
      parts = [whole.subarray(MOST_PIECE)]
      length -= MOST_PIECE
    }
  }
  if (length > 0) yield Buffer.concat(parts)
}

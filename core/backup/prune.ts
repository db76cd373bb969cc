/**
 * `andiron backup prune`: removes old backups, and the pieces that no other one needs. Backups share pieces and depend
 * on no other backup.
 */
import { BackupBeingPruned } from './errors.ts'
import type { Point } from './point.ts'
import { MARKED, type Repository, type Swept } from './repository.ts'
import { piecesOf, readPoint } from './verify.ts'

/** The backups to keep; one that any rule keeps stays, and the newest always does. */
export interface Keep {
  /** The latest of all. */
  readonly last?: number | undefined
  /** The latest of each day (UTC) that has one. */
  readonly daily?: number | undefined
  /** The latest of each week (from Monday on, UTC) that has one. */
  readonly weekly?: number | undefined
}

export interface Pruned extends Swept {
  readonly kept: readonly string[]
  readonly removed: readonly string[]
}

const DAY = 86_400_000

/** Milliseconds since the epoch of the point of a backup, from its name. */
const timeOf = (name: string): number => Date.parse(name.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

const dayOf = (name: string): number => Math.floor(timeOf(name) / DAY)
/** The first of January 1970 was a Thursday. */
const weekOf = (name: string): number => Math.floor((dayOf(name) + 3) / 7)

/** The names that stay, oldest first; one that has no time in it stays as well. */
export function keptOf(names: readonly string[], { last = 0, daily = 0, weekly = 0 }: Keep): string[] {
  const sorted = names.toSorted()
  const kept = new Set(sorted.filter(name => Number.isNaN(timeOf(name))))
  const timed = sorted.filter(name => !kept.has(name)).reverse()
  for (const name of timed.slice(0, Math.max(1, last))) kept.add(name)
  for (const [most, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
  ] as const) {
    const periods = new Set<number>()
    for (const name of timed) {
      if (periods.has(periodOf(name))) continue
      if (periods.size === most) break
      periods.add(periodOf(name))
      kept.add(name)
    }
  }
  return sorted.filter(name => kept.has(name))
}

/**
 * Removes backups, then the pieces that no remaining one needs. A point that cannot be read ends it before anything
 * is removed. A backup that is made meanwhile either is seen here, or sees the mark and fails (`assertNotPruned`).
 */
export async function prune(
  repository: Repository,
  keep: Keep,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Pruned> {
  const names = await repository.points()
  const kept = keptOf(names, keep)
  const removed = names.filter(name => !kept.includes(name))
  if (dryRun) {
    // Every one that stays must be readable.
    for (const name of kept) await piecesOf(repository, await readPoint(repository, name))
    return { kept, removed, pieces: 0, bytes: 0 }
  }
  let [mark, markedAt] = [await repository.mark(Date.now()), Date.now()]
  const sign = async () => {
    if (Date.now() < markedAt + MARKED / 6) return
    const next = await repository.mark(Date.now())
    await repository.unmark(mark)
    ;[mark, markedAt] = [next, Date.now()]
  }
  try {
    // Read after the mark: a backup without a point here will see it.
    const staying = (await repository.points()).filter(name => !removed.includes(name))
    const needed = new Set<string>()
    for (const name of staying) {
      await sign()
      for (const piece of await piecesOf(repository, await readPoint(repository, name))) needed.add(piece)
    }
    for (const name of removed) await repository.removePoint(name)
    await repository.flush()
    const swept = await repository.sweep(needed, sign)
    await repository.flush()
    for (const { name, at } of await repository.pruning())
      if (at < Date.now() - MARKED) await repository.unmark(name)
    return { kept: staying, removed, ...swept }
  } finally {
    await repository.unmark(mark)
  }
}

/** Refuses while pieces are removed from the place. @throws BackupBeingPruned */
export async function assertNotBeingPruned(repository: Repository): Promise<void> {
  const marks = await repository.pruning()
  if (marks.some(({ at }) => at > Date.now() - MARKED)) throw new BackupBeingPruned(repository.place)
}

/**
 * Takes a backup back that was written while its pieces were removed.
 * @throws BackupBeingPruned
 */
export async function assertNotPruned(repository: Repository, name: string, point: Point): Promise<void> {
  const isWhole = async () => {
    // The marks first: whoever sets one later sees the point.
    await assertNotBeingPruned(repository)
    const there = await repository.pieces()
    // The list of files is in pieces itself.
    if (!(point.objects?.index ?? []).every(piece => there.has(piece))) return false
    for (const piece of await piecesOf(repository, point)) if (!there.has(piece)) return false
    return true
  }
  const whole = await isWhole().catch(async error => {
    await repository.removePoint(name)
    throw error
  })
  if (whole) return
  await repository.removePoint(name)
  throw new BackupBeingPruned(repository.place)
}

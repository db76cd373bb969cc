/** Reads a backup to the end, without restoring it. */
import { BackupDamaged, BackupMissing, BackupNewer, BackupPointUnknown } from './errors.ts'
import { entriesOf, readObject } from './objects.ts'
import { readPieces } from './pieces.ts'
import { OBJECTS, type Point } from './point.ts'
import type { Repository } from './repository.ts'

/** The newest finished backup of a repository. */
export async function newestPoint(repository: Repository): Promise<Point | undefined> {
  const name = (await repository.points()).at(-1)
  return name === undefined ? undefined : readPoint(repository, name)
}

/**
 * A finished backup.
 * @param name - its name or the beginning of it; by default the newest
 */
export async function findPoint(repository: Repository, name?: string): Promise<Point> {
  const names = await repository.points()
  if (names.length === 0) throw new BackupMissing(repository.place)
  const found = name === undefined ? names.at(-1) : names.findLast(each => each.startsWith(name))
  if (found === undefined) throw new BackupPointUnknown(name ?? '', repository.place, names.join(', '))
  return readPoint(repository, found)
}

/** A finished backup by its whole name. @throws BackupDamaged, BackupNewer */
export async function readPoint(repository: Repository, name: string): Promise<Point> {
  const point = (await repository.readPoint(name)) as { readonly format: number }
  if (point.format !== 1) throw new BackupNewer(String(point.format))
  return point as Point
}

export interface Verified {
  readonly rows: number
  readonly objects: number
  readonly bytes: number
}

/** Opens every piece of a backup and compares it with what the backup says. @throws BackupDamaged */
export async function verify(repository: Repository, point: Point): Promise<Verified> {
  let [rows, objects, bytes] = [0, 0, 0]
  for (const { part, tables, keys } of point.parts) {
    const pieces = repository.part(part)
    for (const table of tables) {
      let [lines, length] = [0, 0]
      for await (const piece of readPieces(pieces, table.pieces)) {
        for (const byte of piece) if (byte === 10) lines += 1
        length += piece.length
      }
      if (lines !== table.rows || length !== table.bytes)
        throw new BackupDamaged(`${part}/${table.name}`, `${lines} rows instead of ${table.rows}`)
      rows += lines
      bytes += length
    }
    for (const { piece } of keys) await pieces.get(piece)
  }
  const part = repository.part(OBJECTS)
  for await (const entry of entriesOf(repository, point)) {
    for await (const piece of readObject(part, entry)) bytes += piece.length
    objects += 1
  }
  if (objects !== (point.objects?.count ?? 0))
    throw new BackupDamaged('the list of files', `${objects} files instead of ${point.objects?.count}`)
  return { rows, objects, bytes }
}

/** The names of all pieces that a backup needs. @throws BackupDamaged */
export async function piecesOf(repository: Repository, point: Point): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { tables, keys } of point.parts) {
    for (const { pieces } of tables) for (const name of pieces) names.add(name)
    for (const { piece } of keys) names.add(piece)
  }
  for (const name of point.objects?.index ?? []) names.add(name)
  for await (const { pieces } of entriesOf(repository, point)) for (const name of pieces) names.add(name)
  return names
}

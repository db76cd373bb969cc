/** The time of the last backup, kept beside the data: for `andiron doctor`, and for gateways of other operators. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Point } from './point.ts'

const FILE = 'last-backup.json'

export async function noteBackup(
  data: string,
  { at, release }: Pick<Point, 'at' | 'release'>,
): Promise<void> {
  const file = join(data, FILE)
  await writeFile(`${file}.new`, `${JSON.stringify({ at, release })}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** ISO 8601; `undefined` if there was none. */
export async function lastBackup(data: string): Promise<string | undefined> {
  try {
    const { at } = JSON.parse(await readFile(join(data, FILE), 'utf8')) as { at?: unknown }
    return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined
  } catch {
    return undefined
  }
}

/** The key file of the operator: the one secret from which all keys of a repository are derived. */
import { readFile, stat } from 'node:fs/promises'
import { BackupKeyMissing, BackupKeyUnusable } from './errors.ts'

/** Characters of the shortest secret that is accepted. */
const LEAST = 20

/** @throws BackupKeyMissing, BackupKeyUnusable */
export async function readKeyFile(file: string | undefined): Promise<string> {
  if (file === undefined) throw new BackupKeyMissing('')
  let secret: string
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && mode & 0o077)
      throw new BackupKeyUnusable(file, `others can read it; run: chmod 600 ${file}`)
    secret = (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof BackupKeyUnusable) throw error
    throw new BackupKeyMissing(` in '${file}'`)
  }
  if (secret.length < LEAST) throw new BackupKeyUnusable(file, `it has fewer than ${LEAST} characters`)
  return secret
}

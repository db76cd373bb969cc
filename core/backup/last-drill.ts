/** The signed report of the last drill, kept beside the data: for `andiron doctor`, `/operator` and metrics. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assertSignedBy, readCompact, signCompact } from '../crypto/compact.ts'
import { publicKeyOf } from '../crypto/did.ts'
import type { KeyPair } from '../crypto/keys.ts'
import { noble, type Primitives } from '../crypto/primitives.ts'

/** The comparison of a table of one part, or of the files, with the live deployment. */
export interface Compared {
  /** `gateway`, `node-1` …, or `files`. */
  readonly part: string
  /** Rows or files of the backup. */
  readonly count: number
  /** Records or files that were compared. */
  readonly compared: number
  readonly same: number
  /** Changed or deleted in the live deployment since the point. */
  readonly since: number
  /** In the live deployment since before the point, and not in the backup. */
  readonly missing: number
  /** The same version with another content. */
  readonly differing: number
}

export interface DrillReport {
  readonly format: 1
  /** DID of the deployment, whose key signs. */
  readonly iss: string
  /** The time of the point. ISO 8601, as are the others. */
  readonly point: string
  readonly began: string
  readonly ended: string
  readonly release: string
  readonly parts: readonly Compared[]
  /** Nothing is missing and nothing differs. */
  readonly ok: boolean
}

const FILE = 'last-drill.jws'
/** A distinct `typ`, so that a report never passes for a token. */
const HEADER = { alg: 'ES256K', typ: 'andiron-drill-report' } as const

export async function noteDrill(data: string, report: DrillReport, key: KeyPair): Promise<void> {
  const file = join(data, FILE)
  await writeFile(`${file}.new`, `${signCompact(HEADER, report, key.privateKey, noble)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/**
 * The last report.
 * @param isOwn - true for the DIDs of the deployment
 * @returns `undefined` if there is none; `invalid` if it is not signed by a key of the deployment
 */
export async function lastDrill(
  data: string,
  isOwn: (did: string) => boolean,
  primitives: Primitives = noble,
): Promise<DrillReport | 'invalid' | undefined> {
  const text = await readFile(join(data, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const token = readCompact(text.trim())
    const { iss, format, ok, point, ended } = token.payload as unknown as DrillReport
    if (token.header['typ'] !== HEADER.typ || format !== 1 || typeof ok !== 'boolean' || !isOwn(iss))
      return 'invalid'
    if ([point, ended].some(time => Number.isNaN(Date.parse(time)))) return 'invalid'
    assertSignedBy(token, publicKeyOf(iss, [prefixOf(iss)]), primitives)
    return token.payload as unknown as DrillReport
  } catch {
    return 'invalid'
  }
}

const prefixOf = (did: string): string => did.slice(0, did.lastIndexOf(':'))

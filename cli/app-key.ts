/** The key of an application or of a server, from the file that a command names. */
import { open, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { backendSigner, type Reader, type StorageKeyPair } from '../ui/sdk/index.ts'
import { type ApplicationKeyAbout, openApplicationKey } from '../ui/sdk/keys/index.ts'
import { unreadable, unusable } from './report.ts'

export interface AppOptions {
  /** The file with the application's key, or with the server's own. */
  readonly key: string
  readonly passphraseFile?: string
  readonly json?: boolean
}

/** The server's own key, as `andiron app login` writes it. */
export interface ServerKey extends ApplicationKeyAbout {
  readonly file: typeof SERVER_KEY
  readonly key: Parameters<typeof backendSigner>[0]
}

export const SERVER_KEY = 'andiron server key'
/** The reader of a key file: a backend for a server's own key, otherwise the application. */
export async function readerOf(
  options: AppOptions,
): Promise<ApplicationKeyAbout & { readonly reader: Reader }> {
  const content = await readIn(options.key)
  const value = jsonIn(content, options.key) as Partial<ServerKey>
  if (value.file === SERVER_KEY && value.key && value.applicationId && value.service) {
    const { applicationId, service, key } = value
    await secretIn(options.key)
    return { applicationId, service, reader: backendSigner(key, applicationId) }
  }
  const { keypair, ...about } = await opened(content, options)
  return { ...about, reader: keypair }
}

export async function opened(
  content: string,
  options: AppOptions,
): Promise<ApplicationKeyAbout & { readonly keypair: StorageKeyPair }> {
  if (content.includes(`"${SERVER_KEY}"`))
    unusable("This is the key of a server, which only reads: this command needs the application's own key.")
  return openApplicationKey(content, await passphraseOf(options))
}

/** From the environment or a file; otherwise a person types it. */
export async function passphraseOf({ passphraseFile }: AppOptions): Promise<string> {
  const { ANDIRON_APP_PASSPHRASE: given } = process.env
  if (passphraseFile !== undefined) return (await secretIn(passphraseFile)).replace(/\r?\n$/, '')
  if (given !== undefined) return given
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    unusable('The passphrase is missing: set ANDIRON_APP_PASSPHRASE, or name a file with --passphrase-file.')
  process.stderr.write('Passphrase of the key: ')
  // Nothing that is typed is shown.
  const { Writable } = await import('node:stream')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

export const readIn = (file: string): Promise<string> => readFile(file, 'utf8').catch(unreadable(file))

/** A file that others must not read. */
export async function secretIn(file: string): Promise<string> {
  const handle = await open(file).catch(unreadable(file))
  try {
    const { mode } = await handle.stat()
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      unusable(`Others can read '${file}': chmod 600 it, and replace the key if they may have.`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

export function jsonIn(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return unusable(`The file '${file}' is not JSON.`)
  }
}

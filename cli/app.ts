/** `andiron app`: an application from scripts and servers, with the SDK. */
import { open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import {
  AndironError,
  aggregateCollection,
  aggregate as ask,
  backendSigner,
  type CollectionOptions,
  createBackendKey,
  createSoftwareWallet,
  deriveApplicationKeypair,
  loadEnvironment,
  type Reader,
  readCollection,
  readCollectionAsCsv,
  readResponses,
  readResponsesAsCsv,
  registerApplication,
  registerBackend,
  registerQuestionnaire,
  type StorageKeyPair,
  updateQuestionnaire,
} from '../ui/sdk/index.ts'
import { type ApplicationKeyAbout, openApplicationKey, sealApplicationKey } from '../ui/sdk/keys/index.ts'
import { requireParquet, writeParquet } from './parquet.ts'
import { sentenceOf, unreadable, unusable } from './report.ts'

export interface AppOptions {
  /** The file with the application's key, or with the server's own. */
  readonly key: string
  readonly passphraseFile?: string
  readonly json?: boolean
}

/** The server's own key, as `andiron app login` writes it. */
interface ServerKey extends ApplicationKeyAbout {
  readonly file: typeof SERVER_KEY
  readonly key: Parameters<typeof backendSigner>[0]
}

const SERVER_KEY = 'andiron server key'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Registers an application with the key of an account, and writes its own key, encrypted. */
export async function create(
  applicationId: string,
  options: AppOptions & {
    readonly service: string
    readonly name: string
    readonly callbackUrl?: readonly string[]
    readonly controlKeyFile: string
  },
): Promise<void> {
  await reporting(async () => {
    const { service, name, callbackUrl: callbackUrls = [], controlKeyFile } = options
    const wallet = createSoftwareWallet((await secretIn(controlKeyFile)).trim())
    const passphrase = await passphraseOf(options)
    const environment = await loadEnvironment(service)
    const { sessionKeyPair } = await deriveApplicationKeypair(wallet.signFn, wallet.address, applicationId, {
      environment,
    })
    const sealed = await sealApplicationKey(sessionKeyPair, { applicationId, service }, passphrase)
    await writeNew(options.key, sealed)
    const about = { applicationId, name, callbackUrls: [...callbackUrls] }
    const application = await orRemove(options.key, () =>
      registerApplication(sessionKeyPair, about, wallet, environment),
    )
    tell(options, application, [
      `Registered '${applicationId}' at ${service}.`,
      `Its key is in ${options.key}, under your passphrase.`,
    ])
  })
}

/** Registers a key of this server's own as a backend, with the application's key from the page `/application`. */
export async function login(file: string, options: AppOptions & { readonly name?: string }): Promise<void> {
  await reporting(async () => {
    const { applicationId, service, keypair } = await opened(await readIn(file), options)
    const { privateJwk, publicJwk } = await createBackendKey()
    const own = { file: SERVER_KEY, applicationId, service, key: privateJwk } as const
    await writeNew(options.key, `${JSON.stringify(own, null, 2)}\n`)
    const name = options.name ?? hostname()
    const jwks = { keys: [{ ...publicJwk }] }
    const backend = await orRemove(options.key, () =>
      registerBackend(keypair, applicationId, { name, jwks }, service),
    )
    tell(options, backend, [
      `'${name}' is a backend of '${applicationId}' now; its key is in ${options.key}.`,
      `Delete ${file}: this server reads without it. Revoke the backend on the page ${service}/application.`,
    ])
  })
}

/** Publishes a form, or a new revision of one. */
export async function publish(file: string, options: AppOptions & { readonly id?: string }): Promise<void> {
  await reporting(async () => {
    const form = jsonIn(await readIn(file), file) as object
    const { keypair, applicationId, service } = await opened(await readIn(options.key), options)
    const { id } = options
    const stored =
      id === undefined
        ? await registerQuestionnaire(keypair, form, service, { applicationId })
        : await updateQuestionnaire(keypair, id, form, service, { applicationId })
    const { _id, meta, publisher } = stored as {
      _id: string
      publisher: string
      meta?: { versionId?: string }
    }
    tell(options, { _id, publisher, versionId: meta?.versionId }, [
      `Published: ${service}/questionnaire/${_id}`,
    ])
  })
}

/** Writes all responses to a form, or all records of a collection, to standard output or to a new file. */
export async function exportResponses(
  source: string,
  options: AppOptions & {
    readonly csv?: boolean
    readonly ndjson?: boolean
    readonly parquet?: boolean
    readonly output?: string
  },
): Promise<void> {
  const { csv = false, ndjson = false, parquet = false, output } = options
  if (Number(csv) + Number(ndjson) + Number(parquet) > 1)
    unusable('Choose one of --csv, --ndjson and --parquet.')
  if (parquet && output === undefined) unusable('Parquet is written to a file: name it with --output.')
  await reporting(async () => {
    if (parquet) requireParquet()
    const { table, records, noun } = await sourceOf(source, options)
    if (parquet && output !== undefined) {
      const file = await newFile(output)
      // Without its end, nothing reads the file.
      const rows = await orRemove(output, () => writeParquet(file, table()).finally(() => file.close()))
      tell(options, { file: output, [noun]: rows }, [`${rows} ${noun} saved in ${output}.`])
      return
    }
    const target = output === undefined ? undefined : await newFile(output)
    const write = async (part: string) => {
      if (target) await target.write(part)
      else if (!process.stdout.write(part)) await new Promise(done => process.stdout.once('drain', done))
    }
    let exported = 0
    let leftOut = 0
    try {
      if (csv) for await (const part of table()) await write(part)
      else {
        const read = records(({ unattested, changed }) => {
          leftOut += unattested + changed
        })
        for await (const record of read) {
          await write(`${JSON.stringify(record)}\n`)
          if (++exported % 200 === 0) progress(`${exported} ${noun} …`)
        }
        progress()
      }
    } finally {
      await target?.close()
    }
    if (leftOut > 0)
      process.stderr.write(`${leftOut} ${noun} were withheld: not attested, or changed since.\n`)
    if (output !== undefined)
      tell(options, { file: output, ...(!csv && { [noun]: exported, leftOut }) }, [
        csv ? `Saved in ${output}.` : `${exported} ${noun} saved in ${output}.`,
      ])
  })
}

/** Asks for an aggregate; the question is the JSON that the SDK takes. */
export async function aggregate(source: string, file: string, options: AppOptions): Promise<void> {
  await reporting(async () => {
    const question = jsonIn(file === '-' ? await text(process.stdin) : await readIn(file), file)
    const answer = await (await sourceOf(source, options)).aggregate(question as never)
    const lines = answer.result.map(group => `  ${JSON.stringify(group)}`)
    tell(options, answer, [answer.message, ...lines])
  })
}

/** The readings of a form by its `_id`, or of a custom collection by its name or uid. */
async function sourceOf(source: string, options: AppOptions) {
  const { reader, service, applicationId } = await readerOf(options)
  const { collections } = await loadEnvironment(service)
  const named = Object.hasOwn(collections, source) ? collections[source] : undefined
  const collection = named ?? Object.values(collections).find(uid => uid === source)
  if (collection === undefined && !UUID.test(source))
    unusable(`'${source}' is no _id of a form, and ${service} has no collection of this name.`)
  const reading = { applicationId, count: 200 }
  if (collection === undefined)
    return {
      noun: 'responses',
      table: () => readResponsesAsCsv(reader, source, service, { applicationId }),
      records: (onOmissions: OnOmissions) =>
        readResponses(reader, source, service, { ...reading, onOmissions }),
      aggregate: (question: never) => ask(reader, source, question, service, { applicationId }),
    }
  return {
    noun: 'records',
    table: () => readCollectionAsCsv(reader, collection, service, { applicationId }),
    records: (onOmissions: OnOmissions) =>
      readCollection(reader, collection, service, { ...reading, onOmissions }),
    aggregate: (question: never) =>
      aggregateCollection(reader, collection, question, service, { applicationId }),
  }
}

type OnOmissions = NonNullable<CollectionOptions['onOmissions']>

/** The reader of a key file: a backend for a server's own key, otherwise the application. */
async function readerOf(options: AppOptions): Promise<ApplicationKeyAbout & { readonly reader: Reader }> {
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

async function opened(
  content: string,
  options: AppOptions,
): Promise<ApplicationKeyAbout & { readonly keypair: StorageKeyPair }> {
  if (content.includes(`"${SERVER_KEY}"`))
    unusable("This is the key of a server, which only reads: this command needs the application's own key.")
  return openApplicationKey(content, await passphraseOf(options))
}

/** From the environment or a file; otherwise a person types it. */
async function passphraseOf({ passphraseFile }: AppOptions): Promise<string> {
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

const readIn = (file: string): Promise<string> => readFile(file, 'utf8').catch(unreadable(file))

/** A file that others must not read. */
async function secretIn(file: string): Promise<string> {
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

/** Creates a file that nobody else reads; an existing one stays as it is. */
const newFile = (file: string) =>
  open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) =>
    unusable(
      error.code === 'EEXIST'
        ? `'${file}' is there already; nothing was written.`
        : `The file '${file}' cannot be written.`,
    ),
  )

async function writeNew(file: string, content: string): Promise<void> {
  const handle = await newFile(file)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A key is written before it is registered, and removed if it is not accepted. */
async function orRemove<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

function jsonIn(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return unusable(`The file '${file}' is not JSON.`)
  }
}

/** Lines for a person on a terminal, JSON for a program. */
function tell({ json = !process.stdout.isTTY }: AppOptions, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
}

/** A line that the next one replaces, on a terminal; without a text, it is cleared. */
function progress(text?: string): void {
  if (process.stderr.isTTY) process.stderr.write(text === undefined ? '\r\x1b[K' : `\r${text}`)
}

/** Prints the error of the work with every issue, and sets the exit code. */
async function reporting(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const issues = error instanceof AndironError ? (error.issues ?? []) : []
    const lines = issues.map(({ expression, text }) => `  ${expression ?? ''}: ${text}\n`)
    process.stderr.write(`andiron: ${sentenceOf(error)}\n${lines.join('')}`)
    process.exitCode = 1
  }
}

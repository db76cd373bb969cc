/** `andiron app`: an application from scripts and servers, with the SDK. */

import { open, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { isUuid } from '../schemas/identity.ts'
import {
  aggregateCollection,
  aggregate as ask,
  type CollectionOptions,
  createBackendKey,
  createSoftwareWallet,
  deriveApplicationKeypair,
  loadEnvironment,
  readCollection,
  readCollectionAsCsv,
  readResponses,
  readResponsesAsCsv,
  registerApplication,
  registerBackend,
  registerQuestionnaire,
  updateQuestionnaire,
} from '../ui/sdk/index.ts'
import { sealApplicationKey } from '../ui/sdk/keys/index.ts'
import {
  type AppOptions,
  jsonIn,
  opened,
  passphraseOf,
  readerOf,
  readIn,
  SERVER_KEY,
  secretIn,
} from './app-key.ts'
import { progress, reporting, tell } from './app-report.ts'
import { requireParquet, writeParquet } from './parquet.ts'
import { unusable } from './report.ts'

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
    const jwks = { keys: [publicJwk] }
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
    const writeAll = async () => {
      if (csv) {
        for await (const part of table()) await write(part)
        return
      }
      const read = records(({ unattested, changed }) => {
        leftOut += unattested + changed
      })
      for await (const record of read) {
        await write(`${JSON.stringify(record)}\n`)
        if (++exported % 200 === 0) progress(`${exported} ${noun} …`)
      }
      progress()
    }
    const finish = () => writeAll().finally(() => target?.close())
    // A part of an export looks like a whole one.
    await (output === undefined ? finish() : orRemove(output, finish))
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
  if (collection === undefined && !isUuid(source))
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

/** Removes a file that is of no use without the work that follows. */
async function orRemove<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** `npm run seed`: fills a gateway's data directory with synthetic responses. */
import { rm } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { FastifyInstance } from 'fastify'
import { toHex } from '../core/crypto/bytes.ts'
import { createKeyPair, type KeyPair } from '../core/crypto/keys.ts'
import type { Context } from '../core/index.ts'
import { serve } from '../plugins/index.ts'
import { uids } from '../schemas/uids.ts'
import { registerQuestionnaire } from '../ui/sdk/index.ts'
import { progressOf } from './progress.ts'
import { PHQ_9, registerStudy, responseTo, scoreOf } from './study.ts'

/** Responses per person, which are stored together. */
const BATCH = 100
/** People in parallel: while the database stores some responses, others are validated and signed. */
const AT_ONCE = 4

export interface Study {
  readonly application: KeyPair
  readonly applicationId: string
  /** The `_id` of its questionnaire. */
  readonly questionnaire: string
}

/** Registers a new application, and PHQ-9 for it. */
export async function createStudy(url: string): Promise<Study> {
  const application = createKeyPair()
  const applicationId = `study-${toHex(application.publicKey).slice(-8)}`
  await registerStudy(application, createKeyPair(), url, applicationId)
  const { _id } = await registerQuestionnaire(application, PHQ_9, url)
  return { application, applicationId, questionnaire: _id }
}

/**
 * Stores synthetic responses, generated from a counter. They are validated, stamped and attested like
 * submissions, but in one batch per person and without a request for each.
 * @param stored - called with the number stored so far
 */
export async function seed(
  app: FastifyInstance,
  { applicationId, questionnaire }: Study,
  count: number,
  stored: (count: number) => void = () => {},
): Promise<void> {
  const { gateway } = app
  const collection = gateway.collections.get(uids.QuestionnaireResponse)
  if (collection === undefined) throw new Error('the gateway keeps no responses')
  let [begun, done] = [0, 0]
  const store = async () => {
    while (begun < count) {
      const first = begun
      begun = Math.min(first + BATCH, count)
      const { did, publicKey } = createKeyPair()
      const caller = { did, key: toHex(publicKey), scopes: [] }
      const context: Context = { app, caller, log: app.log, now: new Date() }
      const responses = Array.from({ length: begun - first }, (_, at) => ({
        id: crypto.randomUUID(),
        record: responseTo(PHQ_9, questionnaire, first + at, scoreOf(first + at)),
      }))
      await gateway.deriveAll({ applicationId }, collection.uid, responses, context)
      done += responses.length
      stored(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, store))
}

interface Options {
  readonly records: number
  readonly data: string
  readonly nodes: number
  readonly clean?: true
}

async function seedDirectory({ records, data, nodes, clean }: Options): Promise<void> {
  if (clean) return rm(data, { recursive: true, force: true })
  const config = { port: 0, data, log: { level: 'error' }, stores: { records: { nodes } } } as const
  const running = await serve(config, { fastify: { logger: false } })
  try {
    const study = await createStudy(running.url)
    const { application, applicationId, questionnaire } = study
    const progress = progressOf(records)
    await seed(running.app, study, records, progress.update).finally(progress.end)
    process.stdout.write(
      [
        `application     ${applicationId}`,
        `its key         ${toHex(application.privateKey)}`,
        `questionnaire   ${questionnaire}`,
        `data directory  ${data}\n`,
      ].join('\n'),
    )
  } finally {
    await running.close()
  }
}

function atLeastOne(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('a whole number, at least 1')
  return value
}

if (import.meta.filename === process.argv[1])
  await new Command('seed')
    .description(
      'Fills the data directory of a gateway with a questionnaire (PHQ-9) and synthetic responses to it, then ends. ' +
        'The key of its application is printed: a gateway started on the directory lets it read them.',
    )
    .option('--records <number>', 'how many responses', atLeastOne, 10_000)
    .option('--data <directory>', 'the data directory; no gateway may run on it', './data/seeded')
    .option('--nodes <number>', 'storage nodes, each with a copy; reading asks one', atLeastOne, 3)
    .option('--clean', 'remove the directory instead')
    .action(seedDirectory)
    .parseAsync()

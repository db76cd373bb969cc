/** The study's server: its page, its results, and a ledger of the responses. It has a key that only reads. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type AggregateAnswer, aggregate, backendSigner, readResponses } from '@andiron/sdk'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Ledger } from './ledger.ts'
import { isSigned, subscribe } from './notifications.ts'
import type { ServerKey, StudySettings } from './setup.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const MINUTE = 60_000
/** After a failure, as while the gateway restarts. */
const RETRY = 5_000
/** A response may be stored a while after its `authored`, as when a gateway was restarted in between. */
const OVERLAP = 10 * MINUTE
/** Responses before the first results, so that the privacy budget is not spent on too few people. */
const ENOUGH = 20
const REFRESH_AFTER = 2 * 24 * 60 * MINUTE

export interface StudyOptions {
  readonly settings: StudySettings
  readonly key: ServerKey
  readonly ledger: Ledger
  /** The directory with the built page. */
  readonly page: string
  /** Maximum milliseconds between two readings, if no notification comes. */
  readonly interval: number
}

export async function createServer({
  settings,
  key,
  ledger,
  page,
  interval,
}: StudyOptions): Promise<FastifyInstance> {
  const { service, applicationId, formId } = settings
  const signer = backendSigner(key, applicationId)
  const app = Fastify({ logger: { level: 'warn' } })

  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': `default-src 'self'; img-src 'self' data:; connect-src 'self' ${service}; frame-src ${service}; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
    })
  })
  app.get('/study.json', async () => settings)
  app.get('/results', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(resultsPage(ledger.size < ENOUGH ? undefined : await results())),
  )
  for (const file of await readdir(page, { recursive: true })) {
    const type = TYPES[extname(file)]
    if (type === undefined) continue
    const content = await readFile(join(page, file))
    app.get(file === 'index.html' ? '/' : `/${file}`, async (_request, reply) =>
      reply.type(type).send(content),
    )
  }

  /** Noisy numbers, which the gateway repeats until they are refreshed at the cost of privacy budget. */
  async function results(): Promise<AggregateAnswer> {
    const question = { measures: [{ linkId: 'hours', op: 'mean' }] } as const
    const known = await aggregate(signer, formId, question, service)
    if (Date.now() - Date.parse(known.asOf) < REFRESH_AFTER) return known
    return aggregate(signer, formId, question, service, { refresh: true }).catch(() => known)
  }

  /** Puts the responses that the ledger lacks into it. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    const { newest } = ledger
    const since = newest && { since: new Date(newest.getTime() - OVERLAP) }
    for await (const { id = '', authored = '' } of readResponses(signer, formId, service, {
      signal,
      ...since,
    }))
      await ledger.add({ id, authored })
  }

  let secret: string | undefined
  let notified = new AbortController()
  app.addContentTypeParser(/^application\/fhir\+json/, { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/notify', async ({ headers, body }, reply) => {
    // The gateway repeats what is refused.
    if (secret === undefined || !isSigned(secret, headers, String(body))) return reply.code(401).send()
    notified.abort()
    return reply.code(204).send()
  })

  /** Reads at the start and after each notification, never twice at once. */
  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let wait = interval
      try {
        secret ??= await subscribe(signer, settings)
        await catchUp(signal)
      } catch (error) {
        if (!signal.aborted) app.log.warn(error)
        wait = RETRY
      }
      await delay(wait, undefined, { signal: AbortSignal.any([signal, notified.signal]) }).catch(() => {})
      // One that came while the server was reading has ended the wait at once.
      notified = new AbortController()
    }
  }

  const stop = new AbortController()
  let following: Promise<void> | undefined
  // The port belongs to one server at a time, and so does the ledger.
  app.addHook('onListen', async () => {
    following = follow(stop.signal)
  })
  app.addHook('onClose', async () => {
    stop.abort()
    await following
    await ledger.close()
  })
  return app
}

function resultsPage(answer: AggregateAnswer | undefined): string {
  const [group] = answer?.result ?? []
  const { value, margin } = group?.measures[0] ?? {}
  const text =
    group === undefined || value == null
      ? 'There are too few answers yet.'
      : `About ${group.people} people slept ${value} hours on average${margin ? `, ± ${margin}` : ''}.`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sleep study</title><h1>Results</h1><p>${text}</p>`
}

/** Consent: a person's signed decision on the use of their records by an application, enforced on every reading. */
import { isDeepStrictEqual } from 'node:util'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type App, definePlugin, type Issue, uuidOf, withIssues } from '../../core/index.ts'
import { consentOf } from '../../fhir/consent.ts'
import { ConsentDecision, ConsentList, SignedConsent } from '../../schemas/record-consent.ts'
import { ref } from '../../schemas/types.ts'
import { InvalidConsent, SupersededConsent } from './errors.ts'
import { type Consents, type KeptConsent, memoryConsents, sqlConsents, subjectOf } from './kept-consents.ts'
import { permits } from './permits.ts'
import { checkRequirement, demandConsent } from './required.ts'
import { WithheldByConsent } from './withheld.ts'

declare module '../../core/index.ts' {
  interface Facts {
    /** A decision that ends the reading of records which the application could read before. Announced with it. */
    consentWithdrawn: {
      /** Compressed public keys in hex. */
      readonly person: string
      readonly owner: string
      /** `_id` of a form or uid of a collection; empty for all of the application. */
      readonly subject: string
      /** Forms and collections of the application on which the person has decided separately. */
      readonly except: readonly string[]
      /** ISO 8601, as signed. */
      readonly decidedAt: string
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    consents: { readonly kept: Consents; readonly withheld: WithheldByConsent }
  }
}

/** Milliseconds by which the clock of a person may be ahead. */
const AHEAD = 30_000
/** Milliseconds in which the deletion of a profile removes its records; until then they stay withheld. */
const REMOVAL = 24 * 60 * 60 * 1000

export default definePlugin({
  name: 'consent',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'applications'],
  migrations: new URL('plugins/consent/migrations/', import.meta.resolve('#root/package.json')),
  schemas: [ConsentDecision, SignedConsent, ConsentList],
  hooks: {
    deleteProfile: ({ key }, { app }) => app.consents.kept.forgetAt(key, Date.now() + REMOVAL),
    validateQuestionnaire: ({ questionnaire }) => checkRequirement(questionnaire),
    validateSubmission: demandConsent,
  },
  tag: { name: 'Profile', description: 'The audit trail, export and deletion of a profile.' },

  jobs: {
    forget: {
      description: 'Removes the decisions of deleted profiles.',
      times: { every: 3_600_000 },
      run: (_job, { app }) => app.consents.kept.forget(Date.now()),
    },
  },

  setup(app, _options, { database }) {
    const kept = database ? sqlConsents(database) : memoryConsents()
    const withheld = new WithheldByConsent(kept)
    app.decorate('consents', { kept, withheld })
    app.gateway.withholding.add(withheld.source)
  },

  routes(app) {
    const { kept, withheld } = app.consents

    app.post(
      '/api/consent',
      {
        schema: {
          operationId: 'decideConsent',
          summary: 'Give or withdraw a consent',
          description:
            'A decision on the use of your records by an application, signed with your key. It takes effect here at once, and ' +
            'within ten seconds on every gateway. Without a decision, the permission is the read access of each record. A ' +
            'withdrawal ends neither copies that were already made nor statistics that were already published.',
          security: [{ selfSigned: ['write:consent'] }],
          body: ref(SignedConsent),
          response: { 200: { description: 'The decision in effect.', ...ref(ConsentList) } },
        },
        config: { errors: [InvalidConsent, SupersededConsent], rateLimited: true },
      },
      async ({ body, caller }, reply) => {
        const { consent: decision, signed } = body as unknown as SentConsent
        await demandSignature(app, { consent: decision, signed }, caller.key)
        const reader = await readerIn(app, decision)
        const consent: KeptConsent = { person: caller.key, reader, decision, signed }
        const before = (await kept.of(caller.key)).filter(each => each.reader === reader)
        const isKept = await kept.keep(consent, async transaction => {
          if (!endsReading(decision, before)) return
          const except = before.flatMap(each =>
            subjectOf(decision) === '' ? subjectOf(each.decision) || [] : [],
          )
          const fact = { person: caller.key, owner: reader, subject: subjectOf(decision), except }
          await app.gateway.outbox.announce(
            { name: 'consentWithdrawn', ...fact, decidedAt: decision.at },
            transaction,
          )
        })
        withheld.changed(reader)
        if (!isKept) {
          const isRepeated = (await kept.of(caller.key)).some(
            each => each.reader === reader && isDeepStrictEqual(each.decision, decision),
          )
          if (!isRepeated) throw new SupersededConsent()
        }
        reply.header('cache-control', 'no-store')
        return { consents: [await shown(app, consent, caller.did)] } as never
      },
    )

    app.get(
      '/api/consent',
      {
        schema: {
          operationId: 'listConsents',
          summary: 'List your consents',
          description: 'The decisions in effect, oldest first.',
          security: [{ selfSigned: ['read'] }],
          response: { 200: { description: 'The decisions.', ...ref(ConsentList) } },
        },
      },
      async ({ caller }, reply) => {
        reply.header('cache-control', 'no-store')
        const consents = await kept.of(caller.key)
        return { consents: await Promise.all(consents.map(each => shown(app, each, caller.did))) } as never
      },
    )
  },
})

/** True if the application could read records by the decisions before, and cannot by this one. */
function endsReading(decision: ConsentDecision, before: readonly KeptConsent[]): boolean {
  const now = Date.now()
  if (permits(decision, 'records', now)) return false
  const of = (subject: string) => before.find(each => subjectOf(each.decision) === subject)
  const former = of(subjectOf(decision)) ?? of('')
  return former === undefined || permits(former.decision, 'records', now)
}

interface SentConsent {
  readonly consent: ConsentDecision
  readonly signed: string
}

/** @throws Unauthorized, InsufficientScope, InvalidConsent with every issue */
async function demandSignature(
  { bearerTokens, gateway }: App,
  { consent: decision, signed }: SentConsent,
  person: string,
): Promise<void> {
  const token = await bearerTokens.verifyToken(signed, ['consent'])
  bearerTokens.demand(token, ['consent'])
  const issues: Issue[] = []
  const demand = (holds: boolean, expression: string, text: string) => {
    if (!holds) issues.push({ severity: 'error', code: 'value', rule: 'consent', expression, text })
  }
  const { claims, did } = token
  demand(
    keyIdOf(did, [gateway.config.did.prefix]) === person,
    'body.signed',
    'This must be signed by the caller.',
  )
  demand(claims.aud !== undefined, 'body.signed', 'This must name the gateway in `aud`.')
  demand(
    isDeepStrictEqual(claims['consent'], { ...decision }),
    'body.signed',
    'Its claim `consent` must be the decision in the body.',
  )
  const at = Date.parse(decision.at)
  demand(at <= Date.now() + AHEAD, 'body.consent.at', 'This must not be in the future.')
  const { from, until, purposes } = decision
  for (const [name, instant] of Object.entries({ at: decision.at, from, until }))
    if (instant !== undefined)
      demand(
        Number.isFinite(Date.parse(instant)),
        `body.consent.${name}`,
        'This must be an instant of the calendar.',
      )
  if (from !== undefined && until !== undefined)
    demand(!(Date.parse(until) <= Date.parse(from)), 'body.consent.until', 'This must be later than `from`.')
  demand(
    decision.decision === 'deny' || purposes.length > 0,
    'body.consent.purposes',
    'A permission must name a purpose.',
  )
  if (issues.length > 0) throw withIssues(new InvalidConsent(), issues)
}

/**
 * The identity of the application, which must be the reader of the form or the collection: a decision on another one
 * would have no effect.
 * @throws InvalidConsent
 */
async function readerIn(app: App, decision: ConsentDecision): Promise<string> {
  const { applications, gateway } = app
  const application = await applications.get(decision.application)
  if (!application) throw refusalOf('application', 'No application has this id.')
  const { form, collection } = decision
  if (form !== undefined) {
    const publisher = (await formOf(app, form))?.publisher
    if (publisher === undefined || keyIdOf(publisher, [gateway.config.did.prefix]) !== application.key)
      throw refusalOf('form', 'The application has not published this form.')
  }
  if (collection !== undefined && gateway.collections.get(collection)?.applicationField === undefined)
    throw refusalOf('collection', 'No application reads this collection.')
  return application.key
}

const refusalOf = (name: string, text: string): Error =>
  withIssues(new InvalidConsent(), [
    { severity: 'error', code: 'value', rule: 'consent', expression: `body.consent.${name}`, text },
  ])

/** A config may have no forms, and applications that read custom collections. */
const formOf = async (app: App, id: string) =>
  app.hasDecorator('questionnaires') ? (await app.questionnaires.get(id))?.resource : undefined

async function shown(app: App, { person, reader, decision, signed }: KeptConsent, did: string) {
  const { applications, gateway } = app
  const { form, collection } = decision
  const application = await applications.get(decision.application)
  const title = form === undefined ? undefined : (await formOf(app, form))?.['title']
  const subject =
    collection === undefined ? (title ?? form) : (gateway.collections.get(collection)?.name ?? collection)
  return consentOf(decision, {
    id: uuidOf('consent', `${person} ${reader} ${subjectOf(decision)}`),
    ...{ person: did, signed },
    application: application?.name ?? decision.application,
    ...(subject !== undefined && { subject: String(subject) }),
  })
}

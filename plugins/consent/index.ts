/** Consent: a person's signed decision on the use of their records by an application, enforced on every reading. */
import { isDeepStrictEqual } from 'node:util'
import { type App, type Context, contextOf, definePlugin, uuidOf } from '../../core/index.ts'
import { type ConsentParties, consentOf } from '../../fhir/resources/consent.ts'
import { ConsentDecision, ConsentList, ConsentRecord, SignedConsent } from '../../schemas/record-consent.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { InvalidConsent, SupersededConsent } from './errors.ts'
import { consents } from './fhir.ts'
import { type Consents, type KeptConsent, memoryConsents, sqlConsents, subjectOf } from './kept-consents.ts'
import { permits } from './permits.ts'
import { checkRequirement, demandConsent } from './required.ts'
import { demandSignature, formOf, readerIn, refusalOf, type SentConsent } from './signed-decision.ts'
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

/** Decisions of a person in effect. */
const MOST = 1_000
/** Milliseconds in which the deletion of a profile removes its records; until then they stay withheld. */
const REMOVAL = 24 * 60 * 60 * 1000
/** Tells other workers that the decisions on a reader have changed. */
const CHANGED = 'consent changed'

export default definePlugin({
  name: 'consent',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'applications'],
  migrations: new URL('plugins/consent/migrations/', import.meta.resolve('#root/package.json')),
  schemas: [ConsentDecision, SignedConsent, ConsentList, ConsentRecord],
  collections: [{ uid: uids.Consent, name: 'Consent', kind: 'owned', personal: true, schema: ConsentRecord }],
  fhir: { types: [consents] },
  hooks: {
    deleteProfile: ({ key }, { app }) => app.consents.kept.forgetAt(key, Date.now() + REMOVAL),
    validateQuestionnaire: ({ id, questionnaire }, context) =>
      checkRequirement({ ...questionnaire, _id: id, publisher: questionnaire.publisher ?? '' }, context),
    async validateSubmission(draft, context) {
      if (draft.collection.uid === uids.Consent && !draft.derived)
        throw refusalOf('submission', 'Send the signed decision to /api/consent.')
      await demandConsent(draft, context)
    },
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
    app.gateway.peers.on(CHANGED, reader => withheld.changed(String(reader)))
  },

  routes(app) {
    const { kept, withheld } = app.consents

    /** The person's record of the decision. A repeated call completes an interrupted one. */
    async function store(consent: KeptConsent, context: Context): Promise<void> {
      const { id, ...record } = consentOf(consent.decision, await partiesOf(app, consent, context.caller.did))
      await app.gateway.deriveAll({}, uids.Consent, [{ id: consent.record, record }], context).catch(ifStored)
    }

    async function takeEffect(consent: KeptConsent, before: readonly KeptConsent[]): Promise<void> {
      const { person, reader, decision } = consent
      const subject = subjectOf(decision)
      await kept.keep(consent, async transaction => {
        if (decision.application === undefined || !endsReading(decision, before)) return
        const except = before.flatMap(each => (subject === '' ? subjectOf(each.decision) || [] : []))
        const fact = { person, owner: reader, subject, except, decidedAt: decision.at }
        await app.gateway.outbox.announce({ name: 'consentWithdrawn', ...fact }, transaction)
      })
      withheld.changed(reader)
      await app.gateway.peers.ask(CHANGED, reader)
    }

    app.post(
      '/api/consent',
      {
        schema: {
          operationId: 'decideConsent',
          summary: 'Give or withdraw a consent',
          description:
            'A decision on the use of your records by an application or a program, signed with your key. It is stored as your record and takes effect here at once, and ' +
            'within ten seconds on every gateway. Without a decision, the permission is the read access of each record. A ' +
            'withdrawal ends neither copies that were already made nor statistics that were already published.',
          security: [{ selfSigned: ['write:consent'] }],
          body: ref(SignedConsent),
          response: { 200: { description: 'The decision in effect.', ...ref(ConsentList) } },
        },
        config: { errors: [InvalidConsent, SupersededConsent], rateLimited: true },
      },
      async (request, reply) => {
        const { body, caller } = request
        const sent = body as unknown as SentConsent
        await demandSignature(app, sent, caller.key)
        const reader = await readerIn(app, sent.consent)
        const all = await kept.of(caller.key)
        const before = all.filter(each => each.reader === reader)
        const consent = consentIn(sent, { person: caller.key, reader }, before)
        if (all.length >= MOST && !all.some(isOnSame(consent)))
          throw refusalOf('body.consent', `At most ${MOST} decisions are in effect: change one of them.`)
        const steps = [() => store(consent, contextOf(request)), () => takeEffect(consent, before)]
        // A withdrawal takes effect even if a storage node is away.
        for (const step of endsReading(consent.decision, before) ? steps.toReversed() : steps) await step()
        const inEffect = (await kept.of(caller.key)).find(isOnSame(consent)) ?? consent
        reply.header('cache-control', 'no-store')
        return {
          consents: [consentOf(inEffect.decision, await partiesOf(app, inEffect, caller.did))],
        } as never
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
        const consents = (await kept.of(caller.key)).map(async each =>
          consentOf(each.decision, await partiesOf(app, each, caller.did)),
        )
        return { consents: await Promise.all(consents) } as never
      },
    )
  },
})

/**
 * The decision to keep: the one in effect if this repeats it.
 * @throws SupersededConsent
 */
function consentIn(
  { consent: decision, signed }: SentConsent,
  parties: Pick<KeptConsent, 'person' | 'reader'>,
  before: readonly KeptConsent[],
): KeptConsent {
  const consent = { ...parties, decision, signed, record: uuidOf('consent', signed) }
  const former = before.find(isOnSame(consent))
  if (former === undefined) return consent
  if (isDeepStrictEqual(former.decision, decision)) return former
  if (Date.parse(former.decision.at) >= Date.parse(decision.at)) throw new SupersededConsent()
  return consent
}

const isOnSame =
  ({ reader, decision }: KeptConsent) =>
  (each: KeptConsent): boolean =>
    each.reader === reader && subjectOf(each.decision) === subjectOf(decision)

/** Under the same id there is the same signed decision, with names of that time. */
function ifStored(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'AND_RECORD_EXISTS') throw error
}

/** True if the application could read records by the decisions before, and cannot by this one. */
function endsReading(decision: ConsentDecision, before: readonly KeptConsent[]): boolean {
  const now = Date.now()
  if (permits(decision, 'records', now)) return false
  const of = (subject: string) => before.find(each => subjectOf(each.decision) === subject)
  const former = of(subjectOf(decision)) ?? of('')
  return former === undefined || permits(former.decision, 'records', now)
}

/** The names in a Consent, as the gateway knows them now. */
async function partiesOf(
  app: App,
  { decision, signed, record }: KeptConsent,
  person: string,
): Promise<ConsentParties> {
  const { applications, gateway } = app
  const { application: id, program = '', form, collection } = decision
  const application = id === undefined ? undefined : await applications.get(id)
  const title = form === undefined ? undefined : (await formOf(app, form))?.['title']
  const subject =
    collection === undefined ? (title ?? form) : (gateway.collections.get(collection)?.name ?? collection)
  return {
    ...{ person, signed, reader: application?.name ?? id ?? program },
    ...(record !== '' && { id: record }),
    ...(subject !== undefined && { subject: String(subject) }),
  }
}

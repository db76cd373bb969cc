/** Responses in FHIR's REST API: a person finds their own, an application those to its forms. */

import { keyIdOf } from '../../core/crypto/index.ts'
import {
  type Caller,
  type Compartment,
  type Context,
  coversScope,
  type FhirType,
  type Filter,
  InsufficientScope,
  ownedBy,
  ownRecord,
  type SearchParameter,
  type StoredRecord,
  splitCanonical,
} from '../../core/index.ts'
import { hasOmissions, omissionsOutcome } from '../../fhir/resources/omissions.ts'
import { isUuid } from '../../schemas/identity.ts'
import { uids } from '../../schemas/uids.ts'
import { formAnsweredBy } from './adaptive.ts'
import { NotPublisher, TooManyForms } from './errors.ts'
import { response } from './examples.ts'
import { createSieve } from './response-pages.ts'
import { questionnaireIn } from './tags.ts'

/** A single identifier in R4, several in R5. */
export const identifier = (): SearchParameter => ({
  name: 'identifier',
  type: 'token',
  description: 'An identifier that its author gave it.',
  values: ({ identifier }: StoredRecord) => [identifier].flat(),
})

const whose = (name: string, description: string): SearchParameter => ({
  ...{ name, type: 'reference', description },
  values: (record: StoredRecord) => [record[name]],
})

export const responses: FhirType = {
  type: 'QuestionnaireResponse',
  collection: uids.QuestionnaireResponse,
  description:
    'Responses of a person: for the person, or for the application that published the form and has the scope ' +
    '`read:questionnaire[<id>]`, or `read:questionnaire[*]`.',
  readers: ['person', 'application'],
  example: response,
  creatable: true,
  mandatory: ['questionnaire', 'status'],
  summary: [
    'identifier',
    'basedOn',
    'partOf',
    'questionnaire',
    'status',
    'subject',
    'encounter',
    'authored',
    'author',
    'source',
  ],
  search: [
    {
      name: 'questionnaire',
      type: 'reference',
      description: 'The form: its id, its URL on this server, or its canonical URL.',
      values: record => [questionnaireIn(record) ?? record['questionnaire']],
      target: ['Questionnaire'],
    },
    {
      name: 'authored',
      type: 'date',
      description: 'The time of the submission.',
      values: ({ authored }) => [authored],
      field: 'authored',
    },
    {
      name: 'status',
      type: 'token',
      description: '`completed`, as the service sets it.',
      values: ({ status }) => [status],
      field: 'status',
    },
    whose('subject', 'The person: their DID.'),
    { ...whose('patient', 'The person: their DID.'), values: ({ subject }) => [subject] },
    whose('author', 'The application that published the form: its DID.'),
    whose('source', 'The application that published the form: its id.'),
    { ...whose('based-on', 'What the response fulfils.'), values: ({ basedOn }) => [basedOn].flat() },
    { ...whose('part-of', 'What the response is part of.'), values: ({ partOf }) => [partOf].flat() },
    identifier(),
  ],
  async compartment({ questionnaire }, context) {
    const { gateway, questionnaires } = context.app
    const forms = questionnaire && (await formsNamed(questionnaire, context))
    const answered = forms && anyOf(forms.map(({ filter }) => filter))
    const answers = answered ? ['questionnaire'] : []
    const application = await applicationIn(context)
    if (!application) {
      demandReading(context.caller)
      return {
        filter: { $and: [ownedBy(gateway, context.caller), ...(answered ? [answered] : [])] },
        answers,
      }
    }
    const granted = await grantedOf(
      forms?.map(({ id }) => id),
      application,
    )
    for (const { id } of forms ?? []) if (!granted.includes(id)) throw refusalOf(id, application.caller)
    const read = forms?.map(({ id }) => id) ?? granted
    await questionnaires.admitReading(read, application)
    const use = { reader: application.caller.key, purpose: 'records' } as const
    const sieve = await createSieve(gateway, new Set(read), use)
    return {
      filter: answered ?? anyOf(granted.map(id => questionnaires.responsesTo(id))),
      answers,
      sift: sieve.sift,
      attested: sieve.add,
      leftOut: () => (hasOmissions(sieve.leftOut) ? omissionsOutcome(sieve.leftOut) : undefined),
    } satisfies Compartment
  },
  async find(id, context) {
    const { app } = context
    const { gateway } = app
    const application = await applicationIn(context)
    if (!application) {
      demandReading(context.caller)
      return ownRecord(gateway, uids.QuestionnaireResponse, context.caller, id)
    }
    const record = isUuid(id) ? await gateway.records.read(uids.QuestionnaireResponse, id) : undefined
    const form = record && gateway.isAttested(uids.QuestionnaireResponse, record) && questionnaireIn(record)
    if (!form || !coversScope(application.caller.scopes, scopeOf(form))) return undefined
    if ((await publishedAmong([form], application)).length === 0) return undefined
    await app.questionnaires.admitReading([form], application)
    const use = { reader: application.caller.key, purpose: 'records' } as const
    return (await gateway.withholding.check(use, questionnaireIn))(record) ? record : undefined
  },
  async applicationOf(response, { app }) {
    const form = await formAnsweredBy(response, app.questionnaires)
    if (!form) return undefined
    const [application] = await app.applications.ofKey(
      keyIdOf(form.resource.publisher, [app.gateway.config.did.prefix]),
    )
    return application?.applicationId
  },
}

const SCOPE = /^read:questionnaire\[(.+)\]$/
const scopeOf = (id: string): string => `read:questionnaire[${id}]`
/** The id in the scope for all forms of the application. */
const EVERY = '*'
/** Maximum forms of a search that names none. */
const MOST_FORMS = 200

/** The questionnaires in a token's scopes, and `*` for all of the application. */
const idsGranted = ({ scopes }: Caller): string[] => scopes.flatMap(scope => SCOPE.exec(scope)?.[1] ?? [])

/** The context of an application that requests responses to its forms; undefined if a person requests their own. */
async function applicationIn(context: Context): Promise<Context | undefined> {
  if (idsGranted(context.caller).length === 0) return undefined
  const caller = await context.app.applications.asApplication(context.caller)
  return caller && { ...context, caller }
}

/** @throws InsufficientScope */
function demandReading({ scopes }: Caller): void {
  if (!scopes.includes('read') && !scopes.includes('write')) throw new InsufficientScope('read')
}

const refusalOf = (id: string, caller: Caller): Error =>
  coversScope(caller.scopes, scopeOf(id)) ? new NotPublisher() : new InsufficientScope(scopeOf(id))

/**
 * The forms of the caller whose responses it may read, of the named ones or of all.
 * @throws TooManyForms
 */
async function grantedOf(named: readonly string[] | undefined, context: Context): Promise<string[]> {
  const { app, caller } = context
  const granted = idsGranted(caller)
  if (named)
    return publishedAmong(
      named.filter(id => coversScope(caller.scopes, scopeOf(id))),
      context,
    )
  if (!granted.includes(EVERY)) return publishedAmong(granted, context)
  const { records } = app.gateway
  const filter = app.questionnaires.publishedWith(caller.key)
  const page = await records.find(uids.Questionnaire, filter, { limit: MOST_FORMS })
  if (page.next !== undefined) throw new TooManyForms(MOST_FORMS)
  return page.records.map(({ _id }) => _id)
}

/** Those that the caller has published. */
async function publishedAmong(ids: readonly string[], { app, caller }: Context): Promise<string[]> {
  const found = await Promise.all(ids.map(id => app.questionnaires.get(id)))
  return found.flatMap(form =>
    form && keyIdOf(form.resource.publisher, [app.gateway.config.did.prefix]) === caller.key
      ? [form.resource._id]
      : [],
  )
}

/** The forms in a search, and the filter for their responses; a version selects its latest revision. */
async function formsNamed(names: readonly string[], { app }: Context) {
  const found = await Promise.all(
    names.map(async name => ({ name, form: await app.questionnaires.resolve(name) })),
  )
  return found.flatMap(({ name, form }) => {
    if (!form) return []
    const { _id: id, meta } = form.resource
    const revision = splitCanonical(name).version === undefined ? undefined : meta?.versionId
    const filter = app.questionnaires.responsesTo(id)
    return [
      { id, filter: revision === undefined ? filter : { $and: [filter, { 'meta.tag.code': revision }] } },
    ]
  })
}

/** Without filters, nothing matches. */
const anyOf = (filters: readonly Filter[]): Filter =>
  filters.length > 0 ? { $or: filters } : { _id: { $in: [] } }

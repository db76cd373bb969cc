/**
 * Adaptive forms (SDC): a registered form is the bank of questions, an engine of another plugin chooses the next
 * ones. No state: every step is computed from the response.
 */
import type { Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4.js'
import { canonicalize } from '../../core/crypto/index.ts'
import {
  type Context,
  type FhirOperationInput,
  type FhirResource,
  InvalidRecord,
  unserved,
  withIssues,
} from '../../core/index.ts'
import { ADAPTIVE, isAdaptive } from '../../fhir/adaptive.ts'
import { type Issue, refused } from '../../fhir/index.ts'
import { plainLinks } from '../../fhir/resources/served-resource.ts'
import { type Json, object, objects, text } from '../../fhir/values/unchecked-json.ts'
import { readerOf } from './checks.ts'
import { NoAdaptiveEngine, refusalWith, unresolved } from './errors.ts'
import type { FormParts } from './form-parts.ts'
import { type AskedQuestion, chooseNext } from './hooks.ts'
import type { Questionnaires, Registered } from './registry.ts'
import { questionnaireIn, revisionIn, tagged, tagsOf } from './tags.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/'
const CONTAINED_PROFILE = `${SDC}sdc-questionnaire-adapt`
/** The extension that the published adaptive measures have for their scores. */
const SCORES = 'http://hl7.org/fhir/StructureDefinition/questionnaire-scores'

/** The id of a contained form whose own id is unusable. */
const CONTAINED = 'adaptive'

const FHIR_ID = /^[A-Za-z0-9\-.]{1,64}$/

/** A response to an adaptive form, read. */
interface Reading {
  readonly bank: Registered
  /** The id of the contained form in the response. */
  readonly id: string
  /** The questions in the contained form, with their answers. */
  readonly given: readonly Given[]
}

interface Given extends AskedQuestion {
  readonly question: QuestionnaireItem
  /** True if the response holds neither an answer nor an item without one: the question was not yet shown. */
  readonly isPending: boolean
}

/** The course of a response, as the engine determines it from the answers. */
interface Course {
  /** The questions that the engine chose, up to the first that waits for its answer. */
  readonly asked: readonly Given[]
  /** The questions to ask now; none if the response is complete. */
  readonly next: readonly QuestionnaireItem[]
  /** True if the response has questions that the engine did not choose. */
  readonly isOther: boolean
  readonly scores: readonly Extension[]
}

/** `$next-question`. @throws InvalidRecord with every issue, AnswersNotChecked, NoAdaptiveEngine */
export async function nextQuestion({ sent }: FhirOperationInput, context: Context): Promise<FhirResource> {
  const response = responseIn(sent)
  const reading = await read(response, context)
  const { bank, id } = reading
  const course = await follow(reading, context)
  const isComplete = course.next.length === 0
  const asked = [...course.asked.map(({ question }) => question), ...course.next]
  const known = new Set(asked.map(({ linkId }) => linkId))
  const items = objects(response['item']).filter(({ linkId }) => known.has(String(linkId)))
  const { item: _, ...rest } = withScores(response, isComplete ? course.scores : [])
  const next = {
    ...rest,
    ...containing(reading, asked, response, context),
    questionnaire: `#${id}`,
    status: isComplete ? 'completed' : 'in-progress',
    authored: context.now.toISOString(),
    ...(items.length > 0 && { item: items }),
  }
  const check = { ...next, status: 'in-progress' }
  const issues = await checkWith(bank, asked, check, context)
  if (refused(issues)) throw refusalWith(issues)
  return { ...next, resourceType: 'QuestionnaireResponse' }
}

/**
 * A completed response to an adaptive form, with the contained form and the scores of the service in place of
 * the sender's; undefined for a response to another form.
 * @throws InvalidRecord unless every question is one of the bank, and is the one that the engine chose
 */
export async function completedAdaptive(
  response: Json,
  context: Context,
): Promise<{ readonly bank: Registered; readonly response: Json } | undefined> {
  if (containedIn(response) === undefined) {
    const name = text(response['questionnaire'])
    const bank = name === undefined ? undefined : await context.app.questionnaires.resolve(name)
    if (bank === undefined || !isAdaptive(bank.resource)) return undefined
    if ((await chooseNext({ questionnaire: formOf(bank), asked: [] }, context)).next === undefined)
      return undefined
    throw refusal('The questions of this form are chosen one after the other: answer it with $next-question.')
  }
  const reading = await read(response, context)
  const course = await follow(reading, context)
  const issues = [
    ...(course.isOther ? [issueOf('The response has questions that were not chosen for its answers.')] : []),
    ...(course.next.length > 0
      ? [issueOf(`The response is not complete: '${course.next[0]?.linkId}' is to be answered.`)]
      : []),
  ]
  if (issues.length > 0) throw withIssues(new InvalidRecord(), issues)
  const asked = course.asked.map(({ question }) => question)
  return {
    bank: reading.bank,
    response: {
      ...withScores(response, course.scores),
      ...containing(reading, asked, response, context),
      questionnaire: `#${reading.id}`,
    },
  }
}

/** The issues of a stored or submitted adaptive response; undefined for a response to another form. */
export async function checkAdaptive(
  response: Json,
  bank: Registered,
  context: Context,
): Promise<readonly Issue[] | undefined> {
  const contained = containedIn(response)
  if (contained === undefined || !isAdaptive(bank.resource)) return undefined
  const wanted = new Set(objects(contained['item']).map(({ linkId }) => linkId))
  const asked = (formOf(bank).item ?? []).filter(({ linkId }) => wanted.has(linkId))
  // The response has them in the order in which they were asked.
  const order = [...wanted]
  asked.sort((a, b) => order.indexOf(a.linkId) - order.indexOf(b.linkId))
  return checkWith(bank, asked, response, context)
}

/** The registered form that a response names: by its name, or by what the contained form is derived from. */
export async function formAnsweredBy(
  response: Json,
  questionnaires: Questionnaires,
): Promise<Registered | undefined> {
  const contained = containedIn(response)
  const [base] = Array.isArray(contained?.['derivedFrom']) ? contained['derivedFrom'] : []
  const id = contained && questionnaireIn(contained)
  const name = contained === undefined ? response['questionnaire'] : (id ?? base)
  if (contained !== undefined && revisionIn(contained) !== undefined) {
    // The tag names the revision that the questions so far are from.
    const answered = await questionnaires.answeredBy(contained)
    // The wallet shows the form of the other tag to its person, who agreed to answer that one.
    return answered?.resource._id === id ? answered : undefined
  }
  return typeof name === 'string' ? questionnaires.resolve(name) : undefined
}

/** The response, or the one in Parameters. @throws InvalidRecord */
function responseIn(sent: FhirResource | undefined): Json {
  const inner = objects(sent?.['parameter']).find(({ name }) => name === 'questionnaire-response')
  const response = sent?.resourceType === 'Parameters' ? object(inner?.['resource']) : sent
  if (response?.['resourceType'] !== 'QuestionnaireResponse')
    throw refusal('Send a QuestionnaireResponse, or Parameters with one as `questionnaire-response`.')
  return response
}

/** @throws InvalidRecord with every issue */
async function read(response: Json, { app }: Context): Promise<Reading> {
  const { questionnaires, gateway } = app
  const baseUrl = `${gateway.baseUrl}/fhir`
  const contained = containedIn(response)
  const bank = await formAnsweredBy(response, questionnaires)
  if (bank === undefined) throw withIssues(new InvalidRecord(), [unresolved(response['questionnaire'])])
  if (!isAdaptive(bank.resource)) throw refusal(`The form lacks the extension ${ADAPTIVE}.`)

  const known = new Map((formOf(bank).item ?? []).map(item => [item.linkId, item]))
  const answers = new Map(objects(response['item']).map(item => [item['linkId'], item]))
  const issues: Issue[] = []
  const given = objects<QuestionnaireItem>(contained?.['item']).flatMap((item): Given[] => {
    const linkId = text(item.linkId) ?? ''
    const question = known.get(linkId)
    if (question === undefined || !isSame(question, item, baseUrl)) {
      const shown = linkId.slice(0, 100)
      issues.push(issueOf(`The question '${shown}' is not one of the form in its registered revision.`))
      return []
    }
    // A second question of this name would be answered with the first.
    known.delete(linkId)
    const own = answers.get(linkId)
    const answer = objects(own?.['answer'])
    const isAnswered = own !== undefined && (answer.length > 0 || own['item'] !== undefined)
    const isShown = question.type === 'display' || (own !== undefined && question.required !== true)
    return [{ linkId, answer, question, isPending: !(isAnswered || isShown) }]
  })
  if (issues.length > 0) throw withIssues(new InvalidRecord(), issues)
  const hoisted = objects(formOf(bank).contained).map(each => each['id'])
  const sentId = text(contained?.['id']) ?? ''
  const id = FHIR_ID.test(sentId) && !hoisted.includes(sentId) ? sentId : CONTAINED
  return { bank, id, given }
}

/** Repeats the choices of the engine, from the first question on. @throws NoAdaptiveEngine */
async function follow({ bank, given }: Reading, context: Context): Promise<Course> {
  const questionnaire = formOf(bank)
  const questions = new Map((questionnaire.item ?? []).map(item => [item.linkId, item]))
  const asked: Given[] = []
  for (;;) {
    const { next: linkIds, scores = [] } = await chooseNext(
      { questionnaire, asked: asked.map(({ linkId, answer }) => ({ linkId, answer })) },
      context,
    )
    if (linkIds === undefined) throw new NoAdaptiveEngine(bank.resource._id)
    const next = linkIds.map(linkId => {
      const question = questions.get(linkId)
      // It may not ask a question again either.
      questions.delete(linkId)
      if (question) return question
      throw new Error(`the engine of an adaptive form chose '${linkId}', which is not left to ask`)
    })
    const batch = given.slice(asked.length, asked.length + next.length)
    const isOwn = next.every(({ linkId }, at) => batch[at]?.linkId === linkId)
    if (next.length === 0 || !isOwn || batch.some(({ isPending }) => isPending)) {
      const waiting = isOwn ? next.length : 0
      return { asked, next, scores, isOther: given.length > asked.length + waiting }
    }
    asked.push(...batch)
  }
}

/** The contained form with these questions, and the value sets of the bank beside it. */
function containing(
  { bank, id }: Reading,
  asked: readonly QuestionnaireItem[],
  response: Json,
  { app }: Context,
): { readonly contained: readonly object[] } {
  const { baseUrl } = app.gateway
  const { id: _, url: __, meta, text: ___, item: ____, contained: inner, extension, ...form } = formOf(bank)
  const others = (extension ?? []).filter(({ url }) => url !== ADAPTIVE)
  const { resource } = bank
  const held = new Set([id, CONTAINED, ...objects(inner).map(each => each['id'])])
  const own = containedIn(response)
  return {
    contained: [
      {
        ...form,
        id,
        // A contained resource has no version of its own (dom-4); the tag names the revision of the bank.
        meta: { ...tagged({ tag: meta?.tag ?? [] }, tagsOf(resource)), profile: [CONTAINED_PROFILE] },
        extension: [...others, { url: ADAPTIVE, valueUrl: `${baseUrl}/fhir/Questionnaire/$next-question` }],
        title: form.title ?? form.name ?? 'Adaptive form',
        derivedFrom: [`${baseUrl}/fhir/Questionnaire/${resource._id}`],
        ...(asked.length > 0 && { item: asked }),
      },
      ...(inner ?? []),
      ...objects(response['contained']).filter(each => each !== own && !held.has(each['id'])),
    ],
  }
}

/** The response with these scores in place of others. */
function withScores({ extension, ...response }: Json, scores: readonly Extension[]): Json {
  const others = objects<Extension>(extension).filter(({ url }) => url !== SCORES)
  const all = [...others, ...scores]
  return { ...response, ...(all.length > 0 && { extension: all }) }
}

/** Checks a response against the form with these questions, all of which are from the bank. */
function checkWith(
  { parts }: Registered,
  asked: readonly QuestionnaireItem[],
  response: Json,
  context: Context,
): Promise<readonly Issue[]> {
  const { url: _, ...bank } = parts.questionnaire as Json
  const id = text(response['questionnaire'])?.slice(1)
  const form: FormParts = { ...parts, questionnaire: { ...bank, id, item: asked } }
  return context.app.questionnaires.checks.response(form, response, readerOf(context))
}

/** The form that the response contains and names. */
function containedIn({ questionnaire, contained }: Json): Json | undefined {
  const name = text(questionnaire)
  if (name === undefined || !name.startsWith('#')) return undefined
  return objects(contained).find(
    ({ resourceType, id }) => resourceType === 'Questionnaire' && id === name.slice(1),
  )
}

const formOf = ({ resource }: Registered): Questionnaire => unserved(resource) as Questionnaire

/** True if two questions are equal, in the spelling of the API. */
function isSame(a: unknown, b: unknown, baseUrl: string): boolean {
  try {
    return canonicalize(plainLinks(a, baseUrl)) === canonicalize(plainLinks(b, baseUrl))
  } catch {
    // A lone surrogate has no canonical form.
    return false
  }
}

const issueOf = (text: string): Issue => ({
  ...{ severity: 'error', code: 'business-rule', rule: 'QR-ADAPTIVE' },
  ...{ expression: 'QuestionnaireResponse.questionnaire', text },
})

const refusal = (text: string): Error => withIssues(new InvalidRecord(), [issueOf(text)])

/**
 * Checks the answers to questions whose value set only the terminology server has in full. It runs behind the
 * rules, which never wait, and replaces their warnings about these answers.
 */
import type { FastifyInstance } from 'fastify'
import type { Coding, QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4.js'
import type { Issue } from '../../fhir/index.ts'
import { addFindings } from '../../fhir/model/findings.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import { chooseOption, notCheckedNow } from '../../fhir/sentences/answering.ts'
import { issuesIn } from '../../fhir/sentences/load-sentences.ts'
import { objects, text, type Unchecked } from '../../fhir/values/unchecked-json.ts'
import type { FormParts } from './form-parts.ts'
import { preferredServers } from './preferred-servers.ts'

type ValueSets = FastifyInstance['valueSets']

/** Replaces what the rules could not decide; `language` is that of the issues. */
export type CheckCodes = (
  response: object,
  issues: readonly Issue[],
  language: string | undefined,
) => Promise<readonly Issue[]>

/** Maximum different codes of one response; further ones count as unchecked. */
const MOST_CODES = 50
/** Requests of one response at a time. */
const AT_ONCE = 4
/** Milliseconds for all of them. */
const PATIENCE = 10_000
/** The rule whose warnings are replaced. */
const UNRESOLVED = 'QR-VS-UNRESOLVED'

/** The rules of the issues that replace them. */
const REFUSED = { id: 'QR-VS', code: 'code-invalid' } as const
const UNCHECKED = { id: UNRESOLVED, code: 'transient' } as const

/** The meaning of a refusal, by its issue type; others decide nothing. */
const REFUSALS: ReadonlyMap<string, boolean | 'unknown'> = new Map<string, boolean | 'unknown'>([
  ['code-invalid', false],
  ['not-found', 'unknown'],
])

interface Question {
  readonly canonical: string
  readonly name: string
}

/** An answer to decide. */
interface Asked extends Question {
  readonly coding: Unchecked<Coding>
  readonly expression: string
}

/** Undefined for a form whose value sets are all known in full. */
export function checkCodesOf(
  { questionnaire, fhirVersion, remote }: Pick<FormParts, 'questionnaire' | 'fhirVersion' | 'remote'>,
  { answers: server, onFailure }: ValueSets,
): CheckCodes | undefined {
  const open = new Map(remote.filter(([, state]) => state !== 'unknown'))
  if (server === undefined || open.size === 0) return undefined
  const questions = new Map<string, Question>()
  const form = readForm(questionnaire, fhirVersion)
  for (const { linkId, options, constraint, valueSet, name } of form.all)
    if (
      valueSet !== undefined &&
      open.has(valueSet) &&
      options.length === 0 &&
      constraint !== 'optionsOrType'
    )
      if (!questions.has(linkId)) questions.set(linkId, { canonical: valueSet, name })
  const preferred = preferredServers(questionnaire)

  async function decide({ canonical, coding }: Asked): Promise<boolean | 'unknown' | undefined> {
    // The server has failed to list the set a moment ago.
    if (open.get(canonical) === 'failed') return undefined
    const { system, code } = coding
    const parameters = [
      ...nameOf(canonical),
      { name: 'coding', valueCoding: { ...(text(system) !== undefined && { system }), code } },
    ]
    const answer = await server?.ask(
      'ValueSet/$validate-code',
      parameters,
      server.serverFor(preferred(canonical)),
    )
    if (answer?.outcome === 'refused') return REFUSALS.get(answer.code)
    if (answer?.outcome !== 'answered') return undefined
    const result = objects<{ name: string; valueBoolean: boolean }>(answer.resource['parameter']).find(
      ({ name }) => name === 'result',
    )
    return typeof result?.valueBoolean === 'boolean' ? result.valueBoolean : undefined
  }

  return async (response, issues, language) => {
    const asked = askedIn(response, questions)
    if (asked.length === 0) return issues
    const decided = await decideAll(asked, decide)
    const kept = issues.filter(
      ({ rule, expression }) =>
        rule !== UNRESOLVED ||
        !asked.some(each => each.expression === expression && decided.get(keyOf(each)) === true),
    )
    const found: Issue[] = []
    for (const each of asked) {
      const held = decided.get(keyOf(each))
      const question = { question: each.name }
      if (held === false) addFindings(found, REFUSED, 'error', chooseOption(question), each.expression)
      else if (held === undefined && onFailure !== 'warn')
        addFindings(found, UNCHECKED, 'error', notCheckedNow(question), each.expression)
    }
    // In place of the warning about the same answer.
    const places = new Set(found.map(({ expression }) => expression))
    return [
      ...kept.filter(({ rule, expression }) => rule !== UNRESOLVED || !places.has(expression)),
      ...(await issuesIn(found, form, language)),
    ]
  }
}

const keyOf = ({ canonical, coding }: Asked) => JSON.stringify([canonical, coding.system, coding.code])

/** Decides each code once, a few at a time. */
async function decideAll(
  asked: readonly Asked[],
  decide: (each: Asked) => Promise<boolean | 'unknown' | undefined>,
): Promise<ReadonlyMap<string, boolean | 'unknown' | undefined>> {
  const waiting = [...new Map(asked.map(each => [keyOf(each), each])).values()].slice(0, MOST_CODES)
  const decided = new Map<string, boolean | 'unknown' | undefined>()
  const end = performance.now() + PATIENCE
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined && performance.now() < end; next = waiting.pop())
      decided.set(keyOf(next), await decide(next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return decided
}

/** The coded answers to these questions, with their places. */
function askedIn(response: object, questions: ReadonlyMap<string, Question>): readonly Asked[] {
  const asked: Asked[] = []
  const [root = {}] = objects<QuestionnaireResponse>([response])
  const waiting: { items: unknown; path: string }[] = [{ items: root.item, path: 'QuestionnaireResponse' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path } = next
    for (const [at, item] of objects<QuestionnaireResponseItem>(next.items).entries()) {
      const place = `${path}.item[${at}]`
      const question = questions.get(text(item.linkId) ?? '')
      waiting.push({ items: item.item, path: place })
      for (const [index, answer] of objects<NonNullable<QuestionnaireResponseItem['answer']>[number]>(
        item.answer,
      ).entries()) {
        waiting.push({ items: answer.item, path: `${place}.answer[${index}]` })
        const [coding] = objects<Coding>(answer.valueCoding === undefined ? [] : [answer.valueCoding])
        if (question !== undefined && coding !== undefined)
          asked.push({ ...question, coding, expression: `${place}.answer[${index}].value` })
      }
    }
  }
  return asked
}

/** The parameters that name a value set. */
function nameOf(canonical: string) {
  const [url = '', version] = canonical.split('|', 2)
  return [
    { name: 'url', valueUri: url },
    ...(version === undefined ? [] : [{ name: 'valueSetVersion', valueString: version }]),
  ]
}

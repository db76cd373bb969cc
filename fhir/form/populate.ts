/** Populates a new response with initial values, the results of expressions, and earlier Observations. */
import type { Extension } from 'fhir/r5.js'
import { NAME } from '../expressions/expression-run.ts'
import { enablement } from '../model/enable-when.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import { extension, nested } from '../model/extensions.ts'
import type { Form } from '../model/form-tree.ts'
import { type Issue, MOST_ISSUES } from '../model/issue.ts'
import { observedAnswer, validByTime } from '../results/earlier-observations.ts'
import { isObject, object, objects, text } from '../values/unchecked-json.ts'
import { type Given, slotsBelow } from './answer-tree.ts'
import { Calculation } from './calculate.ts'
import { LiveForm } from './live-form.ts'
import type { QuestionnaireResponse } from './types.ts'

/** The sources of a population. */
export interface Population {
  /** The response's reference to its form. */
  readonly questionnaire?: string | undefined
  /** Resources of the launch context, by their variable names in expressions. */
  readonly launch?: readonly (readonly [name: string, resource: unknown])[]
  /** Observations of the person. */
  readonly observations?: readonly unknown[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The populated response, and an issue for each question that could not be populated. */
export interface Populated {
  readonly response: QuestionnaireResponse
  readonly issues: readonly Issue[]
}

/** Names that the expression engine reserves. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['resource', 'rootResource', 'context', 'questionnaire', 'qitem', 'ucum', 'sct', 'loinc'],
  ...['terminologies', 'factory', 'server'],
])

/** Populates a response. If the form has expressions, its engines must include the expression engine. */
export function populate(
  form: Form,
  { questionnaire, launch = [], observations = [], now }: Population,
): Populated {
  const issues = new Map<string, Issue>()
  const tell = (severity: Issue['severity'], code: Issue['code'], expression: string, words: string) => {
    if (issues.size < MOST_ISSUES)
      issues.set(`${expression} ${words}`, { severity, code, rule: 'populate', expression, text: words })
  }
  const known = new Map<string, unknown>()
  for (const [name, resource] of launch) {
    if (!NAME.test(name) || RESERVED.has(name))
      tell('warning', 'value', 'Parameters', `Give the context another name than '${name.slice(0, 64)}'.`)
    else if (!isObject(resource) || text(resource['resourceType']) === undefined)
      tell(
        'warning',
        'not-supported',
        'Parameters',
        `Send the resource of the context '${name}': references are not followed.`,
      )
    else known.set(name, resource)
  }
  for (const name of launchNames(form))
    if (!known.has(name))
      tell(
        'information',
        'not-found',
        'Questionnaire',
        `The launch context '${name}' was not sent: what depends on it is not populated.`,
      )

  const live = new LiveForm(form, () => [], { questionnaire, decide: enablement })
  live.equip({ ...form.engines, launch: Object.fromEntries(known) })
  answerObserved(live, observations, now)
  new Calculation(live, (item, kind, cause) => {
    const reason = cause instanceof ExpressionFailure ? cause.message : 'it cannot be evaluated'
    tell(
      'warning',
      'exception',
      item.expression,
      `${item.name} is not populated by its ${kind}Expression: ${reason}.`,
    )
  }).begin()
  return { response: live.response, issues: [...issues.values()] }
}

/** Questions nested below an answer are populated with it. */
function answerObserved(live: LiveForm, observations: readonly unknown[], now: number): void {
  const found = validByTime(observations, now)
  if (found.length === 0) return
  const seen = new Set<unknown>()
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const slot of slotsBelow(live.root)) {
      if (seen.has(slot)) continue
      seen.add(slot)
      isNew = true
      const { item } = slot
      if (live.answers(slot).length > 0 || extension(item.raw, 'initialExpression') !== undefined) continue
      const answer = observedAnswer(item, found, now)
      if (answer !== undefined) live.answer(slot, [answer as Given])
    }
  }
}

// Not in the table of extensions, which every browser loads that shows a form.
const LAUNCH_CONTEXT = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-launchContext'

/** The names that the form declares for its launch context. */
function launchNames({ raw }: Form): readonly string[] {
  const declared = objects<Extension>(raw.extension).filter(({ url }) => url === LAUNCH_CONTEXT)
  return declared.flatMap(each => {
    const name = nested(each, 'name')
    return text(object<{ code: string }>(name?.valueCoding)?.code) ?? text(name?.valueId) ?? []
  })
}

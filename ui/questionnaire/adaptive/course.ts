/** The course of an adaptive form: the questions so far, by the steps in which they were asked. */
import type {
  Questionnaire,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
} from '../../../fhir/form/types.ts'
import { containedForm } from '../../../fhir/model/contained-form.ts'
import type { Issue } from '../../../fhir/model/issue.ts'
import { isObject, objects } from '../../../fhir/values/unchecked-json.ts'

export interface Course {
  /** As the engine returned it. */
  readonly response: QuestionnaireResponse
  /** The contained form: the questions so far. */
  readonly form: Questionnaire
  /** LinkIds of the questions that were asked together. */
  readonly steps: readonly (readonly string[])[]
  readonly isComplete: boolean
}

type Item = QuestionnaireResponseItem

/**
 * Reads the answer of an engine, and keeps the steps that are still part of it.
 * @throws Error for anything but a response with a contained form
 */
export function courseOf(answer: unknown, before?: Course): Course {
  const form = containedForm(answer)
  if (!isObject(answer) || form === undefined) throw new Error('the engine sent no adaptive response')
  const asked = objects(form['item']).map(({ linkId }) => String(linkId))
  const answered = new Set(objects(answer['item']).map(({ linkId }) => linkId))
  const steps: string[][] = []
  let at = 0
  for (const step of before?.steps ?? []) {
    if (step.some((linkId, index) => asked[at + index] !== linkId)) break
    steps.push([...step])
    at += step.length
  }
  let step: string[] = []
  for (const linkId of asked.slice(at)) {
    step.push(linkId)
    // Of a response that was begun earlier, each answered question was a step of its own.
    if (answered.has(linkId)) {
      steps.push(step)
      step = []
    }
  }
  if (step.length > 0) steps.push(step)
  return {
    response: answer as unknown as QuestionnaireResponse,
    form: form as unknown as Questionnaire,
    steps,
    isComplete: answer['status'] === 'completed',
  }
}

/** The response with these answers. A question up to the current step without one is skipped: an item of its own. */
export function responseWith(
  { response, form, steps }: Course,
  current: QuestionnaireResponse,
  index?: number,
): QuestionnaireResponse {
  const given = new Map<string, Item>((current.item ?? []).map(item => [item.linkId, item]))
  const silent = new Set((form.item ?? []).flatMap(({ linkId, type }) => (type === 'display' ? linkId : [])))
  const item = steps.flatMap((step, at) => {
    const isSkipped = index !== undefined && at <= Math.max(index, steps.length - 2)
    return step.flatMap((linkId): Item[] => {
      const own = given.get(linkId) ?? (isSkipped && !silent.has(linkId) ? { linkId } : undefined)
      return own === undefined ? [] : [own]
    })
  })
  const { item: _, extension: _own, ...rest } = response
  const { language, extension: own = [] } = current
  // Extensions of the engine stay; signatures are those of the current response.
  const extension = [
    ...(objects(response.extension) as typeof own).filter(({ url }) => !/-signature$/.test(url)),
    ...own,
  ]
  return {
    ...rest,
    ...(language !== undefined && { language }),
    ...(extension.length > 0 && { extension }),
    ...(item.length > 0 && { item }),
  }
}

/** The issues of a refusal; none if the engine was not reached. */
export function issuesOf(error: unknown): readonly Issue[] {
  const issues = (error as { readonly issues?: unknown } | undefined)?.issues
  return Array.isArray(issues) ? issues.filter(issue => typeof issue?.text === 'string') : []
}

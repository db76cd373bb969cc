/** Matches a response with its form: every item with its definition, in its scope. */
import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import type { IndexValues } from '../values/answer-values.ts'
import { metered, stepsFor } from '../values/step-budget.ts'
import { choice, type Json, object, objects, text } from '../values/unchecked-json.ts'
import { enablement } from './enable-when.ts'
import type { Form, FormItem } from './form-tree.ts'
import { DEEPEST_ITEM } from './read-form.ts'
import type { Answer, Entry, Expressions, Scope, Walk } from './response-tree.ts'

type Growing<T> = { -readonly [Property in keyof T]: T[Property] }

const NO_ANSWERS: readonly Answer[] = []
const NO_SCOPES: readonly Scope[] = []

/**
 * Matches a response with its form. Never refuses: items without a place are kept for the rules to report.
 */
export function walk(form: Form, response: unknown, expressions?: Expressions, index?: IndexValues): Walk {
  const raw = object<QuestionnaireResponse>(response) ?? {}
  const entries: Entry[] = []
  const root = openScope(undefined, -1)
  const scopes: Scope[] = [root]
  enter(raw.item, root, form.byLinkId, form, entries, scopes)
  let size = form.size + entries.length + scopes.length
  let characters = 0
  for (const { answers } of entries) {
    size += answers.length
    for (const { value } of answers) if (typeof value === 'string') characters += value.length
  }
  const steps = stepsFor(size, characters)
  const { engines } = form
  const { convertUnit } = engines
  return {
    form,
    decide: enablement,
    steps,
    engines: convertUnit === undefined ? engines : { ...engines, convertUnit: metered(convertUnit, steps) },
    index,
    found: new Map(),
    raw,
    root,
    entries,
    scopes,
    completed: raw.status === 'completed' || raw.status === 'amended',
    expressions,
  }
}

const openScope = (entry: Entry | undefined, answer: number): Scope => ({
  entry,
  answer,
  depth: entry === undefined ? 0 : entry.scope.depth + 1,
  children: new Map(),
  enablement: new Map(),
})

function enter(
  raws: unknown,
  scope: Scope,
  expected: ReadonlyMap<string, FormItem>,
  form: Form,
  entries: Entry[],
  scopes: Scope[],
) {
  if (scope.depth > DEEPEST_ITEM) return
  let last = -1
  const list = objects<QuestionnaireResponseItem>(raws)
  for (let index = 0; index < list.length; index++) {
    const raw = list[index] ?? {}
    const linkId = text(raw.linkId) ?? ''
    const here = expected.get(linkId)
    const item = here ?? form.index.get(linkId)
    const entry: Growing<Entry> = {
      raw,
      item,
      scope,
      index,
      inPlace: here !== undefined,
      inOrder: here === undefined || here.order >= last,
      earlier: 0,
      answers: NO_ANSWERS,
      inner: NO_SCOPES,
    }
    entries.push(entry)
    if (here !== undefined) {
      last = Math.max(last, here.order)
      const same = scope.children.get(here)
      if (same === undefined) scope.children.set(here, [entry])
      else entry.earlier = same.push(entry) - 1
    }
    if (raw.answer !== undefined) entry.answers = readAnswers(raw.answer, entry)
    if (item !== undefined) entry.inner = enterBelow(entry, item, form, entries, scopes)
  }
}

/** Children of a group are nested in its item, children of a question in each of its answers. */
function enterBelow(entry: Entry, item: FormItem, form: Form, entries: Entry[], scopes: Scope[]) {
  const inner: Scope[] = []
  const open = (raws: unknown, answer: number) => {
    const scope = openScope(entry, answer)
    inner.push(scope)
    scopes.push(scope)
    enter(raws, scope, item.byLinkId, form, entries, scopes)
  }
  if (item.type === 'group' || entry.raw.item !== undefined) open(entry.raw.item, -1)
  for (const answer of entry.answers) {
    const follows = item.items.length > 0 && answer.key !== undefined
    if (answer.raw.item !== undefined || follows) open(answer.raw.item, answer.index)
  }
  return inner
}

function readAnswers(raws: unknown, entry: Entry): readonly Answer[] {
  const usual = entry.item?.valueKeys[0]
  const answers: Answer[] = []
  for (const raw of objects<QuestionnaireResponseItemAnswer>(raws)) {
    const value = usual === undefined ? undefined : (raw as Json)[usual]
    const found = value === undefined || value === null ? choice(raw, 'value') : undefined
    const key =
      found === undefined ? (value === undefined || value === null ? undefined : usual) : `value${found.type}`
    answers.push({ raw, entry, index: answers.length, key, value: found === undefined ? value : found.value })
  }
  return answers
}

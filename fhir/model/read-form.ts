/** A Questionnaire read once: its items as a tree, with everything that the rules need. */
import type {
  Coding,
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireItemAnswerOption,
  Reference,
} from 'fhir/r5.js'
import { sameCoding } from '../values/compare.ts'
import { choice, number, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'
import { extension, extensions, ownExtensions } from './extensions.ts'
import type { AnswerConstraint, Engines, Form, FormItem, ItemType, Option, Route } from './form-tree.ts'
import { circlesOf } from './graph-circles.ts'
import type { FhirVersion } from './version.ts'

/** The deepest level of items that is read. */
export const DEEPEST_ITEM = 64

const VALUE_KEYS: Readonly<Record<ItemType, readonly string[]>> = {
  group: [],
  display: [],
  boolean: ['valueBoolean'],
  decimal: ['valueDecimal'],
  integer: ['valueInteger'],
  date: ['valueDate'],
  dateTime: ['valueDateTime'],
  time: ['valueTime'],
  string: ['valueString'],
  text: ['valueString'],
  url: ['valueUri'],
  coding: ['valueCoding'],
  attachment: ['valueAttachment'],
  reference: ['valueReference'],
  quantity: ['valueQuantity'],
  unknown: [],
}

/** The option types before R5. Since R5, only Codings answer a coding question. */
export const OPTION_TYPES: ReadonlySet<string> = new Set([
  'Coding',
  'Integer',
  'Date',
  'Time',
  'String',
  'Reference',
])

const LONGEST_NAME = 80

/** Reads a Questionnaire. Malformed parts read as absent. */
export function readForm(questionnaire: unknown, version: FhirVersion, engines: Engines = {}): Form {
  const raw = object<Questionnaire>(questionnaire) ?? {}
  const all: Draft[] = []
  const tooDeep: string[] = []
  const items = readItems(raw.item, undefined, 'Questionnaire', version, all, tooDeep)
  const index = new Map<string, Draft>()
  for (const item of all) if (!index.has(item.linkId)) index.set(item.linkId, item)
  let size = all.length
  for (const item of all) {
    item.conditions = objects<EnableWhen>(item.raw.enableWhen).map(condition => {
      const question = text(condition.question)
      const target = question === undefined ? undefined : index.get(question)
      return {
        question,
        operator: text(condition.operator),
        answer: choice(condition, 'answer'),
        target,
        route: target && routeTo(target, item),
        inCircle: false,
      }
    })
    size += item.conditions.length + item.options.length
    item.gated =
      item.parent?.gated === true ||
      item.conditions.length > 0 ||
      extension(item.raw, 'enableWhenExpression') !== undefined
  }
  closeCircles(all)
  return {
    raw,
    version,
    engines,
    size,
    compiled: new Map(),
    items,
    byLinkId: byLinkId(items),
    all,
    index,
    tooDeep,
  }
}

/**
 * Goes up to the nearest common ancestor and down again, so that a condition inside a repeating group reads
 * the answers of its own repetition.
 */
function routeTo(target: FormItem, from: FormItem): Route {
  const line = new Set<FormItem>()
  for (let above: FormItem | undefined = target; above !== undefined; above = above.parent) line.add(above)
  let up = 0
  let shared = from.parent
  for (; shared !== undefined && !line.has(shared); shared = shared.parent) up++
  const down: FormItem[] = []
  for (let step: FormItem | undefined = target; step !== shared && step !== undefined; step = step.parent)
    down.unshift(step)
  return { up, down }
}

/** Marks the conditions on a circle: of conditions, or of a condition and an item below its own. */
function closeCircles(all: readonly Draft[]) {
  const asking = all.filter(({ conditions }) => conditions.length > 0)
  if (asking.length === 0) return
  const circles = circlesOf<FormItem>(asking, ({ conditions, parent }) => {
    const targets = conditions.flatMap(({ target }) => target ?? [])
    return parent === undefined ? targets : [...targets, parent]
  })
  for (const item of asking) {
    const own = circles.get(item)
    item.conditions = item.conditions.map(condition => {
      const { target } = condition
      const leadsBack = target === item || (own !== undefined && target && circles.get(target) === own)
      return leadsBack === true ? { ...condition, inCircle: true } : condition
    })
  }
}

type EnableWhen = NonNullable<QuestionnaireItem['enableWhen']>[number]
type Draft = { -readonly [Property in keyof FormItem]: FormItem[Property] }

function readItems(
  raws: unknown,
  parent: Draft | undefined,
  above: string,
  version: FhirVersion,
  all: Draft[],
  tooDeep: string[],
): Draft[] {
  const depth = parent === undefined ? 0 : parent.depth + 1
  if (raws !== undefined && depth > DEEPEST_ITEM) {
    tooDeep.push(above)
    return []
  }
  return objects<QuestionnaireItem>(raws).map((raw, order) => {
    const item = readItem(raw, order, all.length, depth, parent, `${above}.item[${order}]`, version)
    all.push(item)
    item.items = readItems(raw.item, item, item.expression, version, all, tooDeep)
    item.byLinkId = byLinkId(item.items)
    return item
  })
}

function readItem(
  raw: Unchecked<QuestionnaireItem>,
  order: number,
  position: number,
  depth: number,
  parent: Draft | undefined,
  expression: string,
  version: FhirVersion,
): Draft {
  const linkId = text(raw.linkId) ?? ''
  const options = readOptions(raw)
  const constraint = readConstraint(raw)
  const type = readType(raw.type)
  return {
    raw,
    linkId,
    type,
    name: `'${shorten(text(raw.text) ?? linkId)}'`,
    text: text(raw.text),
    parent,
    items: [],
    byLinkId: NO_ITEMS,
    order,
    position,
    depth,
    expression,
    required: raw.required === true,
    repeats: raw.repeats === true,
    options,
    valueSet: text(raw.answerValueSet),
    constraint,
    conditions: [],
    anyCondition: raw.enableBehavior === 'any',
    gated: false,
    valueKeys: valueKeys(type, options, constraint, version),
  }
}

/** In R4, a coding question may offer options that are not Codings, and take these as answers. */
function valueKeys(
  type: ItemType,
  options: readonly Option[],
  constraint: AnswerConstraint,
  version: FhirVersion,
): readonly string[] {
  const usual = VALUE_KEYS[type]
  if (type !== 'coding' && constraint !== 'optionsOrString') return usual
  const keys = [...usual]
  const add = (key: string) => {
    if (!keys.includes(key)) keys.push(key)
  }
  if (type === 'coding' && version !== 'R5') {
    for (const option of options) if (OPTION_TYPES.has(option.type)) add(`value${option.type}`)
  }
  if (constraint === 'optionsOrString' && keys.length > 0) add('valueString')
  return keys
}

function readType(type: unknown): ItemType {
  if (type === 'choice' || type === 'open-choice') return 'coding'
  return typeof type === 'string' && Object.hasOwn(VALUE_KEYS, type) ? (type as ItemType) : 'unknown'
}

/** An explicit constraint overrides the one that the type implies. */
function readConstraint(raw: Unchecked<QuestionnaireItem>): AnswerConstraint {
  const said = raw.answerConstraint ?? extension(raw, 'answerConstraint')?.valueCode
  if (said === 'optionsOnly' || said === 'optionsOrType' || said === 'optionsOrString') return said
  return (raw.type as unknown) === 'open-choice' ? 'optionsOrString' : 'optionsOnly'
}

function readOptions(raw: Unchecked<QuestionnaireItem>): Option[] {
  if (raw.answerOption === undefined) return []
  const excluding = new Set(ownExtensions(raw, 'exclusiveOption').map(own => own.valueString))
  return objects<QuestionnaireItemAnswerOption>(raw.answerOption).flatMap(option => {
    const value = choice(option, 'value')
    if (value === undefined) return []
    const code = object<Coding>(value.value)?.code
    return {
      type: value.type,
      value: value.value,
      element: value.type === 'Coding' ? (value.value as object) : option,
      key: optionKey(value.type, value.value),
      label: labelOf(value.value),
      exclusive:
        extension(option, 'optionExclusive')?.valueBoolean === true ||
        (code !== undefined && excluding.has(code as string)),
      selected: option.initialSelected === true,
    }
  })
}

/**
 * A key that equal answers share: of a Coding its code, or its display if it has no code; of a Reference its
 * target; otherwise the value.
 */
export function optionKey(type: string, value: unknown): unknown {
  if (type === 'Coding') {
    const coding = object<Coding>(value)
    return coding?.code ?? coding?.display
  }
  return type === 'Reference' ? object<Reference>(value)?.reference : value
}

/** True if an answer equals this option. Code versions count only if both have one. */
export function matchesOption(
  option: Option,
  answer: { readonly key: string | undefined; readonly value: unknown },
) {
  if (answer.key === 'valueCoding' || option.type === 'Coding') {
    return answer.key === 'valueCoding' && option.type === 'Coding' && sameCoding(option.value, answer.value)
  }
  if (answer.key === undefined) return false
  return option.key !== undefined && option.key === optionKey(answer.key.slice(5), answer.value)
}

function labelOf(value: unknown): string {
  const coding = object<{ display: string; code: string; reference: string }>(value)
  if (coding === undefined) return String(value)
  return text(coding.display) ?? text(coding.code) ?? text(coding.reference) ?? ''
}

/** The value of the first such extension of an item. */
export const extensionValue = (item: FormItem, name: Parameters<typeof extension>[1]): unknown => {
  const found = extension(item.raw, name)
  return found === undefined ? undefined : choice(found, 'value')?.value
}

/** The values of every such extension of an item. */
export const extensionValues = (item: FormItem, name: Parameters<typeof extension>[1]): readonly unknown[] =>
  extensions(item.raw, name).map(found => choice(found, 'value')?.value)

/** The number in an extension of an item. */
export const extensionNumber = (item: FormItem, name: Parameters<typeof extension>[1]) =>
  number(extensionValue(item, name))

/** The text in an extension of an item. */
export const extensionText = (item: FormItem, name: Parameters<typeof extension>[1]) =>
  text(extensionValue(item, name))

// Most items have no children: in a long form, thousands of empty maps would dominate memory.
const NO_ITEMS: ReadonlyMap<string, FormItem> = new Map()

const byLinkId = (items: readonly FormItem[]) => {
  if (items.length === 0) return NO_ITEMS
  const index = new Map<string, FormItem>()
  for (const item of items) if (item.linkId !== '' && !index.has(item.linkId)) index.set(item.linkId, item)
  return index
}

/** Shortens text to fit into a sentence. */
export const shorten = (words: string) =>
  words.length <= LONGEST_NAME ? words : `${words.slice(0, LONGEST_NAME - 1).trimEnd()}…`

/** True if an item is a question. */
export const isQuestion = (item: FormItem) => item.type !== 'group' && item.type !== 'display'

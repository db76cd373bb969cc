/** Tabulates responses: the columns that the revisions of a form give, and the cells of each response. */
import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import type { Form, FormItem } from '../model/form-tree.ts'
import { isQuestion, readForm } from '../model/read-form.ts'
import { type Choice, choice, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'

export interface Table {
  readonly header: readonly string[]
  /** The cells of a response, one for each column. */
  rowOf(response: object): readonly string[]
}

/** The value that a column shows of each answer. */
interface Column {
  readonly name: string
  readonly linkId: string
  /** True if a response can hold several answers. */
  readonly isMany: boolean
  read(value: Choice): string
}

/** The columns before those of the questions. */
const OWN = ['id', 'authored', 'subject', 'revision'] as const

/**
 * The table of a form. The columns of the newest revision come first, in the order of the form; then those
 * that only earlier revisions have, newest revision first.
 * @param revisions - oldest first
 * @param revisionOf - the revision that a response answers
 */
export function tableOf(
  revisions: readonly object[],
  revisionOf: (response: object) => string | undefined,
): Table {
  const items = itemsOf(revisions.map(revision => readForm(revision, 'mix')).reverse())
  const columns = [...items.values()].filter(isQuestion).flatMap(columnsOf)
  return {
    header: [...OWN, ...columns.map(({ name }) => name)],
    rowOf(response) {
      const { id, authored, subject, item } = response as Unchecked<QuestionnaireResponse>
      const own = [id, authored, nameOf(subject), revisionOf(response)]
      const found = answersIn(item, items)
      return [...own.map(each => text(each) ?? ''), ...columns.map(column => cellOf(column, found))]
    },
  }
}

/** The columns of a codebook. */
const CODEBOOK = [
  'column',
  'linkId',
  'question',
  'type',
  'required',
  'repeats',
  'values',
  'revision',
] as const

/** The contents of the columns before those of the questions. */
const ABOUT: Readonly<Record<(typeof OWN)[number], string>> = {
  id: 'The id of the response',
  authored: 'The time of the submission, in UTC',
  subject: 'The person',
  revision: 'The revision of the form that was answered',
}

/**
 * The codebook of a form: a row for each column of {@link tableOf}, with its question, type and values. A question that
 * was removed is described as in its last revision.
 * @param revisions - oldest first
 * @param revisionOf - the id of a revision
 */
export function codebookOf(
  revisions: readonly object[],
  revisionOf: (form: object) => string | undefined,
): readonly (readonly string[])[] {
  const forms = revisions.map(revision => readForm(revision, 'mix')).reverse()
  const ids = revisions.map(revisionOf).reverse()
  return [
    CODEBOOK,
    ...OWN.map(name => [name, '', ABOUT[name], 'string', '', '', '', '']),
    ...[...itemsOf(forms).values()]
      .filter(isQuestion)
      .flatMap(item =>
        columnsOf(item).map(({ name, linkId, isMany }) => [
          ...[name, linkId, item.text ?? '', item.type, String(item.raw.required === true), String(isMany)],
          item.options.map(namedValue).join('; '),
          ids[forms.findIndex(form => form.index.get(linkId) === item)] ?? '',
        ]),
      ),
  ]
}

/** `LA6568-5 = Not at all`, or the value of an option without a code. */
function namedValue(option: Choice): string {
  const { code, display } = object<{ code: string; display: string }>(option.value) ?? {}
  const [value, name] = [text(code), text(display)]
  if (value !== undefined && name !== undefined) return `${value} = ${name}`
  return value ?? name ?? shown(option)
}

/** The reference of a person, or the pseudonym in its place. */
function nameOf(subject: unknown): unknown {
  const { reference, identifier } = object<{ reference: unknown; identifier: unknown }>(subject) ?? {}
  return reference ?? object<{ value: unknown }>(identifier)?.value
}

/** Every item of every revision once, as the latest revision defines it. */
function itemsOf(forms: readonly Form[]): ReadonlyMap<string, FormItem> {
  const items = new Map<string, FormItem>()
  for (const { all } of forms)
    for (const item of all) if (!items.has(item.linkId)) items.set(item.linkId, item)
  return items
}

/** Coding: code and display. Quantity: number and unit. Other types: the value. */
function columnsOf(item: FormItem): Column[] {
  const { linkId, type } = item
  const column = (suffix: string, read: Column['read']): Column => ({
    ...{ name: `${linkId}${suffix}`, linkId, isMany: isMany(item), read },
  })
  if (type === 'coding')
    return [
      column('', ({ type, value }) => {
        const { code, display } = object<{ code: string; display: string }>(value) ?? {}
        return type === 'Coding' ? (text(code) ?? text(display) ?? '') : shown({ type, value })
      }),
      column('.display', ({ value }) => text(object<{ display: string }>(value)?.display) ?? ''),
    ]
  if (type === 'quantity')
    return [
      column('', ({ value }) => plain(object<{ value: number }>(value)?.value)),
      column('.unit', ({ value }) => {
        const { unit, code } = object<{ unit: string; code: string }>(value) ?? {}
        return text(unit) ?? text(code) ?? ''
      }),
    ]
  return [column('', shown)]
}

const isMany = (item: FormItem): boolean => item.repeats || (item.parent !== undefined && isMany(item.parent))

function shown({ type, value }: Choice): string {
  if (type === 'Attachment') return plain(object<{ url: string }>(value)?.url)
  if (type === 'Reference') return plain(object<{ reference: string }>(value)?.reference)
  return plain(value)
}

const plain = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** The answers to each question: a list, possibly empty, for each repetition of its group. */
type Answers = Map<string, Choice[][]>

function answersIn(raws: unknown, items: ReadonlyMap<string, FormItem>): Answers {
  const found: Answers = new Map()
  const add = (linkId: string, repetitions: readonly Choice[][]) => {
    found.set(linkId, [...(found.get(linkId) ?? []), ...repetitions])
  }
  /** The answers in one repetition, with an entry for each question that could be answered there. */
  const enter = (inner: unknown, item: FormItem | undefined) => {
    const answers = answersIn(inner, items)
    for (const linkId of new Set([...(item ? below(item) : []), ...answers.keys()]))
      add(linkId, answers.get(linkId) ?? [[]])
  }
  for (const raw of objects<QuestionnaireResponseItem>(raws)) {
    const linkId = text(raw.linkId) ?? ''
    const item = items.get(linkId)
    const answers = objects<QuestionnaireResponseItemAnswer>(raw.answer)
    const values = answers.flatMap(answer => choice(answer, 'value') ?? [])
    if (values.length > 0) add(linkId, [values])
    if (raw.item !== undefined) enter(raw.item, item)
    if (item?.items.length !== 0) for (const answer of answers) enter(answer.item, item)
  }
  return found
}

/** The questions below an item. */
const below = (item: FormItem): string[] =>
  item.items.flatMap(each => [...(isQuestion(each) ? [each.linkId] : []), ...below(each)])

/**
 * A single answer as it is; several answers joined by `|`, and repetitions of a group by a line break. In an
 * answer, a backslash escapes `|`, a line break and `\`.
 */
function cellOf({ linkId, isMany, read }: Column, answers: Answers): string {
  const repetitions = answers.get(linkId) ?? []
  if (!isMany) return repetitions.flat().map(read)[0] ?? ''
  const lines = repetitions.map(each => each.map(value => escaped(read(value))).join('|'))
  return lines.every(line => line === '') ? '' : lines.join('\n')
}

const escaped = (value: string): string =>
  value.replace(/[\\|]/g, found => `\\${found}`).replace(/\r\n|\r|\n/g, '\\n')

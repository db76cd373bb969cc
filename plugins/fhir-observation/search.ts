/** The search parameters of Observation (FHIR R4, Observation, 10.1.7). */
import type { SearchParameter, SearchPart, StoredRecord } from '../../core/index.ts'

/** An Observation or a component of one: both have a code and a value. */
type Element = Readonly<Record<string, unknown>>

/** The elements of a parameter by its prefix: the Observation, its components, or both. */
const ELEMENTS = {
  '': record => [record],
  'component-': record => componentsOf(record),
  'combo-': record => [record, ...componentsOf(record)],
} as const satisfies Readonly<Record<string, (record: StoredRecord) => readonly Element[]>>

/** Records that a person writes directly to the nodes may have any shape. */
const componentsOf = ({ component }: StoredRecord): readonly Element[] =>
  Array.isArray(component) ? component.filter(each => typeof each === 'object' && each !== null) : []

const code: SearchPart = { type: 'token', values: ({ code }) => [code] }
const quantity: SearchPart = { type: 'quantity', values: ({ valueQuantity }) => [valueQuantity] }
const concept: SearchPart = { type: 'token', values: ({ valueCodeableConcept }) => [valueCodeableConcept] }
const text: SearchPart = {
  type: 'string',
  values: ({ valueString, valueCodeableConcept }) => [
    valueString,
    (valueCodeableConcept as { text?: unknown } | undefined)?.text,
  ],
}
const date: SearchPart = {
  type: 'date',
  values: ({ valueDateTime, valuePeriod }) => [valueDateTime ?? valuePeriod],
}
const absence: SearchPart = { type: 'token', values: ({ dataAbsentReason }) => [dataAbsentReason] }

const WHERE = { '': 'the whole', 'component-': 'a part', 'combo-': 'the whole or of a part' } as const

type Prefix = keyof typeof ELEMENTS

const single = (prefix: Prefix, name: string, description: string, part: SearchPart): SearchParameter => ({
  ...{ name: `${prefix}${name}`, type: part.type, description: `${description} of ${WHERE[prefix]}.` },
  values: record => ELEMENTS[prefix](record).flatMap(part.values),
  ...(prefix === '' && name === 'code' && { field: 'code.coding.code' }),
})

const pair = (prefix: Prefix, name: string, description: string, value: SearchPart): SearchParameter => ({
  ...{ name: `${prefix}code-${name}`, type: 'composite' },
  description: `The code and ${description} of ${WHERE[prefix]}, as \`code$value\`.`,
  values: ELEMENTS[prefix],
  parts: [code, value],
})

const ofElements = (prefix: Prefix): readonly SearchParameter[] => [
  single(prefix, 'code', 'The code', code),
  single(prefix, 'value-quantity', 'The quantity', quantity),
  single(prefix, 'value-concept', 'The coded value', concept),
  single(prefix, 'data-absent-reason', 'Why there is no value', absence),
  pair(prefix, 'value-quantity', 'the quantity', quantity),
  pair(prefix, 'value-concept', 'the coded value', concept),
]

const token = (name: string, description: string, field?: string): SearchParameter => ({
  ...{ name, type: 'token', description },
  values: record => [record[name]].flat(),
  ...(field !== undefined && { field }),
})

const reference = (name: string, description: string, element: string = name): SearchParameter => ({
  ...{ name, type: 'reference', description },
  values: record => [record[element]].flat(),
})

export const search: readonly SearchParameter[] = [
  ...ofElements(''),
  ...ofElements('component-'),
  ...ofElements('combo-'),
  single('', 'value-string', 'The text', text),
  single('', 'value-date', 'The date or period', date),
  pair('', 'value-string', 'the text', text),
  pair('', 'value-date', 'the date', date),
  token('category', 'What kind of observation.', 'category.coding.code'),
  token('status', 'The status, usually `final`.', 'status'),
  token('identifier', 'An identifier that its sender gave it.'),
  {
    name: 'date',
    type: 'date',
    description: 'The time of the observation.',
    values: ({ effectiveDateTime, effectivePeriod, effectiveInstant }) => [
      effectiveDateTime ?? effectivePeriod ?? effectiveInstant,
    ],
  },
  reference('subject', 'The person: their DID.'),
  reference('patient', 'The person: their DID.', 'subject'),
  reference('performer', 'Who measured or answered: their DID.'),
  {
    ...reference('derived-from', 'The response that the observation derives from.', 'derivedFrom'),
    target: ['QuestionnaireResponse'],
  },
]

/** The tool `my_observations`: measurements and answers of the person. */
import type { CodeableConcept, Observation } from 'fhir/r5.js'
import {
  type Context,
  CURSOR,
  defineTool,
  howToGoOn,
  ownRecords,
  PAGE_OUTPUT,
  pageOf,
  pageReader,
  type Resource,
  resourceOf,
  type Tool,
} from '../../core/index.ts'
import { inPeriod } from '../../fhir/period.ts'
import { uids } from '../../schemas/uids.ts'
import { TooManyToSearch } from './errors.ts'
import { codingsOf, csvOf, dateOf, partsOf, type Row, rowsOf } from './rows.ts'

/** Maximum Observations that one call searches; beyond it the person must narrow the search. */
const MOST = 20_000
const USUAL = 200

const DATE = '^\\d{4}(-\\d{2}(-\\d{2}(T[0-9:.]+(Z|[+-]\\d{2}:\\d{2}))?)?)?$'

const INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      maxLength: 200,
      description:
        'Only this code, e.g. LOINC `29463-7` for body weight; `system|code` for a certain system.',
    },
    category: {
      type: 'string',
      maxLength: 200,
      description: 'Only this category: `vital-signs`, `laboratory`, `survey` …',
    },
    from: {
      type: 'string',
      pattern: DATE,
      description: 'From this date on: `2026`, `2026-03`, `2026-03-15`.',
    },
    to: { type: 'string', pattern: DATE, description: 'Until the end of this date.' },
    sort: { type: 'string', enum: ['newest', 'oldest'], description: 'Default: newest first.' },
    format: {
      type: 'string',
      enum: ['fhir', 'compact', 'csv'],
      description:
        'Default `fhir`: whole FHIR resources. `compact` and `csv`: one short row for each value, for long series.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 5000,
      description: `Maximum observations; default ${USUAL}.`,
    },
    cursor: CURSOR,
  },
} as const

const OUTPUT = {
  type: 'object',
  required: ['total', 'returned', 'format'],
  properties: {
    ...PAGE_OUTPUT,
    format: { type: 'string' },
    observations: { type: 'array', items: { type: 'object' }, description: 'FHIR resources (`fhir`).' },
    rows: { type: 'array', items: { type: 'object' }, description: 'Rows (`compact`).' },
    csv: { type: 'string', description: 'The rows as CSV with a header (`csv`).' },
  },
} as const

interface Query {
  readonly code?: string
  readonly category?: string
  readonly from?: string
  readonly to?: string
  readonly sort?: 'newest' | 'oldest'
  readonly format?: 'fhir' | 'compact' | 'csv'
  readonly limit?: number
}

type Listed = Observation & { readonly id: string }

const readPage = pageReader<Query>(INPUT, USUAL)

export const myObservations: Tool = defineTool({
  name: 'my_observations',
  title: 'My observations',
  description:
    'FHIR Observations of the person: weight, height, blood pressure, heart rate, glucose, questionnaire scores and ' +
    'answers. Without arguments, all of them, newest first, in pages. For trends over time, use one `code` with `format: ' +
    '"compact"`.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run(given, context) {
    const request = readPage(given as Query)
    const { format = 'fhir' } = request.query
    const shape = SHAPES[format]
    const page = pageOf(await search(request.query, context), request, entry => shape.cost(entry))
    const { total, nextCursor, omitted } = page
    const structuredContent = {
      ...{ total, returned: page.entries.length, format },
      ...(nextCursor !== undefined && { nextCursor }),
      ...(omitted && { omitted: [...omitted] }),
      ...shape.structured(page.entries),
    }
    return {
      structuredContent,
      content: [
        { type: 'text', text: shape.text(page.entries) },
        { type: 'text', text: howToGoOn('my_observations', page) },
      ],
      records: page.entries.map(({ id }) => id),
    }
  },
})

/** The same list, for clients whose users select resources. */
export const observationsResource: Resource = {
  uri: 'health://me/observations',
  name: 'observations',
  title: 'My observations',
  description: 'Your measurements and answers as a table, newest first, as many as fit.',
  mimeType: 'text/csv',
  async read(_variables, context) {
    const page = pageOf(await search({}, context), { query: {}, limit: 5000 }, entry =>
      SHAPES.csv.cost(entry),
    )
    return {
      contents: [
        { uri: 'health://me/observations', mimeType: 'text/csv', text: SHAPES.csv.text(page.entries) },
      ],
      records: page.entries.map(({ id }) => id),
    }
  },
}

/** The format of a page; `cost` is the size of an entry in both forms together. */
interface Shape {
  cost(entry: Listed): number
  structured(entries: readonly Listed[]): object
  text(entries: readonly Listed[]): string
}

const rows = (entries: readonly Listed[]): Row[] => entries.flatMap(rowsOf)
const twice = (text: string): number => 2 * (text.length + 1)

const SHAPES: Readonly<Record<'fhir' | 'compact' | 'csv', Shape>> = {
  fhir: {
    cost: entry => twice(JSON.stringify(entry)),
    structured: observations => ({ observations: [...observations] }),
    text: observations => JSON.stringify(observations),
  },
  compact: {
    cost: entry => twice(JSON.stringify(rowsOf(entry))),
    structured: entries => ({ rows: rows(entries) }),
    text: entries => JSON.stringify(rows(entries)),
  },
  csv: {
    // In JSON a line break and a quote take two characters.
    cost: entry => JSON.stringify(csvOf(rowsOf(entry))).length + csvOf(rowsOf(entry)).length,
    structured: entries => ({ csv: csvOf(rows(entries)) }),
    text: entries => csvOf(rows(entries)),
  },
}

async function search(query: Query, { app, caller }: Context): Promise<Listed[]> {
  const { code, category, from, to, sort = 'newest' } = query
  const found = await ownRecords(app.gateway, uids.Observation, caller, {}, MOST)
  if (found === undefined) throw new TooManyToSearch(String(MOST))
  const direction = sort === 'newest' ? -1 : 1
  return found
    .map(record => resourceOf(record) as unknown as Listed)
    .filter(
      observation =>
        (code === undefined || codesOf(observation).some(concept => isCoded(concept, code))) &&
        (category === undefined || categoriesOf(observation).some(concept => isCoded(concept, category))) &&
        inPeriod(dateOf(observation), from, to),
    )
    .map(observation => ({ observation, at: Date.parse(dateOf(observation)) || 0 }))
    .sort((a, b) => direction * (a.at - b.at || (a.observation.id < b.observation.id ? -1 : 1)))
    .map(({ observation }) => observation)
}

const codesOf = (observation: Observation): CodeableConcept[] => [
  observation.code,
  ...partsOf(observation).map(({ code }) => code),
]

const categoriesOf = ({ category }: Observation): readonly CodeableConcept[] =>
  Array.isArray(category) ? category : []

/** True if a concept has the code: `code` in any system, or `system|code`. */
function isCoded(concept: CodeableConcept, token: string): boolean {
  const bar = token.lastIndexOf('|')
  return codingsOf(concept).some(
    ({ system, code }) => code === token.slice(bar + 1) && (bar < 0 || system === token.slice(0, bar)),
  )
}

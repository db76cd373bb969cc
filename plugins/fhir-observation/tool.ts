/** The tool `my_observations`: measurements and answers of the person. */
import type { Observation } from 'fhir/r5.js'
import {
  type Context,
  CURSOR,
  defineTool,
  demandUnderstood,
  howToGoOn,
  ownRecords,
  PAGE_OUTPUT,
  PERIOD,
  pageOf,
  pageReader,
  type Resource,
  resourceOf,
  STRUCTURED,
  searchable,
  type Tool,
  tokensOf,
} from '../../core/index.ts'
import { type Period, periodOf } from '../../fhir/values/period.ts'
import { uids } from '../../schemas/uids.ts'
import { categoriesOf, categoryOf, find, knownCategories } from './finding.ts'
import { isWithdrawn, type Reading, readingOf } from './readings.ts'
import { PERIODS, type PeriodName, type Row, type Series, seriesOf } from './series.ts'
import { digestOf, latest, line, rowOf, summary, tableOf, trend, type View, valuesOf } from './views.ts'

/** Maximum Observations that one call searches; beyond it the person must narrow the search. */
const MOST = 20_000
const USUAL = 200
/** Maximum tokens of the list of what exists, in an answer that found nothing. */
const AVAILABLE = 1_000
/** Statistics in structured content, beside the text. */
const MOST_DIGESTS = 6

const VIEWS = ['summary', 'latest', 'trend', 'table', 'fhir'] as const
type ViewName = (typeof VIEWS)[number]

const INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      maxLength: 200,
      description: 'Words (`blood pressure`), several with commas, or a code (`29463-7`, `system|code`).',
    },
    category: { type: 'string', maxLength: 200, description: '`vital signs`, `laboratory`, `survey` …' },
    ...PERIOD,
    view: {
      type: 'string',
      enum: VIEWS,
      description:
        '`summary`: what exists. `latest`: the last value of each kind. `trend`: statistics and change. `table`: each value. `fhir`: ' +
        'whole resources. Default: `trend` with a code, `table` with other filters, else `fhir`.',
    },
    by: { type: 'string', enum: PERIODS, description: 'The periods of a trend; default: as many as fit.' },
    timeZone: {
      type: 'string',
      maxLength: 64,
      description: 'Of dates: `Europe/Berlin`. Default: as recorded.',
    },
    sort: { type: 'string', enum: ['newest', 'oldest'], description: 'Default: best match, then newest.' },
    limit: { type: 'integer', minimum: 1, maximum: 5000, description: 'Rows at most.' },
    structured: STRUCTURED,
    cursor: CURSOR,
  },
} as const

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const dated = { type: 'object', properties: { date: text, value: {} } } as const
const FIGURES = { name: text, code: text, unit: text, n: { type: 'integer' }, from: text, to: text } as const
const STATISTICS = {
  ...{ mean: number, min: number, max: number, first: dated, last: dated },
  slope: { type: 'number', description: 'Change per 30 days.' },
} as const

const OUTPUT = {
  type: 'object',
  required: ['total', 'returned', 'view'],
  properties: {
    ...PAGE_OUTPUT,
    view: text,
    note: text,
    series: {
      type: 'array',
      description: 'Statistics of each value.',
      items: { type: 'object', required: ['name', 'n'], properties: { ...FIGURES, ...STATISTICS } },
    },
    available: {
      type: 'array',
      description: 'If nothing matches: what exists.',
      items: {
        type: 'object',
        required: ['name', 'n'],
        properties: { name: text, code: text, n: { type: 'integer' } },
      },
    },
    rows: {
      type: 'array',
      description: 'With `structured`: a row for each kind, period, or time.',
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          ...{ ...FIGURES, ...STATISTICS, date: text, value: { type: ['string', 'number'] } },
          ...{ day: text, week: text, month: text, year: text, values: { type: 'array' } },
          meaning: { type: 'string', description: 'Interpretation, or band of a score.' },
          range: { type: 'string', description: 'Reference range.' },
          remarks: { type: 'string', description: 'A status other than final, notes.' },
        },
      },
    },
    observations: { type: 'array', items: { type: 'object' }, description: 'FHIR, with `structured`.' },
  },
} as const

interface Query {
  readonly code?: string
  readonly category?: string
  readonly from?: string
  readonly to?: string
  readonly view?: ViewName
  readonly by?: PeriodName
  readonly timeZone?: string
  readonly sort?: 'newest' | 'oldest'
  readonly limit?: number
  readonly structured?: boolean
}

const readPage = pageReader<Query>(INPUT, USUAL)

export const myObservations: Tool = defineTool({
  name: 'my_observations',
  title: 'My observations',
  description:
    'Measurements, questionnaire scores and coded answers of the person. For a question about change, name it in `code` with a ' +
    'period: one call returns statistics and values. `view: "summary"` lists what exists. Without arguments: all FHIR Observations.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run(given, context) {
    const request = readPage(given as Query)
    const { query } = request
    const searched = await search(query, context)
    const { found } = searched
    const view = viewOf(query)
    if (found.length === 0) return nothing(view, query, searched)
    if (view === 'fhir') return resources(found, request)
    const all = seriesOf(found)
    const { structured = false } = query
    if (view === 'table') return table(all, found, request)
    const content =
      view === 'summary'
        ? summary(all, structured)
        : view === 'latest'
          ? latest(all, structured)
          : trend(all, query.by, structured)
    const digests =
      view === 'trend'
        ? all.flatMap(digestOf)
        : all.map(({ name, code, rows }) => ({ name, code, n: rows.length }))
    return {
      ...answerOf(view, content, digests, query, { total: found.length, returned: found.length }),
      records: found.map(({ id }) => id),
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
    const { found } = await search({}, context)
    const { content, records } = table(seriesOf(found), found, { query: {}, limit: 5000 })
    return {
      contents: [{ uri: 'health://me/observations', mimeType: 'text/csv', text: content[0]?.text ?? '' }],
      records,
    }
  },
}

function viewOf({ view, code, by, ...query }: Query): ViewName {
  if (view !== undefined) return view
  if (by !== undefined || code !== undefined) return 'trend'
  return (query.category ?? query.from ?? query.to ?? query.sort ?? query.timeZone) ? 'table' : 'fhir'
}

const part = (content: string) => ({ type: 'text' as const, text: content })

const IN_STRUCTURED = 'The rows are in the structured content.'
const IN_TEXT = 'The rows are in the text of this result; for a client that shows none: structured: true.'

/** The rows are in the text or in the structured content, never in both: clients pass both to the model. */
function answerOf(
  view: ViewName,
  { text, rows }: View,
  digests: readonly object[],
  { structured = false, timeZone }: Query,
  page: object,
) {
  const zone = timeZone === undefined ? '' : `Dates are in ${timeZone}.`
  return {
    structuredContent: {
      ...{ ...(page as { total: number; returned: number }), view },
      ...(structured ? { rows: [...rows] } : { series: digests.slice(0, MOST_DIGESTS), note: IN_TEXT }),
    },
    content: [part([structured ? IN_STRUCTURED : text, zone].filter(Boolean).join('\n'))],
  }
}

interface TableEntry {
  readonly id: string
  readonly ids: readonly string[]
  readonly series: Series
  readonly row: Row
}

/** A row for each time: one kind in columns of its own, several kinds with their names. */
function table(all: readonly Series[], found: readonly Reading[], request: ReturnType<typeof readPage>) {
  const { query } = request
  const order = new Map(found.map(({ id }, at) => [id, at]))
  const positionOf = ({ ids }: TableEntry) => Math.min(...ids.map(id => order.get(id) ?? 0))
  const entries = all
    .flatMap(series => series.rows.map(row => ({ id: row.ids[0] ?? '', ids: row.ids, series, row })))
    .sort((a, b) => positionOf(a) - positionOf(b))
  const only = all.length === 1 ? all[0] : undefined
  const { header, lineOf } = only
    ? tableOf(only)
    : { header: 'date,name,value,unit,meaning,range,remarks', lineOf: undefined }
  const textOf = ({ series, row }: TableEntry) => {
    if (lineOf) return lineOf(row)
    const { unit, meaning, range, remarks } = rowOf(series, row)
    return line([row.date, series.name, valuesOf(series, row), unit, meaning, range, remarks])
  }
  const page = pageOf(entries, request, entry =>
    tokensOf(query.structured ? JSON.stringify(rowOf(entry.series, entry.row)) : `${textOf(entry)}\n`),
  )
  const title = only ? [`${only.name}${only.code && `, code ${only.code}`}${unitsOf(only)}`] : []
  const view = {
    text: [...title, header, ...page.entries.map(textOf)].join('\n'),
    rows: page.entries.map(({ series, row }) => rowOf(series, row)),
  }
  const digests = all.map(({ name, code, rows }) => ({ name, code, n: rows.length }))
  const { structuredContent, content } = answerOf('table', view, digests, query, pageFields(page))
  return {
    structuredContent,
    content: [...content, part(howToGoOn('my_observations', page))],
    records: page.entries.flatMap(({ ids }) => ids),
  }
}

function unitsOf({ columns }: Series): string {
  const units = [...new Set(columns.map(({ unit }) => unit).filter(Boolean))]
  return units.length === 1 ? `, ${units[0]}` : ''
}

const pageFields = ({
  total,
  entries,
  nextCursor,
  omitted,
}: ReturnType<typeof pageOf<{ id: string }, Query>>) => ({
  ...{ total, returned: entries.length },
  ...(nextCursor !== undefined && { nextCursor }),
  ...(omitted && { omitted: [...omitted] }),
})

function resources(found: readonly Reading[], request: ReturnType<typeof readPage>) {
  const page = pageOf(found, request, ({ observation }) => tokensOf(JSON.stringify(observation)))
  const observations = page.entries.map(({ observation }) => observation)
  const { structured = false } = request.query
  return {
    structuredContent: {
      ...{ ...pageFields(page), view: 'fhir' },
      ...(structured ? { observations } : { note: IN_TEXT }),
    },
    content: [
      part(structured ? IN_STRUCTURED : JSON.stringify(observations)),
      part(howToGoOn('my_observations', page)),
    ],
    records: page.entries.map(({ id }) => id),
  }
}

/** The records that exist instead: of the same kind in another period, otherwise of any kind. */
function nothing(view: ViewName, { code, category, from, to }: Query, { all, alike }: Searched) {
  const others = alike.length > 0 ? alike : all
  const { text, rows } = summary(seriesOf(others), false, AVAILABLE)
  const available = rows.slice(0, 20).map(({ name, code, n }) => ({ name, code, n }))
  const asked = [
    ...(code === undefined ? [] : [`'${code}'`]),
    ...(category === undefined ? [] : [`the category '${category}'`]),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
  ].join(', ')
  const there =
    all.length === 0
      ? 'This profile has no observations yet.'
      : alike.length > 0
        ? `There are ${alike.length} in other periods:\n${text}`
        : `The profile has ${all.length} observations of these kinds:\n${text}`
  return {
    structuredContent: { total: 0, returned: 0, view, available },
    content: [part(`Nothing was found for ${asked || 'this person'}. ${there}`)],
    records: others.map(({ id }) => id),
  }
}

interface Searched {
  /** Best match first, then in the requested order. */
  readonly found: readonly Reading[]
  /** The same search without the period. */
  readonly alike: readonly Reading[]
  readonly all: readonly Reading[]
}

/** @throws NotUnderstood with every argument that has no meaning */
async function search(query: Query, { app, caller }: Context): Promise<Searched> {
  const { category, from, to, timeZone, sort } = query
  const code = query.code?.trim() || undefined
  const period = periodOf({ from, to, timeZone })
  const records = await ownRecords(app.gateway, uids.Observation, caller, {}, MOST)
  const all = searchable(records, MOST)
    .map(record => resourceOf(record) as unknown as Observation & { readonly id: string })
    .filter(observation => !isWithdrawn(observation))
    .map(observation => readingOf(observation, period))
  const known = category === undefined ? undefined : categoryOf(category, all)
  const problems = [
    ...period.problems,
    ...(category === undefined || known !== undefined ? [] : [unknownCategory(category, all)]),
  ]
  demandUnderstood(problems)
  const direction = sort === 'oldest' ? 1 : -1
  const alike = (code === undefined ? all.map(reading => ({ reading, relevance: 0 })) : find(all, code))
    .filter(({ reading }) => known === undefined || categoriesOf(reading).has(known))
    .sort(
      (a, b) =>
        (sort === undefined ? b.relevance - a.relevance : 0) ||
        direction * (a.reading.at - b.reading.at || (a.reading.id < b.reading.id ? -1 : 1)),
    )
    .map(({ reading }) => reading)
  return { found: alike.filter(each => isIn(period, each)), alike, all }
}

const isIn = (period: Period, { start, end }: Reading): boolean => period.includes(start, end)

function unknownCategory(category: string, all: readonly Reading[]): string {
  const counts = new Map<string, number>()
  for (const reading of all)
    for (const each of categoriesOf(reading)) counts.set(each, (counts.get(each) ?? 0) + 1)
  const there = [...counts].map(([name, n]) => `${name} (${n})`).join(', ') || 'none'
  return `'category' is '${category}', which is none: this profile has ${there}; others are ${knownCategories().join(', ')}.`
}

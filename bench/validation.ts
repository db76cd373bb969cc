/**
 * How fast forms and responses are checked, in multiples of `JSON.parse` of the same body. All contestants run in turn in
 * every round of one process, so that a busy machine slows them alike; medians of the rounds are compared.
 *
 * Other validators join when they are installed: `npm install --prefix bench/peers`.
 */
import { pathToFileURL } from 'node:url'
import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
} from 'fhir/r4.js'
import { compileQuestionnaire, compileRules, refused, validateResource } from '../fhir/index.ts'
import { peers } from './peers/peers.ts'

const ROUNDS = 40
/** How long one contestant runs in one round, in milliseconds. */
const TURN = 4

/** One line of the result. */
export interface Timing {
  readonly name: string
  readonly microseconds: number
  /** Multiple of the first line of its table. */
  readonly ratio: number
}

/** Something to be timed. */
type Contestants = Readonly<Record<string, () => unknown>>

/** Times each contestant in every round, and compares the medians with that of the first. */
export function race(contestants: Contestants): Timing[] {
  const entries = Object.entries(contestants)
  const times = entries.map((): number[] => [])
  for (const [, run] of entries) turn(run)
  for (let round = 0; round < ROUNDS; round++) {
    entries.forEach(([, run], index) => {
      times[index]?.push(turn(run))
    })
  }
  const medians = times.map(median)
  const unit = medians[0] ?? 1
  return entries.map(([name], index) => {
    const microseconds = medians[index] ?? 0
    return { name, microseconds, ratio: microseconds / unit }
  })
}

/** Microseconds for one run, over as many as fit into a turn. */
function turn(run: () => unknown): number {
  const start = performance.now()
  let runs = 0
  let spent = 0
  do {
    run()
    runs++
    spent = performance.now() - start
  } while (spent < TURN)
  return (spent * 1000) / runs
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const system = 'http://loinc.org'
const minimum = 'http://hl7.org/fhir/StructureDefinition/minValue'
const maximum = 'http://hl7.org/fhir/StructureDefinition/maxValue'

const option = (item: number, code: number) => ({
  valueCoding: { system, code: `LA${item}-${code}`, display: `Option ${code} of question ${item}` },
})

/** A question, of eight kinds in turn. */
function question(index: number): QuestionnaireItem {
  const base = {
    linkId: `question-${index}`,
    text: `How would you answer question number ${index}?`,
    required: index % 2 === 0,
  }
  const options = [0, 1, 2, 3].map(code => option(index, code))
  switch (index % 8) {
    case 0:
      return { ...base, type: 'choice', answerOption: options }
    case 1:
      return {
        ...base,
        type: 'integer',
        extension: [
          { url: minimum, valueInteger: 0 },
          { url: maximum, valueInteger: 100 },
        ],
      }
    case 2:
      return { ...base, type: 'decimal' }
    case 3:
      return { ...base, type: 'string', maxLength: 200 }
    case 4:
      return { ...base, type: 'date' }
    case 5:
      return { ...base, type: 'boolean' }
    case 6:
      return { ...base, type: 'quantity' }
    default: {
      const first = option(0, 1).valueCoding
      return {
        ...base,
        type: 'choice',
        answerOption: options,
        enableWhen: [{ question: 'question-0', operator: '=', answerCoding: first }],
      }
    }
  }
}

/** The answer to a question of its kind. */
function answer(index: number): QuestionnaireResponseItem {
  const values = [
    option(index, 1),
    { valueInteger: index % 100 },
    { valueDecimal: (index % 100) + 0.5 },
    { valueString: `Some words that answer question ${index}` },
    { valueDate: '2026-01-31' },
    { valueBoolean: true },
    { valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } },
    option(index, 2),
  ]
  const value = values[index % 8]
  return {
    linkId: `question-${index}`,
    text: `How would you answer question number ${index}?`,
    answer: value === undefined ? [] : [value],
  }
}

const count = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index))

const url = 'http://example.org/Questionnaire/bench'

/** A form of groups of ten questions, and a response that answers all of them. */
function pair(questions: number): { form: Questionnaire; response: QuestionnaireResponse } {
  const groups = Math.ceil(questions / 10)
  const inGroup = <T>(group: number, make: (index: number) => T) =>
    count(10, index => make(group * 10 + index))
  return {
    form: {
      resourceType: 'Questionnaire',
      url,
      status: 'active',
      item: count(groups, group => ({
        linkId: `group-${group}`,
        text: `Group ${group}`,
        type: 'group',
        item: inGroup(group, question),
      })),
    },
    response: {
      resourceType: 'QuestionnaireResponse',
      questionnaire: url,
      status: 'completed',
      subject: { reference: 'Patient/1' },
      authored: '2026-11-21T10:00:00Z',
      item: count(groups, group => ({
        linkId: `group-${group}`,
        text: `Group ${group}`,
        item: inGroup(group, answer),
      })),
    },
  }
}

/** Ten groups inside of each other, four questions in each. */
function nestedPair(depth: number): { form: Questionnaire; response: QuestionnaireResponse } {
  const { form, response } = pair(10)
  const questions = (level: number) => count(4, index => question(8 * (level * 4 + index) + 3))
  const answers = (level: number) => count(4, index => answer(8 * (level * 4 + index) + 3))
  const items = (level: number): QuestionnaireItem[] =>
    level === depth
      ? []
      : [
          ...questions(level),
          {
            linkId: `level-${level}`,
            type: 'group',
            item: [...items(level + 1), { linkId: `end-${level}`, type: 'display', text: 'End' }],
          },
        ]
  const given = (level: number): QuestionnaireResponseItem[] =>
    level === depth
      ? []
      : [
          ...answers(level),
          { linkId: `level-${level}`, item: [...given(level + 1), { linkId: `end-${level}` }] },
        ]
  return { form: { ...form, item: items(0) }, response: { ...response, item: given(0) } }
}

/** A response in which every answer is wrong. */
const spoilt = (response: QuestionnaireResponse): QuestionnaireResponse => ({
  ...response,
  item:
    response.item?.map(group => ({
      ...group,
      item: group.item?.map(item => ({ ...item, answer: [{ valueTime: '08:00:00' }] })) ?? [],
    })) ?? [],
})

const fhirVersion = 'mix'

function raceOf({ form, response }: ReturnType<typeof pair>): Timing[] {
  const body = JSON.stringify(response)
  const compiled = compileQuestionnaire(form, { fhirVersion })
  const rules = compileRules(form, { fhirVersion })
  if (refused(compiled.issues) || refused(compiled.validate(response)))
    throw new Error('the bench must run on what is right')
  return race({
    [`JSON.parse of ${(body.length / 1000).toFixed(1)} kB`]: () => JSON.parse(body),
    structure: () => validateResource(response, { fhirVersion }),
    rules: () => rules.validate(response),
    'structure and rules': () => compiled.validate(response),
  })
}

/** Every table, by its title. */
export async function validationBench(): Promise<ReadonlyMap<string, readonly Timing[]>> {
  const usual = pair(40)
  const wrong = spoilt(usual.response)
  const { validate } = compileQuestionnaire(usual.form, { fhirVersion })
  const large = pair(60).form
  const body = JSON.stringify(large)
  const tables = new Map<string, readonly Timing[]>()
  tables.set('A response to 40 questions', raceOf(usual))
  tables.set(
    'The same with every answer wrong',
    race({ accepting: () => validate(usual.response), refusing: () => validate(wrong) }),
  )
  tables.set(
    'Registering a form',
    race({
      [`JSON.parse of ${(body.length / 1000).toFixed(1)} kB`]: () => JSON.parse(body),
      'check and compile': () => compileQuestionnaire(large, { fhirVersion }),
    }),
  )
  tables.set('1,000 questions', raceOf(pair(1_000)))
  tables.set('5,000 questions', raceOf(pair(5_000)))
  tables.set('10 levels of groups', raceOf(nestedPair(10)))
  const others = await peers(usual.response)
  if (Object.keys(others).length > 0) {
    const text = JSON.stringify(usual.response)
    tables.set(
      'Others on the response to 40 questions',
      race({
        'JSON.parse': () => JSON.parse(text),
        'structure and rules': () => validate(usual.response),
        ...others,
      }),
    )
  }
  return tables
}

/** The tables as Markdown. */
export const renderTimings = (tables: ReadonlyMap<string, readonly Timing[]>) =>
  [...tables]
    .map(([title, timings]) => {
      const rows = timings.map(
        ({ name, microseconds, ratio }) => `| ${name} | ${microseconds.toFixed(1)} | ${ratio.toFixed(2)} |`,
      )
      return `### ${title}\n\n| what | µs | × the first |\n| --- | ---: | ---: |\n${rows.join('\n')}\n`
    })
    .join('\n')

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = performance.now()
  for (const version of ['R4', 'R4B', 'R5', 'mix'] as const) {
    compileQuestionnaire(pair(10).form, { fhirVersion: version }).validate(pair(10).response)
  }
  process.stdout.write(`First use of all four dialects: ${(performance.now() - start).toFixed(0)} ms\n\n`)
  process.stdout.write(renderTimings(await validationBench()))
}

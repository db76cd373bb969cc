/** The maximum CPU time of ten thousand broken documents. */
import { readFileSync } from 'node:fs'
import { compileQuestionnaire, prepareQuestionnaire } from '../../fhir/index.ts'
import type { Table } from '../harness.ts'
import { mutationsOf } from './mutations.ts'

const FORMS = ['phq-9', 'gad-7', 'blood-pressure', 'every-type', 'medicines', 'schlaf']
/** Number of repetitions for the slowest: disturbances by the JIT or other processes do not recur. */
const AGAIN = 5
const SEED = 7

const fhirVersion = 'mix'
const read = (name: string): object =>
  JSON.parse(
    readFileSync(new URL(`examples/forms/${name}.json`, import.meta.resolve('#root/package.json')), 'utf8'),
  )

/** The check of one document. */
type Check = () => unknown

/** @param count - number of documents: half forms, half responses to intact forms */
export async function mutants(count: number): Promise<Table> {
  const each = Math.ceil(count / FORMS.length / 2)
  const samples: { readonly name: string; readonly spent: readonly number[] }[] = []
  for (const name of FORMS) {
    const form = read(name)
    const { validate } = await prepareQuestionnaire(form, { fhirVersion })
    const forms = [...mutationsOf(form, each, SEED)]
    const responses = [...mutationsOf(responseLike(form), each, SEED)]
    samples.push(
      {
        name: `forms like ${name}`,
        spent: spentOn(forms.map(mutant => () => compileQuestionnaire(mutant, { fhirVersion }))),
      },
      { name: `responses to ${name}`, spent: spentOn(responses.map(mutant => () => validate(mutant))) },
    )
  }
  const all = samples.flatMap(({ spent }) => spent)
  const slowest = Math.max(...all)
  const row = (name: string, value: number) => ({
    name,
    median: value,
    best: value,
    ratio: value / MOST,
    lower: value / MOST,
    upper: value / MOST,
  })
  return {
    title: `The slowest of ${all.length.toLocaleString('en')} mutated documents`,
    of: 'call',
    rows: [
      row('most: 50 ms', MOST),
      row('the slowest', slowest),
      ...samples.map(({ name, spent }) => row(name, Math.max(...spent))),
    ],
  }
}

/** The maximum CPU time of a document, in microseconds. */
export const MOST = 50_000

/** The CPU time of each check; for the slowest ones the minimum of several attempts. */
function spentOn(checks: readonly Check[]): number[] {
  const spent = checks.map(cost)
  const order = [...spent.keys()].sort((a, b) => (spent[b] ?? 0) - (spent[a] ?? 0))
  for (const at of order.slice(0, Math.ceil(checks.length / 100))) {
    const check = checks[at]
    for (let again = 0; check && again < AGAIN; again++) spent[at] = Math.min(spent[at] ?? 0, cost(check))
  }
  return spent
}

function cost(check: Check): number {
  const start = process.cpuUsage()
  check()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** A plausible response with an answer to every question. */
function responseLike(form: object): object {
  const { url, item } = form as { url?: string; item?: unknown }
  return {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: url,
    item: answered(item),
  }
}

interface Item {
  readonly linkId: string
  readonly type: string
  readonly answerOption?: readonly object[]
  readonly item?: unknown
}

const ANSWERS: Readonly<Record<string, object>> = {
  boolean: { valueBoolean: true },
  integer: { valueInteger: 1 },
  decimal: { valueDecimal: 1.5 },
  date: { valueDate: '2026-01-31' },
  dateTime: { valueDateTime: '2026-01-31T10:00:00Z' },
  time: { valueTime: '10:00:00' },
  quantity: { valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } },
  url: { valueUri: 'https://example.org' },
  reference: { valueReference: { reference: 'Patient/1' } },
  attachment: { valueAttachment: { contentType: 'text/plain', data: 'aGVsbG8=' } },
}

const answered = (items: unknown): object[] =>
  (Array.isArray(items) ? (items as Item[]) : []).map(({ linkId, type, answerOption, item }) => ({
    linkId,
    ...(type === 'group' || type === 'display'
      ? item !== undefined && { item: answered(item) }
      : { answer: [answerOption?.[0] ?? ANSWERS[type] ?? { valueString: 'words' }] }),
  }))

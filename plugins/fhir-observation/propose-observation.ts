/** The tool `propose_observation`: a measurement that the person may sign. */
import { type Context, defineTool, NotUnderstood, type Tool } from '../../core/index.ts'
import { type KnownMeasurement, LOINC, measurementsNamed } from '../../fhir/terminology/loinc-words.ts'
import { isDate } from '../../fhir/values/period.ts'
import { Proposed } from '../../schemas/proposal.ts'
import { uids } from '../../schemas/uids.ts'

const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category'
const UCUM = 'http://unitsofmeasure.org'

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'date'],
  properties: {
    code: { type: 'string', maxLength: 80, description: 'A common name (`body weight`) or LOINC code.' },
    value: { type: 'number' },
    systolic: { type: 'number', description: 'Of a blood pressure, instead of `value`.' },
    diastolic: { type: 'number' },
    unit: { type: 'string', maxLength: 30, description: 'UCUM: `kg`, `mm[Hg]`, `/min`.' },
    date: { type: 'string', maxLength: 40, description: '`2026-03-15`, or with time and offset.' },
    note: { type: 'string', maxLength: 500 },
  },
} as const

interface Measured {
  readonly code: string
  readonly value?: number
  readonly systolic?: number
  readonly diastolic?: number
  readonly unit?: string
  readonly date: string
  readonly note?: string
}

export const proposeObservation: Tool = defineTool({
  name: 'propose_observation',
  title: 'Propose a measurement',
  description:
    'Proposes to store a measurement that the person told you. Nothing is stored: give them the URL, where they see it and sign or ' +
    'decline. For a blood pressure pass `systolic` and `diastolic`.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: INPUT,
  output: Proposed,

  async run(given, context) {
    const { app } = context
    const { record, summary } = observationOf(given as Measured, context)
    try {
      app.observations.check(record as never)
    } catch (error) {
      throw new NotUnderstood(sentencesOf(error))
    }
    return app.proposals.propose({ collection: uids.Observation, record, summary }, context)
  },
})

/** @throws NotUnderstood with every argument that has no meaning */
function observationOf(given: Measured, { now }: Context) {
  const { code, value, systolic, diastolic, unit, date, note } = given
  const known = measurementOf(code)
  const isPressure = known?.name === 'Blood pressure'
  const problems = [
    ...(known ? [] : [`'code' is '${code}', which is no measurement that is known by name.`]),
    ...(isDate(date) ? [] : [`'date' is '${date}', which is no date: write 2026-03-15.`]),
    ...(isDate(date) && Date.parse(date) > now.getTime()
      ? [`'date' is '${date}', which is in the future.`]
      : []),
    ...(isPressure
      ? systolic === undefined || diastolic === undefined || value !== undefined
        ? ["A blood pressure has 'systolic' and 'diastolic', and no 'value'."]
        : []
      : value === undefined || systolic !== undefined || diastolic !== undefined
        ? ["Pass 'value', and 'systolic' and 'diastolic' for a blood pressure only."]
        : []),
  ]
  if (!known || problems.length > 0) throw new NotUnderstood(problems.join(' '))
  const quantity = (amount: number | undefined, usual: string) => ({
    value: amount,
    ...((unit ?? usual) && { unit: unit ?? usual, system: UCUM, code: unit ?? usual }),
  })
  const coded = (code: string, name: string) => ({
    coding: [{ system: LOINC, code, display: name }],
    text: name,
  })
  const record = {
    ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: date },
    category: [{ coding: [{ system: CATEGORY, code: known.kind }] }],
    code: coded(known.code, known.name),
    ...(isPressure
      ? {
          component: [
            { code: coded('8480-6', 'Systolic blood pressure'), valueQuantity: quantity(systolic, 'mm[Hg]') },
            {
              code: coded('8462-4', 'Diastolic blood pressure'),
              valueQuantity: quantity(diastolic, 'mm[Hg]'),
            },
          ],
        }
      : { valueQuantity: quantity(value, '') }),
    ...(note && { note: [{ text: note }] }),
  }
  const amount = isPressure ? `${systolic}/${diastolic} ${unit ?? 'mm[Hg]'}` : `${value} ${unit ?? ''}`.trim()
  const summary = `${known.name} ${amount}, ${date}${note ? `, with the note “${note}”` : ''}`
  return { record, summary }
}

/** The first of several codes for one name; names that mean several measurements are not understood. */
function measurementOf(words: string): KnownMeasurement | undefined {
  const found = measurementsNamed(words)
  const names = new Set(found.map(({ name }) => name))
  if (names.size > 1 && !names.has('Blood pressure'))
    throw new NotUnderstood(`'code' is '${words}', which may be ${[...names].join(', ')}.`)
  return found.find(({ name }) => name === 'Blood pressure') ?? found[0]
}

function sentencesOf(error: unknown): string {
  const { issues } = error as { issues?: readonly { severity: string; text: string }[] }
  if (!issues) throw error
  return issues.flatMap(({ severity, text }) => (severity === 'error' ? [text] : [])).join(' ')
}

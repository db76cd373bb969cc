/** The forms and responses to check: questions of eight kinds, of any number or depth. */
import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
} from 'fhir/r4.js'

/** A form and a valid response. */
export interface Pair {
  readonly form: Questionnaire
  readonly response: QuestionnaireResponse
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

/** A valid answer to a question. */
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
export function pair(questions: number): Pair {
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

/** Ten nested groups with four questions in each. */
export function nestedPair(depth: number): Pair {
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
export const spoilt = (response: QuestionnaireResponse): QuestionnaireResponse => ({
  ...response,
  item:
    response.item?.map(group => ({
      ...group,
      item: group.item?.map(item => ({ ...item, answer: [{ valueTime: '08:00:00' }] })) ?? [],
    })) ?? [],
})

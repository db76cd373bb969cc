/** A response in words: its questions with their answers, and the bands of scores. */
import type {
  Coding,
  QuestionnaireItem,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import { declaredBand } from '../../fhir/results/declared-band.ts'
import { bandOf } from '../../fhir/results/score-bands.ts'

/** A question with its answers. */
export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
}

/** Maximum nesting: records that a person writes directly to the nodes may have any shape. */
const DEEPEST = 64
const LONGEST = 500

/** The questions of a form by linkId. */
export function questionsOf(form: unknown): ReadonlyMap<string, QuestionnaireItem> {
  const found = new Map<string, QuestionnaireItem>()
  const collect = (items: unknown, depth: number) => {
    for (const item of objects<QuestionnaireItem>(items)) {
      found.set(item.linkId, item)
      if (depth < DEEPEST) collect(item.item, depth + 1)
    }
  }
  collect((form as { item?: unknown } | undefined)?.item, 0)
  return found
}

/** Every answered question of a response, in its order. */
export function answersIn(
  response: Readonly<Record<string, unknown>>,
  questions: ReadonlyMap<string, QuestionnaireItem>,
): readonly AnsweredQuestion[] {
  const found: AnsweredQuestion[] = []
  const collect = (items: unknown, depth: number) => {
    if (depth > DEEPEST) return
    for (const item of objects<QuestionnaireResponseItem>(items)) {
      const known = questions.get(item.linkId)
      const answers = objects<QuestionnaireResponseItemAnswer>(item.answer)
      const words = answers.map(answer => answerOf(answer, known)).filter(Boolean)
      if (words.length > 0)
        found.push({
          question: cut(text(known?.text ?? item.text) || text(item.linkId)),
          answer: words.join('; '),
        })
      for (const answer of answers) collect(answer.item, depth + 1)
      collect(item.item, depth + 1)
    }
  }
  collect(response['item'], 0)
  return found
}

/** One answer in words; that of a coded score with its band. */
function answerOf(answer: QuestionnaireResponseItemAnswer, item: QuestionnaireItem | undefined): string {
  const {
    valueCoding,
    valueQuantity,
    valueAttachment,
    valueReference,
    valueBoolean,
    item: _,
    ...rest
  } = answer
  if (valueCoding) return cut(text(valueCoding.display) || text(valueCoding.code))
  if (valueAttachment) return cut(`file: ${text(valueAttachment.title) || text(valueAttachment.contentType)}`)
  if (valueReference) return cut(text(valueReference.display) || text(valueReference.reference))
  if (valueBoolean !== undefined) return valueBoolean ? 'yes' : 'no'
  if (valueQuantity) {
    const { value, unit, code } = valueQuantity
    const band = typeof value === 'number' ? declaredBand(item ?? {}, value) : undefined
    return cut([`${text(value)} ${text(unit ?? code)}`.trim(), band].filter(Boolean).join(', '))
  }
  const plain = Object.entries(rest).find(([name]) => name.startsWith('value'))?.[1]
  const number = typeof plain === 'number' ? plain : undefined
  const band =
    number === undefined
      ? undefined
      : (declaredBand(item ?? {}, number) ??
        objects<Coding>(item?.code).flatMap(({ code }) => bandOf(text(code), number) ?? [])[0])
  return cut(band === undefined ? text(plain) : `${plain}, ${band}`)
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const cut = (words: string): string => {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

const objects = <T>(value: unknown): readonly T[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'object' && each !== null) : []

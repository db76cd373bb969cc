/** The time of checks, in multiples of `JSON.parse` of the same body. */
import { checkStructureOnly, compileQuestionnaire, compileRulesOnly, refused } from '../../fhir/index.ts'
import { compare, type Scale, type Table } from '../harness.ts'
import { peers } from '../peers/validation/peers.ts'
import { nestedPair, type Pair, pair, spoilt } from './forms.ts'

const fhirVersion = 'mix'
const size = (body: string): string => `${(body.length / 1000).toFixed(1)} kB`

/** The check of a response to a compiled form, broken down. */
export function response(title: string, { form, response }: Pair, scale: Scale): Promise<Table> {
  const body = JSON.stringify(response)
  const compiled = compileQuestionnaire(form, { fhirVersion })
  const rules = compileRulesOnly(form, { fhirVersion })
  if (refused(compiled.issues) || refused(compiled.validate(response)))
    throw new Error('the bench must run on what is right')
  return compare(
    `${title}, ${size(body)}`,
    [
      { name: 'floor: JSON.parse', run: () => JSON.parse(body) },
      { name: 'structure', run: () => checkStructureOnly(response, { fhirVersion }) },
      { name: 'rules', run: () => rules.validate(response) },
      { name: 'structure and rules', run: () => compiled.validate(response) },
    ],
    scale,
  )
}

/** A response with only wrong answers, compared with a valid one. */
export function refusing(scale: Scale): Promise<Table> {
  const { form, response } = pair(40)
  const wrong = spoilt(response)
  const { validate } = compileQuestionnaire(form, { fhirVersion })
  return compare(
    'Refuse a response to 40 questions, each answer wrong',
    [
      { name: 'floor: accept a right one', run: () => validate(response) },
      { name: 'refuse, with every issue', run: () => validate(wrong) },
    ],
    scale,
  )
}

/** The check of a form and its compilation. */
export function registering(scale: Scale): Promise<Table> {
  const { form } = pair(60)
  const body = JSON.stringify(form)
  return compare(
    `Register a form, ${size(body)}`,
    [
      { name: 'floor: JSON.parse', run: () => JSON.parse(body) },
      { name: 'check and compile', run: () => compileQuestionnaire(form, { fhirVersion }) },
    ],
    scale,
  )
}

/** Third-party validators, if installed. */
export async function others(scale: Scale): Promise<Table | undefined> {
  const both = pair(40)
  const found = await peers(both)
  if (found.length === 0) return undefined
  const body = JSON.stringify(both.response)
  const { validate } = compileQuestionnaire(both.form, { fhirVersion })
  return compare(
    'A response to 40 questions, by others',
    [
      { name: 'floor: JSON.parse', run: () => JSON.parse(body) },
      { name: 'andiron: structure and rules', run: () => validate(both.response) },
      {
        name: 'andiron: the same, and compile the form',
        run: () => compileQuestionnaire(both.form, { fhirVersion }).validate(both.response),
      },
      ...found,
    ],
    scale,
  )
}

/** All timings. */
export async function* timings(scale: Scale): AsyncGenerator<Table> {
  yield await response('Check a response to 40 questions', pair(40), scale)
  yield await refusing(scale)
  yield await registering(scale)
  yield await response('Check a response to 1,000 questions', pair(1_000), scale)
  yield await response('Check a response to 5,000 questions', pair(5_000), scale)
  yield await response('Check a response of 10 levels', nestedPair(10), scale)
  const table = await others(scale)
  if (table !== undefined) yield table
}

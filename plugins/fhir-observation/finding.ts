/** Finds readings by code, name, or the words that people use. */
import type { CodeableConcept } from 'fhir/r5.js'
import { knownMeasurement, LOINC } from '../../fhir/terminology/loinc-words.ts'
import { codeOf, codingsOf, type Measure, nameOf, type Reading } from './readings.ts'

/** The quality of a match: `exact` its code or name; `words` all the words in one name; `none`. */
const EXACT = 3
const WORDS = 2
const SPREAD = 1
const NONE = 0

/** Words that say nothing about which measurement is meant. */
const EMPTY = new Set(
  'a all an and any at average change current data for from her his history how in is it last latest level levels me measurement measurements mein meine most my number of on or over reading readings recent record records result results since test tests the their time to trend trends value values was were what'.split(
    ' ',
  ),
)

/** A term of a search. */
interface Term {
  /** `system|code`, or a code, exactly. */
  readonly code: string
  readonly system?: string
  readonly words: readonly string[]
}

/** The terms in `blood pressure, weight`: each reading must fit one of them. */
export function termsOf(given: string): readonly Term[] {
  const bar = given.lastIndexOf('|')
  if (bar >= 0) return [{ code: given.slice(bar + 1).trim(), system: given.slice(0, bar).trim(), words: [] }]
  return given
    .split(/[,;]|\s(?:and|und)\s/)
    .map(each => ({ code: each.trim(), words: meaningfulOf(each) }))
    .filter(({ code }) => code !== '')
}

/** The words of a text without case, accents, and the plural. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(word =>
    word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
  )
}

function meaningfulOf(text: string): readonly string[] {
  const words = wordsOf(text)
  const meaningful = words.filter(word => !EMPTY.has(word))
  return meaningful.length > 0 ? meaningful : words
}

/** A reading that fits a search, with those of its values that do. */
export interface Found {
  readonly reading: Reading
  readonly relevance: number
}

/**
 * The readings that fit, the best fits alone: a search for `weight` finds the body weight, and other names with
 * that word only if there is none.
 */
export function find(readings: readonly Reading[], given: string): readonly Found[] {
  const scoreOf = scorerOf(termsOf(given))
  const found = readings.flatMap(reading => {
    const own = scoreOf(reading.observation.code)
    const scores = reading.measures.map(({ concept }) => scoreOf(concept))
    const best = Math.max(own, ...scores)
    if (best === NONE) return []
    // A search for a component is answered by it alone, a search for the whole by all of it.
    const measures = own === best ? reading.measures : reading.measures.filter((_, at) => scores[at] === best)
    return [{ reading: { ...reading, measures }, relevance: best }]
  })
  const best = found.reduce((most, { relevance }) => Math.max(most, relevance), NONE)
  return best === EXACT ? found.filter(({ relevance }) => relevance === EXACT) : found
}

/** Scores concepts; each different one once. */
function scorerOf(terms: readonly Term[]): (concept: CodeableConcept | undefined) => number {
  const known = new Map<string, number>()
  return concept => {
    const key = keyOf(concept)
    const score = known.get(key) ?? Math.max(NONE, ...terms.map(term => scoreOf(concept, term)))
    known.set(key, score)
    return score
  }
}

const keyOf = (concept: CodeableConcept | undefined): string =>
  JSON.stringify([
    concept?.text,
    codingsOf(concept).map(({ system, code, display }) => [system, code, display]),
  ])

function scoreOf(concept: CodeableConcept | undefined, { code, system, words }: Term): number {
  const codings = codingsOf(concept)
  const isCoded = codings.some(
    each =>
      String(each.code).toLowerCase() === code.toLowerCase() &&
      (system === undefined || each.system === system),
  )
  if (isCoded) return EXACT
  if (system !== undefined || words.length === 0) return NONE
  const names = namesOf(concept).map(wordsOf)
  if (names.some(name => name.join(' ') === words.join(' '))) return EXACT
  const hasAll = (name: readonly string[]) => words.every(word => name.some(each => fits(each, word)))
  if (names.some(hasAll)) return WORDS
  return hasAll(names.flat()) ? SPREAD : NONE
}

/** A word, or the beginning of one: `depress` fits `depression`. */
const fits = (actual: string, wanted: string): boolean =>
  actual === wanted || (wanted.length >= 4 && actual.startsWith(wanted))

/** Every name of a concept: in the record, and those that we know. */
function namesOf(concept: CodeableConcept | undefined): string[] {
  const codings = codingsOf(concept)
  return [
    ...(typeof concept?.text === 'string' ? [concept.text] : []),
    ...codings.flatMap(({ system, code, display }) => {
      const known = system === LOINC ? knownMeasurement(String(code)) : undefined
      return [
        ...(typeof display === 'string' ? [display] : []),
        ...(known ? [known.name, ...known.synonyms] : []),
      ]
    }),
  ]
}

/** The categories of FHIR, and what people call them. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'vital-signs': ['vital', 'vitals', 'vital sign', 'vitalzeichen', 'vitalwerte'],
  laboratory: ['lab', 'labor', 'lab test', 'blood test', 'blood work', 'lab result'],
  survey: ['questionnaire', 'form', 'score', 'self report', 'fragebogen'],
  activity: ['exercise', 'fitness', 'wearable'],
  'social-history': ['social', 'lifestyle', 'habit'],
  imaging: ['radiology', 'image', 'x ray'],
  exam: ['examination', 'physical exam'],
  procedure: ['intervention', 'operation'],
  therapy: ['treatment'],
}

const phraseOf = (text: string): string => wordsOf(text).join(' ')

/** The categories of a reading: those that it states, and the kind of a known measurement. */
export function categoriesOf({ observation, measures }: Reading): ReadonlySet<string> {
  const stated = Array.isArray(observation.category) ? observation.category : []
  return new Set([
    ...stated.map(codeOf).filter(Boolean),
    ...[observation.code, ...measures.map(({ concept }) => concept)].flatMap(concept =>
      codingsOf(concept).flatMap(({ system, code }) =>
        system === LOINC ? (knownMeasurement(String(code))?.kind ?? []) : [],
      ),
    ),
  ])
}

/**
 * Reads a category as people write it: `vital signs`, `labs`.
 * @param readings - all readings of the person, whose own categories count as well
 * @returns its code; undefined if it is none
 */
export function categoryOf(given: string, readings: readonly Reading[]): string | undefined {
  const wanted = phraseOf(given.slice(given.lastIndexOf('|') + 1))
  const known = Object.entries(CATEGORIES).find(([code, names]) =>
    [code, ...names].some(name => phraseOf(name) === wanted),
  )
  if (known) return known[0]
  for (const { observation } of readings)
    for (const concept of Array.isArray(observation.category) ? observation.category : [])
      if ([codeOf(concept), nameOf(concept)].some(name => phraseOf(name) === wanted)) return codeOf(concept)
  return undefined
}

export const knownCategories = (): readonly string[] => Object.keys(CATEGORIES)

/** True if a measure has a number for statistics. */
export const isNumeric = (measure: Measure): measure is Measure & { readonly number: number } =>
  measure.number !== undefined

/**
 * Determines the time of an answer: a date question of the form, the time that the person gave for the whole
 * response, or the time at which it was stored.
 */
import type { Coding, Period } from 'fhir/r5.js'
import { answered } from '../model/entry-queries.ts'
import type { FormItem } from '../model/form-tree.ts'
import type { Entry, Scope } from '../model/response-tree.ts'
import { isDateTime } from '../rules/primitives.ts'
import { compareDates } from '../values/dates.ts'
import { type Json, object, objects, text } from '../values/unchecked-json.ts'

/** The time as an Observation writes it. */
export type Effective =
  | { readonly effectiveDateTime: string }
  | { readonly effectivePeriod: Period }
  | Record<never, never>

/** The part of a time that a question asks for. */
export type TimePart = 'at' | 'start' | 'end'

/** The means by which a form marks such a question. `definition` takes precedence over `code`. */
type Means = 'definition' | 'code'
const MEANS: readonly Means[] = ['definition', 'code']

/** A date question, with the means by which the form marks it. */
export interface TimeQuestion {
  readonly means: Means
  readonly part: TimePart
}

const LOINC = 'http://loinc.org'
const SNOMED = 'http://snomed.info/sct'

/** The codes of a question for the time of a measurement beside it. */
export const TIME_CODES: readonly {
  readonly system: string
  readonly code: string
  readonly part: TimePart
}[] = [
  // "Date of event", to which the Dutch health building blocks map an effective time.
  { system: SNOMED, code: '439771001', part: 'at' },
  // "Start time" and "Stop time".
  { system: SNOMED, code: '398201009', part: 'start' },
  { system: SNOMED, code: '397898000', part: 'end' },
  // "Collection date of Specimen": in FHIR, the effective time of findings in the specimen.
  { system: LOINC, code: '33882-2', part: 'at' },
]

// `Observation.effective[x]` of FHIR or of a profile, as a choice or as the chosen type; linear.
const DEFINITION =
  /#Observation\.effective(?:\[x\]|%5[Bb]x%5[Dd])?(?::effective)?(?:DateTime|Instant|Period)?(?:\.(start|end))?$/

/** Longer URLs do not name an element. */
const LONGEST_URL = 2_000

/** True if an item asks for the time of an Observation; only a date or dateTime can. */
export function timeQuestionOf({ type, raw }: FormItem): TimeQuestion | undefined {
  if (type !== 'date' && type !== 'dateTime') return undefined
  const definition = text(raw.definition) ?? ''
  const [found, part] = (definition.length <= LONGEST_URL && DEFINITION.exec(definition)) || []
  if (found !== undefined) return { means: 'definition', part: (part as TimePart | undefined) ?? 'at' }
  for (const { system, code } of objects<Coding>(raw.code)) {
    const known = TIME_CODES.find(each => each.system === system && each.code === code)
    if (known !== undefined) return { means: 'code', part: known.part }
  }
  return undefined
}

/**
 * The times that the questions of a response give to the items beside and below them. Each scope is read
 * once.
 */
export class Times {
  readonly #questions: (item: FormItem) => TimeQuestion | undefined
  readonly #said = new Map<Scope, Partial<Record<Means, Effective>>>()

  constructor(questions: (item: FormItem) => TimeQuestion | undefined) {
    this.#questions = questions
  }

  /**
   * The time of an answer, or of a group (-1). The nearest time question with a single answer wins: below the
   * item, beside it, then further out; `definition` before `code`. Undefined if there is none.
   */
  of(entry: Entry, answer: number): Effective | undefined {
    const below = entry.inner.filter(scope => scope.answer === answer)
    for (const means of MEANS) {
      for (const scope of below) {
        const found = this.#read(scope)[means]
        if (found !== undefined) return found
      }
      for (let scope: Scope | undefined = entry.scope; scope !== undefined; scope = scope.entry?.scope) {
        const found = this.#read(scope)[means]
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  #read(scope: Scope): Partial<Record<Means, Effective>> {
    const known = this.#said.get(scope)
    if (known !== undefined) return known
    const given: Record<Means, Record<TimePart, Set<string>>> = { definition: none(), code: none() }
    for (const [item, entries] of scope.children) {
      const question = this.#questions(item)
      if (question === undefined) continue
      for (const entry of entries)
        for (const { value } of answered(entry)) {
          const literal = text(value)
          if (literal !== undefined && isDateTime(literal)) given[question.means][question.part].add(literal)
        }
    }
    const said: Partial<Record<Means, Effective>> = {}
    for (const means of MEANS) {
      const effective = effectiveOf(given[means])
      if (effective !== undefined) said[means] = effective
    }
    this.#said.set(scope, said)
    return said
  }
}

const none = (): Record<TimePart, Set<string>> => ({ at: new Set(), start: new Set(), end: new Set() })

/** Two different answers to one part are ignored, as is an end before its start (per-1). */
function effectiveOf(given: Readonly<Record<TimePart, ReadonlySet<string>>>): Effective | undefined {
  if (given.at.size > 1 || given.start.size > 1 || given.end.size > 1) return undefined
  const [[at], [start], [end]] = [given.at, given.start, given.end]
  if (at !== undefined) return { effectiveDateTime: at }
  if (start === undefined && end === undefined) return undefined
  if (start !== undefined && end !== undefined && compareDates(start, end)?.order === 1) return undefined
  return {
    effectivePeriod: { ...(start !== undefined && { start }), ...(end !== undefined && { end }) },
  }
}

/** Holds the time at which the person says that they answered; `authored` is set by the service. */
const SENT_AUTHORED = 'urn:andiron:sent-authored'

const isSentAuthored = (each: unknown) => object(each)?.['url'] === SENT_AUTHORED

/**
 * The time at which the person says that they answered; otherwise the time at which the response was stored.
 */
export const authoredOf = (response: Json): string | undefined =>
  text(objects(response['extension']).find(isSentAuthored)?.['valueDateTime']) ?? text(response['authored'])

/**
 * Sets `authored` of a new response to the service's time. An earlier time that the client sent is kept in an
 * extension; a malformed or future time is dropped. Only the service may write that extension.
 */
export function stampTimes(response: Json, now: string): Json {
  const { authored: sent, extension = [] } = response
  // Not an array: leave it for validation to refuse.
  if (!Array.isArray(extension)) return { ...response, authored: now }
  const isEarlier =
    typeof sent === 'string' && isDateTime(sent) && sent !== now && (compareDates(sent, now)?.order ?? 1) <= 0
  const kept = extension.filter(each => !isSentAuthored(each))
  const list = isEarlier ? [...kept, { url: SENT_AUTHORED, valueDateTime: sent }] : kept
  const isUntouched = list.length === extension.length && !isEarlier
  const { extension: _, ...others } = response
  return {
    ...others,
    authored: now,
    // An empty array from the client is left for validation to refuse.
    ...(isUntouched ? 'extension' in response && { extension } : list.length > 0 && { extension: list }),
  }
}

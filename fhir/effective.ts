/** The time at which an answer was so: what the form asks about it, what the person said of the whole response, or when it was stored. */
import type { Coding, Period } from 'fhir/r5.js'
import { compareDates } from './dates.ts'
import type { FormItem } from './definition.ts'
import { answered } from './places.ts'
import { isDateTime } from './rules/primitives.ts'
import { type Json, object, objects, text } from './shape.ts'
import type { Entry, Scope } from './walk.ts'

/** As an Observation has it. */
export type Effective =
  | { readonly effectiveDateTime: string }
  | { readonly effectivePeriod: Period }
  | Record<never, never>

/** The part of a time that a question asks about. */
export type TimePart = 'at' | 'start' | 'end'

/** Means by which a form marks such a question; the first one counts before the second. */
type Means = 'definition' | 'code'
const MEANS: readonly Means[] = ['definition', 'code']

/** A question about the time, with the means by which the form says so. */
export interface TimeQuestion {
  readonly means: Means
  readonly part: TimePart
}

const LOINC = 'http://loinc.org'
const SNOMED = 'http://snomed.info/sct'

/** The codes of a question about the time of what is measured beside it. */
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
  // "Collection date of Specimen": FHIR has it as the time of what is found in the specimen.
  { system: LOINC, code: '33882-2', part: 'at' },
]

// `Observation.effective[x]` of FHIR or of a profile, as a choice or as the type that was chosen; linear.
const DEFINITION =
  /#Observation\.effective(?:\[x\]|%5[Bb]x%5[Dd])?(?::effective)?(?:DateTime|Instant|Period)?(?:\.(start|end))?$/

/** Longer URLs name no element. */
const LONGEST_URL = 2_000

/** Reads whether an item asks for the time of an Observation; only a date or dateTime does. */
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

/** The times that the questions of a response give to what stands beside and below them. Each scope is read once. */
export class Times {
  readonly #questions: (item: FormItem) => TimeQuestion | undefined
  readonly #said = new Map<Scope, Partial<Record<Means, Effective>>>()

  constructor(questions: (item: FormItem) => TimeQuestion | undefined) {
    this.#questions = questions
  }

  /**
   * The time of an answer, or of a group (-1): by the nearest question that is answered once, below it, beside it, then
   * further out; `definition` before `code`. Undefined where there is none.
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
          const written = text(value)
          if (written !== undefined && isDateTime(written)) given[question.means][question.part].add(written)
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

/** Two different answers to one part say nothing, and neither does an end before its start (per-1). */
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

/** The extension that holds when the person says they answered; `authored` is the service's. */
const SENT_AUTHORED = 'urn:andiron:sent-authored'

const isSentAuthored = (each: unknown) => object(each)?.['url'] === SENT_AUTHORED

/** When the person says they answered, if they say so; else when the response was stored. */
export const authoredOf = (response: Json): string | undefined =>
  text(objects(response['extension']).find(isSentAuthored)?.['valueDateTime']) ?? text(response['authored'])

/**
 * A response that arrives now, with the service's time as `authored`. An earlier one that was sent is kept beside it; one
 * that is no date, or is still to come, is not. Nobody but the service says what was sent.
 */
export function stampTimes(response: Json, now: string): Json {
  const { authored: sent, extension = [] } = response
  // What is no list is left to be refused.
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
    // An empty list that was sent is left to be refused.
    ...(isUntouched ? 'extension' in response && { extension } : list.length > 0 && { extension: list }),
  }
}

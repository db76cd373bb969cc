/** Extracts Observations from a response, by the observation-based extraction of SDC. */
import type {
  CodeableConcept,
  Coding,
  Observation,
  ObservationComponent,
  Quantity,
  QuestionnaireResponse,
  Reference,
} from 'fhir/r5.js'
import { answered } from '../model/entry-queries.ts'
import { extension, extensions } from '../model/extensions.ts'
import { beginsExtraction } from '../model/extraction-extensions.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { readForm } from '../model/read-form.ts'
import type { Answer, Entry, Scope } from '../model/response-tree.ts'
import type { FhirVersion } from '../model/version.ts'
import { walk } from '../model/walk.ts'
import { type Json, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'
import { declaredBand } from './declared-band.ts'
import { authoredOf, type Effective, type TimeQuestion, Times, timeQuestionOf } from './effective-time.ts'

/** Options for extracting Observations. */
export interface ExtractionOptions {
  /** The version of the form and of the response. */
  readonly fhirVersion: FhirVersion
  /** The id of the response: the source of each Observation, and the base of their ids. */
  readonly responseId: string
  /** Makes an id from a name that is unique across responses. Must be deterministic. */
  readonly idOf: (name: string) => string
  /**
   * Also extract unmarked items that have a LOINC code and a measurable or coded value, and blood pressure
   * panels with them. A form opts out with `observationExtract` false.
   * @default true
   */
  readonly extractCodedItems?: boolean | undefined
}

/** The relation of an extracted item to its parent. */
type Relation = 'component' | 'member' | 'derived' | 'independent'

/** The extraction plan of an item. */
interface Plan {
  readonly code: CodeableConcept
  readonly relation: Relation
  readonly category: CodeableConcept[]
}

type Value = Omit<ObservationComponent, 'code' | 'id' | 'extension'>
type Growing = Observation & { id: string }

const LOINC = 'http://loinc.org'
const UCUM = 'http://unitsofmeasure.org'
const CATEGORIES = 'http://terminology.hl7.org/CodeSystem/observation-category'
const BLOOD_PRESSURE = '85354-9'

/** The codes of FHIR's vital signs profile, and the components of a blood pressure. */
const VITAL_SIGNS: ReadonlySet<string> = new Set([
  ...['85353-1', '9279-1', '8867-4', '2708-6', '59408-5', '8310-5', '8302-2', '9843-4', '29463-7', '39156-5'],
  ...[BLOOD_PRESSURE, '8480-6', '8462-4', '8478-0'],
])

/** The types whose LOINC-coded items are extracted without a mark. */
const MEASURED: ReadonlySet<string> = new Set(['quantity', 'decimal', 'integer', 'coding'])

/**
 * Extracts the Observations of a completed response: one per answer to an extracted item, and one for a
 * group that has components or members. `observationExtract` on the code, the item, an ancestor or the form
 * marks an item; the nearest one wins. A display item is never extracted. Ids derive from the response, the
 * place and the answer.
 * @param response - a valid response; its status is not checked
 * @param questionnaire - the form of the response
 * @param options - the version of FHIR, the id of the response and the source of ids
 * @returns the Observations, not yet stored
 */
export function observationsOf(
  questionnaire: unknown,
  response: unknown,
  options: ExtractionOptions,
): Observation[] {
  return prepareExtraction(questionnaire, options)(response, options.responseId)
}

/**
 * As `observationsOf`, for many responses to a form: reads the form and plans each item once.
 * @param questionnaire - the form of the responses
 * @param options - the version of FHIR and the source of ids
 * @returns a function that extracts the Observations of one response
 */
export function prepareExtraction(
  questionnaire: unknown,
  options: Omit<ExtractionOptions, 'responseId'>,
): (response: unknown, responseId: string) => Observation[] {
  const form = readForm(questionnaire, options.fhirVersion)
  const plans = new Map<FormItem, Plan | undefined>()
  const inherited: Prepared['inherited'] = new Map()
  const questions = new Map<FormItem, TimeQuestion>()
  for (const item of form.all) {
    const question = timeQuestionOf(item)
    if (question !== undefined) questions.set(item, question)
  }
  return (response, responseId) =>
    new Extraction(form, { plans, inherited, questions }, response, { ...options, responseId }).run()
}

/** The extensions of an item that also apply to all items below it. */
interface Inherited {
  /** The value of the nearest mark. */
  readonly mark: boolean | undefined
  /** True if a template or a definition extracts it. */
  readonly isExtractedOtherwise: boolean
  readonly category: readonly CodeableConcept[]
}

const NOTHING: Inherited = { mark: undefined, isExtractedOtherwise: false, category: [] }

/** The plan of a form, computed once. */
interface Prepared {
  readonly plans: Map<FormItem, Plan | undefined>
  /** By item; undefined for the form. */
  readonly inherited: Map<FormItem | undefined, Inherited>
  readonly questions: ReadonlyMap<FormItem, TimeQuestion>
}

class Extraction {
  readonly #found: Growing[] = []
  readonly #plans: Prepared['plans']
  readonly #known: Prepared['inherited']
  readonly #questions: Prepared['questions']
  readonly #times: Times
  readonly #form: Form
  readonly #response: Json
  /** The members that all Observations of the response share. */
  readonly #about: ReturnType<typeof aboutOf>
  /** The time of Observations for which the form has no time question. */
  readonly #authored: Effective
  readonly #options: ExtractionOptions

  constructor(
    form: Form,
    { plans, inherited, questions }: Prepared,
    response: unknown,
    options: ExtractionOptions,
  ) {
    this.#form = form
    this.#plans = plans
    this.#known = inherited
    this.#questions = questions
    this.#times = new Times(item => questions.get(item))
    this.#response = object(response) ?? {}
    this.#about = aboutOf(this.#response)
    const authored = authoredOf(this.#response)
    this.#authored = authored === undefined ? {} : { effectiveDateTime: authored }
    this.#options = options
  }

  run(): Observation[] {
    this.#scope(walk(this.#form, this.#response).root, undefined)
    // An empty group has no Observation.
    return this.#found.filter(hasContent)
  }

  #scope(scope: Scope, parent: Growing | undefined) {
    for (const entries of scope.children.values()) for (const entry of entries) this.#entry(entry, parent)
  }

  #entry(entry: Entry, parent: Growing | undefined) {
    const { item } = entry
    const plan = item && this.#plan(item)
    if (item === undefined) return
    if (item.type === 'group') {
      const here = plan && this.#observe(entry, -1, plan, {}, parent)
      for (const inner of entry.inner) this.#scope(inner, here ?? parent)
      return
    }
    for (const answer of answered(entry)) {
      const value = plan && this.#value(answer, item)
      const here = plan && value && this.#observe(entry, answer.index, plan, value, parent)
      for (const inner of entry.inner) if (inner.answer === answer.index) this.#scope(inner, here ?? parent)
    }
  }

  /**
   * Creates an Observation, or adds the value to the parent if it is a component. Returns the parent of inner
   * items.
   */
  #observe(entry: Entry, answer: number, plan: Plan, value: Value, parent: Growing | undefined): Growing {
    const { code, category } = plan
    const relation = parent === undefined ? 'independent' : plan.relation
    // The time of a panel is not one of its components.
    if (parent && relation === 'component' && entry.item && this.#questions.has(entry.item)) return parent
    // obs-7: a component with the code of its Observation would compete with the Observation's own value.
    if (
      parent &&
      relation === 'component' &&
      entry.item?.type !== 'group' &&
      !sharesCode(parent.code, code)
    ) {
      parent.component = [...(parent.component ?? []), { code, ...value }]
      return parent
    }
    const { responseId, idOf } = this.#options
    const observation: Growing = {
      resourceType: 'Observation',
      id: idOf(JSON.stringify([responseId, ...pathOf(entry), answer])),
      category,
      code,
      ...this.#about,
      ...(this.#times.of(entry, answer) ?? this.#authored),
      derivedFrom: [{ reference: `QuestionnaireResponse/${responseId}` }],
      ...value,
    }
    this.#found.push(observation)
    if (parent && relation === 'member')
      parent.hasMember = [...(parent.hasMember ?? []), { reference: `Observation/${observation.id}` }]
    if (parent && relation === 'derived' && valueIn(parent))
      observation.derivedFrom?.push({ reference: `Observation/${parent.id}` })
    return observation
  }

  #plan(item: FormItem): Plan | undefined {
    if (this.#plans.has(item)) return this.#plans.get(item)
    const coding = item.type === 'display' ? [] : this.#codes(item)
    const plan =
      coding.length === 0
        ? undefined
        : {
            code: { coding, ...(item.text && { text: item.text }) },
            relation: relationOf(item),
            category: this.#category(item),
          }
    this.#plans.set(item, plan)
    return plan
  }

  /** The codes of the item to extract: all, unless a code is marked otherwise. */
  #codes(item: FormItem): Coding[] {
    const { mark: marked, isExtractedOtherwise } = this.#inherited(item)
    // An item with a template or a definition would be extracted twice.
    const unmarked =
      this.#options.extractCodedItems !== false && marked === undefined && !isExtractedOtherwise
    return objects<Coding>(item.raw.code)
      .filter(code => {
        const coded = unmarked && code.system === LOINC && (MEASURED.has(item.type) || isPanel(item))
        return markOf(code) ?? marked ?? coded
      })
      .map(({ extension: _, ...code }) => code as Coding)
  }

  /** The extensions of the item, of those above it and of the form. */
  #inherited(item: FormItem | undefined): Inherited {
    const known = this.#known.get(item)
    if (known !== undefined) return known
    const outer = item === undefined ? NOTHING : this.#inherited(item.parent)
    const element = item === undefined ? this.#form.raw : item.raw
    const own = categoriesOf(element)
    const found = {
      mark: markOf(element) ?? outer.mark,
      isExtractedOtherwise: beginsExtraction(element) || outer.isExtractedOtherwise,
      category: own.length > 0 ? own : outer.category,
    }
    this.#known.set(item, found)
    return found
  }

  #category(item: FormItem): CodeableConcept[] {
    const { category } = this.#inherited(item)
    if (category.length > 0) return [...category]
    const isVital = loincCodes(item).some(code => VITAL_SIGNS.has(code))
    return [{ coding: [{ system: CATEGORIES, code: isVital ? 'vital-signs' : 'survey' }] }]
  }

  /** The value of an answer as an Observation writes it, with the band that the form declares for it. */
  #value(answer: Answer, item: FormItem): Value | undefined {
    const value = this.#plain(answer, item)
    const score = value?.valueInteger ?? value?.valueQuantity?.value
    const band = score === undefined ? undefined : declaredBand(item.raw, score)
    return value && band !== undefined ? { ...value, interpretation: [{ text: band }] } : value
  }

  /** Undefined for types that no Observation has. */
  #plain({ key, value }: Answer, item: FormItem): Value | undefined {
    switch (key) {
      case 'valueQuantity':
        return { valueQuantity: value as Quantity }
      case 'valueDecimal':
        return { valueQuantity: { value: value as number, ...unitOf(item) } }
      case 'valueInteger': {
        const unit = unitOf(item)
        return unit
          ? { valueQuantity: { value: value as number, ...unit } }
          : { valueInteger: value as number }
      }
      case 'valueCoding':
        return { valueCodeableConcept: { coding: [value as Coding] } }
      case 'valueString':
        // In a choice question, text is the free-text answer.
        return item.type === 'coding'
          ? { valueCodeableConcept: { text: value as string } }
          : { valueString: value as string }
      case 'valueUri':
        return { valueString: value as string }
      case 'valueBoolean':
        return { valueBoolean: value as boolean }
      case 'valueTime':
        return { valueTime: value as string }
      case 'valueDate':
      case 'valueDateTime':
        return { valueDateTime: value as string }
      case 'valueAttachment':
      case 'valueReference':
        // Only R5 has them; a stored file has a DocumentReference.
        return this.#options.fhirVersion === 'R5' ? { [key]: value } : undefined
      default:
        return undefined
    }
  }
}

/** The value of `observationExtract` on an element; a relation counts as true. */
function markOf(element: { readonly extension?: unknown }): boolean | undefined {
  const mark = extension(element, FURTHER.observationExtract)
  if (mark === undefined) return undefined
  return typeof mark.valueBoolean === 'boolean' ? mark.valueBoolean : text(mark.valueCode) !== undefined
}

function relationOf(item: FormItem): Relation {
  const said = text(extension(item.raw, FURTHER.observationExtract)?.valueCode)
  if (said === 'component' || said === 'member' || said === 'derived' || said === 'independent') return said
  return item.parent && isPanel(item.parent) ? 'component' : 'independent'
}

/** True if its items are the components of one blood pressure, marked or not. */
const isPanel = (item: FormItem) => item.type === 'group' && loincCodes(item).includes(BLOOD_PRESSURE)

const loincCodes = ({ raw }: FormItem) =>
  objects<Coding>(raw.code).flatMap(({ system, code }) => (system === LOINC ? (text(code) ?? []) : []))

const categoriesOf = (element: { readonly extension?: unknown }) =>
  extensions(element, FURTHER.observationExtractCategory).flatMap(({ valueCodeableConcept }) => {
    const category = object<CodeableConcept>(valueCodeableConcept)
    return category ? [category as CodeableConcept] : []
  })

/** The unit that the form gives a number, as in a quantity. */
export function unitOf({ raw }: FormItem): Quantity | undefined {
  const coding = object<Coding>(extension(raw, 'unit')?.valueCoding)
  const code = text(coding?.code)
  if (coding === undefined || code === undefined) return undefined
  return { unit: text(coding.display) ?? code, system: text(coding.system) ?? UCUM, code }
}

/** The path of an item from the top: linkId, repetition, and the answer above it. */
function pathOf({ item, earlier, scope }: Entry): readonly (string | number)[] {
  const here = [item?.linkId ?? '', earlier]
  return scope.entry === undefined ? here : [...pathOf(scope.entry), scope.answer, ...here]
}

const sharesCode = (one: CodeableConcept, other: CodeableConcept) =>
  other.coding?.some(({ system, code }) =>
    one.coding?.some(coding => coding.system === system && coding.code === code),
  ) === true

const valueIn = (observation: Observation) => Object.keys(observation).some(name => name.startsWith('value'))

const hasContent = (observation: Observation) =>
  valueIn(observation) || observation.component !== undefined || observation.hasMember !== undefined

const COPIED = ['subject', 'encounter', 'basedOn', 'partOf'] as const

/** Subject, time and author, from the response. */
function aboutOf(response: Json) {
  const { status, author, authored } = response as Unchecked<QuestionnaireResponse>
  const copied = COPIED.flatMap(name => (response[name] === undefined ? [] : [[name, response[name]]]))
  return {
    status: status === 'amended' ? ('amended' as const) : ('final' as const),
    ...(Object.fromEntries(copied) as Pick<Observation, (typeof COPIED)[number]>),
    // `issued` is an instant: a date alone is not one.
    ...(typeof authored === 'string' && authored.includes('T') && { issued: authored }),
    ...(author !== undefined && { performer: [author as Reference] }),
  }
}

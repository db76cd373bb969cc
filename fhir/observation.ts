/** The Observations that a response holds, by the observation-based extraction of SDC. */
import type {
  CodeableConcept,
  Coding,
  Observation,
  ObservationComponent,
  Quantity,
  QuestionnaireResponse,
  Reference,
} from 'fhir/r5.js'
import { type Form, type FormItem, readForm } from './definition.ts'
import { authoredOf, type Effective, type TimeQuestion, Times, timeQuestionOf } from './effective.ts'
import { extension, extensions } from './extensions.ts'
import { answered } from './places.ts'
import { type Json, object, objects, text, type Unchecked } from './shape.ts'
import type { FhirVersion } from './version.ts'
import { type Answer, type Entry, type Scope, walk } from './walk.ts'

/** How Observations are taken out of responses. */
export interface ExtractionOptions {
  readonly fhirVersion: FhirVersion
  /** The id of the response: what each Observation is derived from, and what their ids follow from. */
  readonly responseId: string
  /** Makes an id from a name that is unique in all responses; the same name must give the same id. */
  readonly idOf: (name: string) => string
  /**
   * Whether items that the form does not mark are extracted when they have a LOINC code and a value that can be
   * measured or chosen, and blood pressure panels with them. A form says no with `observationExtract` false.
   * @default true
   */
  readonly extractCodedItems?: boolean | undefined
}

/** How an extracted item stands to the one it stands in. */
type Relation = 'component' | 'member' | 'derived' | 'independent'

/** What becomes of an item of the form. */
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

/** What the vital signs profile of FHIR covers, and the parts of a blood pressure. */
const VITAL_SIGNS: ReadonlySet<string> = new Set([
  ...['85353-1', '9279-1', '8867-4', '2708-6', '59408-5', '8310-5', '8302-2', '9843-4', '29463-7', '39156-5'],
  ...[BLOOD_PRESSURE, '8480-6', '8462-4', '8478-0'],
])

/** The types whose LOINC-coded items are extracted without being marked. */
const MEASURED: ReadonlySet<string> = new Set(['quantity', 'decimal', 'integer', 'coding'])

/**
 * Takes the Observations out of a completed response: one for each answer to an item that is to be extracted, and one
 * for a group that has components or members. Marked by `observationExtract` on the code, the item, an item above it or
 * the form, the nearest one winning; a display never is. The ids follow from the response, the place and the answer.
 */
export function observationsOf(
  questionnaire: unknown,
  response: unknown,
  options: ExtractionOptions,
): Observation[] {
  return prepareExtraction(questionnaire, options)(response, options.responseId)
}

/** As `observationsOf`, of many responses to a form: the form is read once, and what becomes of each item found out once. */
export function prepareExtraction(
  questionnaire: unknown,
  options: Omit<ExtractionOptions, 'responseId'>,
): (response: unknown, responseId: string) => Observation[] {
  const form = readForm(questionnaire, options.fhirVersion)
  const plans = new Map<FormItem, Plan | undefined>()
  const questions = new Map<FormItem, TimeQuestion>()
  for (const item of form.all) {
    const question = timeQuestionOf(item)
    if (question !== undefined) questions.set(item, question)
  }
  return (response, responseId) =>
    new Extraction(form, { plans, questions }, response, { ...options, responseId }).run()
}

/** What is found out of a form once. */
interface Prepared {
  readonly plans: Map<FormItem, Plan | undefined>
  readonly questions: ReadonlyMap<FormItem, TimeQuestion>
}

class Extraction {
  readonly #found: Growing[] = []
  readonly #plans: Prepared['plans']
  readonly #questions: Prepared['questions']
  readonly #times: Times
  readonly #form: Form
  readonly #response: Json
  /** What all Observations of the response have in common. */
  readonly #about: ReturnType<typeof aboutOf>
  /** The time of what the form asks no time about. */
  readonly #authored: Effective
  readonly #options: ExtractionOptions

  constructor(form: Form, { plans, questions }: Prepared, response: unknown, options: ExtractionOptions) {
    this.#form = form
    this.#plans = plans
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
    // A group that nothing stands in says nothing.
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

  /** Makes an Observation, or puts the value into the one it is a component of, which is then what inner items stand in. */
  #observe(entry: Entry, answer: number, plan: Plan, value: Value, parent: Growing | undefined): Growing {
    const { code, category } = plan
    const relation = parent === undefined ? 'independent' : plan.relation
    // The time of a panel is no component of it.
    if (parent && relation === 'component' && entry.item && this.#questions.has(entry.item)) return parent
    // obs-7: the value of a component with the code of the Observation would stand beside it.
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

  /** The codes of the item that are to be extracted: all of them, unless one says otherwise of itself. */
  #codes(item: FormItem): Coding[] {
    const marked = this.#marked(item)
    const unmarked = this.#options.extractCodedItems !== false && marked === undefined
    return objects<Coding>(item.raw.code)
      .filter(code => {
        const coded = unmarked && code.system === LOINC && (MEASURED.has(item.type) || isPanel(item))
        return markOf(code) ?? marked ?? coded
      })
      .map(({ extension: _, ...code }) => code as Coding)
  }

  /** What the nearest mark says: on the item, on one above it, or on the form. */
  #marked(item: FormItem): boolean | undefined {
    for (let at: FormItem | undefined = item; at; at = at.parent) {
      const mark = markOf(at.raw)
      if (mark !== undefined) return mark
    }
    return markOf(this.#form.raw)
  }

  #category(item: FormItem): CodeableConcept[] {
    for (let at: FormItem | undefined = item; at; at = at.parent) {
      const own = categoriesOf(at.raw)
      if (own.length > 0) return own
    }
    const own = categoriesOf(this.#form.raw)
    if (own.length > 0) return own
    const isVital = loincCodes(item).some(code => VITAL_SIGNS.has(code))
    return [{ coding: [{ system: CATEGORIES, code: isVital ? 'vital-signs' : 'survey' }] }]
  }

  /** The value of an answer as an Observation has it; undefined when it has no such type. */
  #value({ key, value }: Answer, item: FormItem): Value | undefined {
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
        // Among options it is what a person wrote in their place.
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
        // Only R5 has them; a stored file has its DocumentReference beside.
        return this.#options.fhirVersion === 'R5' ? { [key]: value } : undefined
      default:
        return undefined
    }
  }
}

/** What `observationExtract` on an element says; a relation is a yes. */
function markOf(element: { readonly extension?: unknown }): boolean | undefined {
  const mark = extension(element, 'observationExtract')
  if (mark === undefined) return undefined
  return typeof mark.valueBoolean === 'boolean' ? mark.valueBoolean : text(mark.valueCode) !== undefined
}

function relationOf(item: FormItem): Relation {
  const said = text(extension(item.raw, 'observationExtract')?.valueCode)
  if (said === 'component' || said === 'member' || said === 'derived' || said === 'independent') return said
  return item.parent && isPanel(item.parent) ? 'component' : 'independent'
}

/** Whether its items are the components of one blood pressure, whoever marked it or not. */
const isPanel = (item: FormItem) => item.type === 'group' && loincCodes(item).includes(BLOOD_PRESSURE)

const loincCodes = ({ raw }: FormItem) =>
  objects<Coding>(raw.code).flatMap(({ system, code }) => (system === LOINC ? (text(code) ?? []) : []))

const categoriesOf = (element: { readonly extension?: unknown }) =>
  extensions(element, 'observationExtractCategory').flatMap(({ valueCodeableConcept }) => {
    const category = object<CodeableConcept>(valueCodeableConcept)
    return category ? [category as CodeableConcept] : []
  })

/** The unit that the form gives a number, as a quantity has it. */
function unitOf({ raw }: FormItem): Quantity | undefined {
  const coding = object<Coding>(extension(raw, 'unit')?.valueCoding)
  const code = text(coding?.code)
  if (coding === undefined || code === undefined) return undefined
  return { unit: text(coding.display) ?? code, system: text(coding.system) ?? UCUM, code }
}

/** Where an item stands: linkId and which of its repetitions, then the answer it stands below, from the top. */
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

/** The person it is about, when it was said and by whom, as the response has it. */
function aboutOf(response: Json) {
  const { status, author, authored } = response as Unchecked<QuestionnaireResponse>
  const copied = COPIED.flatMap(name => (response[name] === undefined ? [] : [[name, response[name]]]))
  return {
    status: status === 'amended' ? ('amended' as const) : ('final' as const),
    ...(Object.fromEntries(copied) as Pick<Observation, (typeof COPIED)[number]>),
    // An instant: a day alone is none.
    ...(typeof authored === 'string' && authored.includes('T') && { issued: authored }),
    ...(author !== undefined && { performer: [author as Reference] }),
  }
}

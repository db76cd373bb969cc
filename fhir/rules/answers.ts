/** Rules for single answers: the type of the question, and its permitted values. */
import type { Meta, Reference, Resource } from 'fhir/r5.js'
import { extensionValues, type FormItem, type ItemType } from '../definition.ts'
import type { Engines } from '../engines.ts'
import { FURTHER } from '../further-extensions.ts'
import { optionFinder } from '../option-index.ts'
import type { AnswerRule, Findings } from '../rule.ts'
import { choice, isObject, object, objects, text } from '../shape.ts'
import { indexValues } from '../value-index.ts'
import { Values } from '../values.ts'
import { everywhere } from '../version.ts'
import type { Answer } from '../walk.ts'

/** The expected answer, by item type. */
const EXPECTED: Readonly<Record<ItemType, string>> = {
  group: 'nothing',
  display: 'nothing',
  boolean: 'yes or no',
  decimal: 'a number',
  integer: 'a whole number',
  date: 'a date',
  dateTime: 'a date and time',
  time: 'a time of day',
  string: 'text',
  text: 'text',
  url: 'a web address',
  coding: 'one of the options',
  attachment: 'a file',
  reference: 'a reference to a record',
  quantity: 'a number with a unit',
  unknown: 'nothing',
}

/** The JSON type of each answer value. */
const HAS_JSON_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  valueBoolean: value => typeof value === 'boolean',
  valueDecimal: value => typeof value === 'number',
  valueInteger: value => Number.isInteger(value),
  valueCoding: isObject,
  valueQuantity: isObject,
  valueReference: isObject,
  valueAttachment: isObject,
}
const NO_ENGINES: Engines = {}
const isString = (value: unknown) => typeof value === 'string'

/** True if an answer has the type of its question, in the JSON type of its value. */
const hasType = (item: FormItem, { key, value }: Answer) =>
  key !== undefined && item.valueKeys.includes(key) && (HAS_JSON_TYPE[key] ?? isString)(value)

/** A free-text answer to a question without free text: QR-AC reports it, not the type rule. */
const isFreeText = (item: FormItem, answer: Answer) =>
  answer.key === 'valueString' &&
  item.type === 'coding' &&
  !item.valueKeys.includes('valueString') &&
  typeof answer.value === 'string'

/** QR-GROUP-ANSWER and QR-DISPLAY report answers to a group or display. */
const rightType = (answer: Answer): Findings => {
  const { item } = answer.entry
  if (item === undefined || answer.key === undefined) return
  if (hasType(item, answer) || isFreeText(item, answer)) return
  return { text: `Answer ${item.name} with ${EXPECTED[item.type]}.`, at: '.value' }
}

export const answerRules: readonly AnswerRule[] = [
  {
    id: 'QR-TYPE',
    looksAt: 'answer',
    text: 'An answer has the type that the question asks for.',
    source:
      'QuestionnaireResponse.item.answer.value[x]; before R5 a choice may also be answered with the type of its options.',
    code: 'value',
    severity: everywhere('error'),
    on: item => (item.valueKeys.length > 0 ? rightType : undefined),
  },
  {
    id: 'QR-OPT',
    looksAt: 'answer',
    text: 'An answer is one of the options: a Coding by system and code, a Reference by where it points, others by value.',
    source: 'Questionnaire.item.answerOption. The Java validator compares a Quantity as a decimal.',
    code: 'code-invalid',
    severity: everywhere('error'),
    on(item) {
      if (item.options.length === 0 || item.constraint === 'optionsOrType' || item.type === 'quantity') return
      const optionOf = optionFinder(item.options)
      return answer => {
        if (answer.key === undefined || !hasType(item, answer)) return
        if (answer.key === 'valueString' && item.constraint === 'optionsOrString') return
        if (optionOf(answer) !== undefined) return
        return { text: `Choose one of the options for ${item.name}.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-AC',
    looksAt: 'answer',
    text: 'Free text is given only where the form takes it, and not instead of an option of that name.',
    source:
      'R5 answerConstraint, open-choice before. The Java validator refuses optionsOrString beside other types than coding.',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      if (item.type !== 'coding') return
      const labels = new Set(item.options.map(option => option.label))
      const optionOf = optionFinder(item.options)
      return answer => {
        if (isFreeText(item, answer)) {
          return { text: `Choose one of the options for ${item.name}; it takes no other text.`, at: '.value' }
        }
        if (answer.key !== 'valueString' || typeof answer.value !== 'string' || !labels.has(answer.value))
          return
        if (optionOf(answer) !== undefined) return
        return {
          text: `Choose the option '${answer.value}' of ${item.name} instead of writing it.`,
          at: '.value',
          severity: 'warning',
        }
      }
    },
  },
  {
    id: 'QR-REF',
    looksAt: 'answer',
    text: 'A reference points to a record of a type that the question takes.',
    source: "Extension questionnaire-referenceResource. The Java validator cannot handle '#' references.",
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const types = new Set(extensionValues(item, 'referenceResource').filter(isString))
      if (item.type !== 'reference' || types.size === 0) return
      const wanted = [...types].join(' or a ')
      return (answer, walk) => {
        const type = referencedType(object<Reference>(answer.value), walk.raw.contained)
        if (type === undefined || types.has(type)) return
        return {
          text: `Refer to a ${wanted} for ${item.name}, not to a ${type}.`,
          at: '.value',
        }
      }
    },
  },
  {
    id: 'QR-REF-PROFILE',
    looksAt: 'answer',
    text: 'A reference points to a record of a profile that the question takes.',
    source:
      'Extension questionnaire-referenceProfile: the type for the profiles of FHIR itself, meta.profile of a contained record for others; a warning for a record elsewhere, which is not read.',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const profiles = extensionValues(item, FURTHER.referenceProfile).flatMap(each => {
        const [canonical] = (text(each) ?? '').split('|')
        return canonical === undefined || canonical === '' ? [] : [canonical]
      })
      if (item.type !== 'reference' || profiles.length === 0) return
      const base = new Set(profiles.flatMap(profile => BASE_PROFILE.exec(profile)?.[1] ?? []))
      const wanted = profiles.join(' or ')
      return (answer, walk) => {
        const reference = object<Reference>(answer.value)
        const type = referencedType(reference, walk.raw.contained)
        if (reference === undefined || (type !== undefined && base.has(type))) return
        const target = text(reference.reference)
        const inside =
          target?.startsWith('#') === true ? containedBy(walk.raw.contained, target.slice(1)) : undefined
        const claimed = object<Meta>(inside?.meta)?.profile
        const claims = (Array.isArray(claimed) ? claimed : []).map(each => text(each)?.split('|')[0])
        if (profiles.some(profile => claims.includes(profile))) return
        if (inside === undefined && (base.size < profiles.length || type === undefined)) {
          return {
            text: `Check that the record for ${item.name} follows ${wanted}: it is not read here.`,
            at: '.value',
            severity: 'warning',
          }
        }
        return { text: `Refer to a record of the profile ${wanted} for ${item.name}.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-READONLY',
    looksAt: 'answer',
    text: 'A read-only question keeps the value that the form gives.',
    source: 'Questionnaire.item.readOnly with an initial value.',
    code: 'business-rule',
    severity: everywhere('warning'),
    on(item) {
      const given = [
        ...objects(item.raw.initial).map(initial => choice(initial, 'value')),
        ...item.options.filter(option => option.selected),
      ]
      if (item.raw.readOnly !== true || given.length === 0) return
      const kept = new Values(
        given.filter(value => value !== undefined),
        indexValues,
      )
      return (answer, { steps }) => {
        const type = answer.key?.slice(5)
        if (type === undefined) return
        if (kept.equals({ type, value: answer.value }, NO_ENGINES, steps) !== false) return
        return { text: `Leave ${item.name} as the form gives it.`, at: '.value' }
      }
    },
  },
]

/** The profile that every resource of a type follows. */
const BASE_PROFILE = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/([A-Z][A-Za-z]{1,63})$/

const containedBy = (contained: unknown, id: string) =>
  objects<Resource>(contained).find(resource => resource.id === id)

const byId = new WeakMap<object, ReadonlyMap<unknown, string | undefined>>()

/** The types of contained resources by id; the first one wins. Read once for all answers. */
function typesById(contained: unknown): ReadonlyMap<unknown, string | undefined> {
  const resources = objects<Resource>(contained)
  const known = byId.get(resources)
  if (known !== undefined) return known
  const types = new Map<unknown, string | undefined>()
  for (const { id, resourceType } of resources) if (!types.has(id)) types.set(id, text(resourceType))
  byId.set(resources, types)
  return types
}

/** The target type of a reference, if the reference shows it. */
function referencedType(
  reference: ReturnType<typeof object<Reference>>,
  contained: unknown,
): string | undefined {
  const type = text(reference?.type)
  if (type !== undefined) return type
  const target = text(reference?.reference)
  if (target === undefined) return undefined
  if (target.startsWith('#')) {
    return typesById(contained).get(target.slice(1))
  }
  const parts = target.split('/')
  const history = parts.lastIndexOf('_history')
  const named = parts.at(history > 0 ? history - 2 : -2)
  return named !== undefined && /^[A-Z][A-Za-z]+$/.test(named) ? named : undefined
}

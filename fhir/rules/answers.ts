/** Rules for single answers: the type of the question, and its permitted values. */
import type { Meta, Reference, Resource } from 'fhir/r5.js'
import type { Engines, FormItem } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Findings } from '../model/issue.ts'
import { optionFinder } from '../model/option-index.ts'
import { extensionValues } from '../model/read-form.ts'
import type { Answer } from '../model/response-tree.ts'
import type { AnswerRule, Bare } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { Values } from '../values/answer-values.ts'
import { choice, isObject, object, objects, text } from '../values/unchecked-json.ts'
import { indexValues } from '../values/value-index.ts'

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
  return { ...say.typeOf({ question: item.name, type: item.type }), at: '.value' }
}

export const answerRules: readonly Bare<AnswerRule>[] = [
  {
    id: 'QR-TYPE',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on: item => (item.valueKeys.length > 0 ? rightType : undefined),
  },
  {
    id: 'QR-OPT',
    looksAt: 'answer',
    code: 'code-invalid',
    severity: everywhere('error'),
    on(item) {
      if (item.options.length === 0 || item.constraint === 'optionsOrType' || item.type === 'quantity') return
      const optionOf = optionFinder(item.options)
      return answer => {
        if (answer.key === undefined || !hasType(item, answer)) return
        if (answer.key === 'valueString' && item.constraint === 'optionsOrString') return
        if (optionOf(answer) !== undefined) return
        return { ...say.chooseOption({ question: item.name }), at: '.value' }
      }
    },
  },
  {
    id: 'QR-AC',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      if (item.type !== 'coding') return
      const labels = new Set(item.options.map(option => option.label))
      const optionOf = optionFinder(item.options)
      return answer => {
        if (isFreeText(item, answer)) {
          return { ...say.noOtherText({ question: item.name }), at: '.value' }
        }
        if (answer.key !== 'valueString' || typeof answer.value !== 'string' || !labels.has(answer.value))
          return
        if (optionOf(answer) !== undefined) return
        return {
          ...say.chooseInstead({ option: answer.value, question: item.name }),
          at: '.value',
          severity: 'warning',
        }
      }
    },
  },
  {
    id: 'QR-REF',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const types = new Set(extensionValues(item, 'referenceResource').filter(isString))
      if (item.type !== 'reference' || types.size === 0) return
      return (answer, walk) => {
        const type = referencedType(object<Reference>(answer.value), walk.raw.contained)
        if (type === undefined || types.has(type)) return
        return {
          ...say.referTo({ types: [...types], question: item.name, type }),
          at: '.value',
        }
      }
    },
  },
  {
    id: 'QR-REF-PROFILE',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const profiles = extensionValues(item, FURTHER.referenceProfile).flatMap(each => {
        const [canonical] = (text(each) ?? '').split('|')
        return canonical === undefined || canonical === '' ? [] : [canonical]
      })
      if (item.type !== 'reference' || profiles.length === 0) return
      const base = new Set(profiles.flatMap(profile => BASE_PROFILE.exec(profile)?.[1] ?? []))
      const said = { profiles, question: item.name }
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
          return { ...say.profileUnread(said), at: '.value', severity: 'warning' }
        }
        return { ...say.profile(said), at: '.value' }
      }
    },
  },
  {
    id: 'QR-READONLY',
    looksAt: 'answer',
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
        return { ...say.keepGiven({ question: item.name }), at: '.value' }
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

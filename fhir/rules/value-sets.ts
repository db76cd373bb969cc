/** Rules for answers and units from value sets that are contained in the form or registered. */
import type { Coding, Quantity } from 'fhir/r5.js'
import { extension } from '../model/extensions.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import type { Finding } from '../model/issue.ts'
import { extensionValue } from '../model/read-form.ts'
import type { AnswerRule, FormItemRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { findResource } from '../terminology/canonicals.ts'
import { costOf, type Holds, openValueSet } from '../terminology/value-sets.ts'
import { get, object, text, type Unchecked } from '../values/unchecked-json.ts'

const opened = new WeakMap<readonly FormItem[], Map<string, Holds | undefined>>()

/** Opens a value set once for all items of a form. */
function open(canonical: string, { all, raw, engines }: Form): Holds | undefined {
  const known = opened.get(all) ?? new Map<string, Holds | undefined>()
  opened.set(all, known)
  if (!known.has(canonical)) known.set(canonical, openValueSet(canonical, raw.contained, engines.valueSets))
  return known.get(canonical)
}

/** The value set of the answers; options take precedence over it. */
const answerSet = (item: FormItem) =>
  item.options.length === 0 && item.constraint !== 'optionsOrType' ? item.valueSet : undefined

const unitSet = (item: FormItem) =>
  item.type === 'quantity' ? text(extensionValue(item, 'unitValueSet')) : undefined

/** The code of an answer: a Coding, or the code as text. */
const codeOf = (item: FormItem, key: string | undefined, value: unknown): Unchecked<Coding> | undefined => {
  if (key === 'valueCoding') return object<Coding>(value)
  return key === 'valueString' && item.type === 'string' ? { code: value } : undefined
}

export const valueSetRules: readonly (AnswerRule | FormItemRule)[] = [
  {
    id: 'Q-VS',
    looksAt: 'questionnaire item',
    text: 'A value set that a question names is contained in the form or registered.',
    source:
      "Questionnaire.item.answerValueSet, extension unitValueSet: a '#' that leads nowhere is an error.",
    code: 'not-found',
    severity: everywhere('warning'),
    check(item, form) {
      const named = [item.valueSet, unitSet(item)].filter(canonical => canonical !== undefined)
      return named.flatMap((canonical): Finding[] => {
        const found = findResource(canonical, form.raw.contained, form.engines.valueSets)
        if (found !== undefined && get(found, 'resourceType') === 'ValueSet') return []
        if (canonical.startsWith('#')) {
          return [
            {
              text: `Contain the value set '${canonical}' that ${item.name} names.`,
              severity: 'error',
            },
          ]
        }
        return [
          `Register or contain the value set '${canonical}': without it the answers to ${item.name} are not checked.`,
        ]
      })
    },
  },
  {
    id: 'QR-VS',
    looksAt: 'answer',
    text: 'A code that is answered is in the value set of its question.',
    source:
      'Questionnaire.item.answerValueSet: compose or expansion, nested, with contained and registered code systems.',
    code: 'code-invalid',
    severity: everywhere('error'),
    on(item, form) {
      const canonical = answerSet(item)
      const holds = canonical === undefined ? undefined : open(canonical, form)
      if (holds === undefined) return
      const cost = costOf(holds)
      return ({ key, value }, { steps }) => {
        if (key === 'valueString' && item.constraint === 'optionsOrString') return
        const coding = codeOf(item, key, value)
        if (coding === undefined) return
        steps.spend(cost)
        if (holds(coding) !== false) return
        return { ...say.chooseOption({ question: item.name }), at: '.value' }
      }
    },
  },
  {
    id: 'QR-VS-UNRESOLVED',
    looksAt: 'answer',
    text: 'The value set of a question is known here, in full.',
    source: 'Questionnaire.item.answerValueSet: what takes a terminology server is told, never guessed.',
    code: 'not-supported',
    severity: everywhere('warning'),
    on(item, form) {
      const canonical = answerSet(item)
      if (canonical === undefined) return
      const holds = open(canonical, form)
      const cost = holds === undefined ? 0 : costOf(holds)
      return ({ key, value }, { steps }) => {
        const coding = codeOf(item, key, value)
        steps.spend(cost)
        if (coding === undefined || (holds !== undefined && holds(coding) !== undefined)) return
        return {
          ...say.listUnknown({ question: item.name }),
          at: '.value',
        }
      }
    },
  },
  {
    id: 'QR-UNIT-VS',
    looksAt: 'answer',
    text: 'The unit of a quantity is in the value set of its question.',
    source: 'Extension unitValueSet, by system and code; unitOption and unitOpen: see QR-UNIT.',
    code: 'code-invalid',
    severity: everywhere('error'),
    on(item, form) {
      const canonical = unitSet(item)
      if (canonical === undefined || extension(item.raw, 'unitOption') !== undefined) return
      if (extension(item.raw, 'unitOpen') !== undefined) return
      const holds = open(canonical, form)
      const cost = holds === undefined ? 0 : costOf(holds)
      return ({ key, value }, { steps }) => {
        const quantity = key === 'valueQuantity' ? object<Quantity>(value) : undefined
        if (quantity === undefined) return
        steps.spend(cost)
        const held = holds?.({ system: quantity.system, code: quantity.code })
        if (held === true) return
        if (held === false) return { ...say.ownUnits({ question: item.name }), at: '.value' }
        return {
          ...say.unitsUnknown({ question: item.name }),
          at: '.value',
          severity: 'warning',
        }
      }
    },
  },
]

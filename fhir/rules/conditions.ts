/** Rules for conditions: the target exists, precedes the item, and can give the expected answer. */
import type { Condition, FormItem } from '../model/form-tree.ts'
import { circlesOf } from '../model/graph-circles.ts'
import type { Finding, Findings } from '../model/issue.ts'
import type { FormItemRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'

const ORDERED: ReadonlySet<string> = new Set(['>', '<', '>=', '<='])
const UNORDERED_TYPES: ReadonlySet<string> = new Set(['boolean', 'coding', 'reference', 'attachment'])

/** Runs a check for each condition, at the place of the condition. */
const eachCondition =
  (check: (condition: Condition, item: FormItem) => string | undefined, property = '') =>
  (item: FormItem): Findings => {
    if (item.conditions.length === 0) return undefined
    return item.conditions.flatMap((condition, index): Finding[] => {
      const text = check(condition, item)
      return text === undefined ? [] : [{ text, at: `.enableWhen[${index}]${property}` }]
    })
  }

const isBelow = (item: FormItem, above: FormItem) => {
  for (let parent = item.parent; parent !== undefined; parent = parent.parent)
    if (parent === above) return true
  return false
}

export const conditionRules: readonly FormItemRule[] = [
  {
    id: 'Q-EW-TARGET',
    looksAt: 'questionnaire item',
    text: 'A condition asks about an item of this form.',
    source: 'Questionnaire.item.enableWhen.question.',
    code: 'not-found',
    severity: everywhere('error'),
    check: eachCondition(({ question, target }) => {
      if (target !== undefined || question === undefined) return
      return `Point the condition at an item of this form: there is none with linkId '${question}'.`
    }, '.question'),
  },
  {
    id: 'Q-EW-SELF',
    looksAt: 'questionnaire item',
    text: 'A condition does not ask about its own item.',
    source: 'Questionnaire.item.enableWhen: such an item could never be reached.',
    code: 'business-rule',
    severity: everywhere('error'),
    check: eachCondition(({ target }, item) => {
      if (target !== item) return
      return `Let the condition of ${item.name} ask about another item: it asks about itself.`
    }, '.question'),
  },
  {
    id: 'Q-EW-INNER',
    looksAt: 'questionnaire item',
    text: 'A condition does not ask about an item inside of its own.',
    source: 'Questionnaire.item.enableWhen: a disabled item disables everything below it.',
    code: 'business-rule',
    severity: everywhere('error'),
    check: eachCondition(({ target }, item) => {
      if (target === undefined || !isBelow(target, item)) return
      return `Let the condition of ${item.name} ask about an item outside of it: ${target.name} is disabled together with it.`
    }, '.question'),
  },
  {
    id: 'Q-EW-AFTER',
    looksAt: 'questionnaire item',
    text: 'A condition asks about an item that comes before its own.',
    source: 'Reading order; the specification allows it.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check: eachCondition(({ target }, item) => {
      if (target === undefined || target.position <= item.position || isBelow(target, item)) return
      return `Move ${target.name} before ${item.name}: the condition asks about what comes later.`
    }, '.question'),
  },
  {
    id: 'Q-EW-TYPE',
    looksAt: 'questionnaire item',
    text: 'A condition compares with an answer that its question can have, by an operator that fits.',
    source:
      'Questionnaire.item.enableWhen.answer[x]. The Java validator refuses the response instead of the form.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check: eachCondition(({ target, operator, answer }) => {
      if (target === undefined || answer === undefined) return
      if (target.type === 'group' || target.type === 'display') {
        return `Let the condition ask about a question: ${target.name} is never answered.`
      }
      if (operator === 'exists') return
      if (operator !== undefined && ORDERED.has(operator) && UNORDERED_TYPES.has(target.type)) {
        return `Use '=' or '!=' in this condition: answers to ${target.name} have no order.`
      }
      if (comparable(answer.type, target)) return
      return `Compare ${target.name} with an answer of its own type: it can never be answered with answer${answer.type}.`
    }),
  },
  {
    id: 'Q-EW-CYCLE',
    looksAt: 'questionnaire item',
    text: 'No condition leads back to its own item.',
    source: 'Own rule: items that wait for each other are never enabled.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check(item, form) {
      if (item.conditions.length === 0 || !cyclesOf(form.all).has(item)) return
      return `Break the circle of conditions that leads from ${item.name} back to itself.`
    },
  },
]

/** True if an answer of the condition's type can be compared with the target's. */
function comparable(type: string, target: FormItem): boolean {
  const kind = COMPARABLE[type] ?? type
  return target.valueKeys.some(key => (COMPARABLE[key.slice(5)] ?? key.slice(5)) === kind)
}

const COMPARABLE: Readonly<Record<string, string>> = {
  Integer: 'Decimal',
  DateTime: 'Date',
  Uri: 'String',
  Url: 'String',
}

const cycles = new WeakMap<readonly FormItem[], ReadonlyMap<FormItem, number>>()

/** The items on a circle of conditions of two or more items, found once per form. */
function cyclesOf(all: readonly FormItem[]): ReadonlyMap<FormItem, number> {
  const known = cycles.get(all)
  if (known !== undefined) return known
  const found = circlesOf(
    all.filter(({ conditions }) => conditions.length > 0),
    ({ conditions }) => conditions.flatMap(({ target }) => target ?? []),
  )
  cycles.set(all, found)
  return found
}

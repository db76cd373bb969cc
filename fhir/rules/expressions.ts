/** Rules for the expressions of a form: that they can be evaluated, and their verdict on a response. */
import { computedOf, optionOf } from '../expressions/computed.ts'
import {
  compileExpression,
  DEEPEST_EXPRESSION,
  expressionFault,
  LONGEST_EXPRESSION,
  LONGEST_EXPRESSIONS,
} from '../expressions/expression-run.ts'
import { enablement } from '../model/enable-when.ts'
import { answered, entryExpression } from '../model/entry-queries.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import {
  allExpressions,
  type Constraint,
  type ExpressionSource,
  expressionsOf,
} from '../model/expressions.ts'
import type { Form, FormItem, Option } from '../model/form-tree.ts'
import type { Finding } from '../model/issue.ts'
import { optionFinder } from '../model/option-index.ts'
import type { Walk } from '../model/response-tree.ts'
import type { EntryRule, FormRule, OccurrenceRule, ResponseRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { isObject } from '../values/unchecked-json.ts'

const ROOT = 'QuestionnaireResponse'

/** Evaluates a constraint; reports a violation, or that it cannot be evaluated. */
function findingOf(
  constraint: Constraint,
  run: () => readonly unknown[],
): Exclude<Finding, string> | undefined {
  const { key, human, isWarning } = constraint
  try {
    const result = run()
    if (result.length === 1 && result[0] === true) return undefined
  } catch {
    return { ...say.constraintUnknown({ key: String(key) }), severity: 'warning' }
  }
  return {
    ...(human === undefined ? say.condition({ key: String(key) }) : { text: human }),
    severity: isWarning ? 'warning' : 'error',
  }
}

function constraintsOf(walk: Walk): Finding[] {
  const { expressions, form } = walk
  if (expressions === undefined) return []
  const found: Finding[] = []
  for (const constraint of expressionsOf(form).get(undefined)?.constraints ?? []) {
    const finding = findingOf(constraint, () => expressions.onResponse(constraint.expression))
    if (finding !== undefined) found.push(finding)
  }
  for (const entry of walk.entries) {
    const { item, scope } = entry
    if (item === undefined) continue
    for (const constraint of expressionsOf(form).get(item)?.constraints ?? []) {
      const finding = findingOf(constraint, () =>
        expressions.onItem(constraint.expression, item, scope, entry),
      )
      if (finding !== undefined) found.push({ ...finding, at: entryExpression(entry).slice(ROOT.length) })
    }
  }
  return found
}

/** The result of an expression as an option: a Coding, or a plain value. */
const asOption = (value: unknown): Option => optionOf(isObject(value) ? 'Coding' : 'Value', value)

/** Every expression of a form with its item; undefined for the form itself. */
const everyExpression = (form: Form): { item: FormItem | undefined; expression: ExpressionSource }[] => [
  ...[...expressionsOf(form)].flatMap(([item, own]) =>
    allExpressions(own).map(expression => ({ item, expression })),
  ),
  ...[...computedOf(form)].flatMap(([item, { calculated, limits, toggles }]) =>
    [
      ...(calculated === undefined ? [] : [calculated]),
      ...limits.values(),
      ...toggles.map(toggle => toggle.expression),
    ].map(expression => ({ item, expression })),
  ),
]

export const expressionRules: readonly (FormRule | ResponseRule | OccurrenceRule | EntryRule)[] = [
  {
    id: 'Q-EXPR',
    looksAt: 'questionnaire',
    text: 'Every expression can be evaluated here.',
    source: 'FHIRPath; what is written in another language, or cannot be read, is never guessed.',
    code: 'not-supported',
    severity: everywhere('warning'),
    check: form =>
      everyExpression(form).flatMap(({ item, expression }) => {
        const compiled = compileExpression(expression, form)
        if (!(compiled instanceof ExpressionFailure)) return []
        const at = item === undefined ? '' : item.expression.slice('Questionnaire'.length)
        return [
          { text: `Know that the expression '${expression.text}' has no effect: ${compiled.message}.`, at },
        ]
      }),
  },
  {
    id: 'Q-EXPR-SIZE',
    looksAt: 'questionnaire',
    text: 'An expression has at most 5,000 characters and goes at most 64 deep; those of a form have at most 50,000 together.',
    source: 'Own rule: no form in use comes near it, and the parser of FHIRPath takes its time.',
    code: 'too-costly',
    severity: everywhere('error'),
    check(form) {
      const known = new Set<string>()
      let length = 0
      return everyExpression(form).flatMap(({ item, expression: { text } }): Finding[] => {
        const at = item === undefined ? '' : item.expression.slice('Questionnaire'.length)
        const fault = expressionFault(text)
        if (fault === 'long')
          return [{ text: `Write this expression with ${LONGEST_EXPRESSION} characters or fewer.`, at }]
        if (fault === 'deep')
          return [{ text: `Nest this expression at most ${DEEPEST_EXPRESSION} deep.`, at }]
        if (known.has(text)) return []
        known.add(text)
        length += text.length
        if (length <= LONGEST_EXPRESSIONS) return []
        return [
          {
            text: `Use fewer or shorter expressions: up to here they have more than ${LONGEST_EXPRESSIONS} characters.`,
            at,
          },
        ]
      })
    },
  },
  {
    id: 'QR-CONSTRAINT',
    looksAt: 'response',
    text: 'Every constraint of the form holds: its result is true.',
    source:
      'Extensions questionnaire-constraint and targetConstraint, each with its severity; one that cannot be evaluated is a warning.',
    code: 'invariant',
    severity: everywhere('error'),
    check: constraintsOf,
  },
  {
    id: 'QR-EWX',
    looksAt: 'occurrences',
    text: 'An enableWhenExpression gives true or false; where it fails, the item counts as enabled.',
    source: 'SDC enableWhenExpression, with the variables in scope, which the Java validator misses.',
    code: 'not-supported',
    severity: everywhere('warning'),
    on: (item, form) =>
      expressionsOf(form).get(item)?.enableWhen !== undefined && item.conditions.length === 0
        ? ({ scope, entries }, walk) => {
            if (entries.length === 0 || enablement(item, scope, walk) !== 'undecided') return
            return say.conditionUnknown({ question: item.name })
          }
        : undefined,
  },
  {
    id: 'QR-AX',
    looksAt: 'response item',
    text: 'An answer is one of those that answerExpression gives.',
    source: 'SDC answerExpression; one that cannot be evaluated is a warning.',
    code: 'code-invalid',
    severity: everywhere('error'),
    on(item, form) {
      const expression = expressionsOf(form).get(item)?.answers
      if (expression === undefined || item.constraint === 'optionsOrType') return
      return (entry, { expressions }) => {
        const given = answered(entry)
        if (expressions === undefined || given.length === 0) return
        let find: ReturnType<typeof optionFinder>
        try {
          find = optionFinder(expressions.onItem(expression, item, entry.scope, entry).map(asOption))
        } catch {
          return {
            ...say.optionsUnknown({ question: item.name }),
            severity: 'warning',
          }
        }
        return given.flatMap((answer): Finding[] => {
          if (answer.key === 'valueString' && item.constraint === 'optionsOrString') return []
          if (find(answer) !== undefined) return []
          return [{ ...say.chooseOption({ question: item.name }), at: `.answer[${answer.index}].value` }]
        })
      }
    },
  },
]

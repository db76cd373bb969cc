/** Which engines a form asks for, told without loading any of them. */

import { needsConversion } from '../compare.ts'
import { extensionValue, type Form } from '../definition.ts'
import { type ExtensionName, extension, extensions } from '../extensions.ts'

const EXPRESSIONS: readonly ExtensionName[] = [
  'variable',
  'constraint',
  'targetConstraint',
  'enableWhenExpression',
  'answerExpression',
  'calculatedExpression',
  'initialExpression',
]

/** Tells whether anything in the form is computed. */
export const asksForExpressions = ({ raw, all }: Form): boolean =>
  [raw, ...all.map(item => item.raw)].some(
    element =>
      element.extension !== undefined && EXPRESSIONS.some(name => extension(element, name) !== undefined),
  )

/** Tells whether answers may have to be converted: a unit is offered in which a limit or a condition is not written. */
export const asksForUnits = ({ all }: Form): boolean =>
  all.some(item => {
    const limits = [extensionValue(item, 'minQuantity'), extensionValue(item, 'maxQuantity')]
    const offered = extensions(item.raw, 'unitOption').map(({ valueCoding }) => valueCoding)
    return (
      limits.some(limit => offered.some(unit => needsConversion(unit, limit))) ||
      item.conditions.some(({ answer }) => answer?.type === 'Quantity')
    )
  })

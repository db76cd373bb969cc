/** Detects the engines that a form needs, without loading any of them. */

import { needsConversion } from '../compare.ts'
import { runsExpressions } from '../computed.ts'
import { extensionValue, type Form } from '../definition.ts'
import { type ExtensionName, extension, extensions } from '../extensions.ts'

/** Expressions beside those that check responses. */
const EXPRESSIONS: readonly ExtensionName[] = ['initialExpression']

/** True if the form computes anything. */
export const asksForExpressions = (form: Form): boolean =>
  runsExpressions(form) ||
  [form.raw, ...form.all.map(item => item.raw)].some(
    element =>
      element.extension !== undefined && EXPRESSIONS.some(name => extension(element, name) !== undefined),
  )

/**
 * True if answers may need conversion: the form offers a unit that differs from that of a limit or a
 * condition.
 */
export const asksForUnits = ({ all }: Form): boolean =>
  all.some(item => {
    const limits = [extensionValue(item, 'minQuantity'), extensionValue(item, 'maxQuantity')]
    const offered = extensions(item.raw, 'unitOption').map(({ valueCoding }) => valueCoding)
    return (
      limits.some(limit => offered.some(unit => needsConversion(unit, limit))) ||
      item.conditions.some(({ answer }) => answer?.type === 'Quantity')
    )
  })

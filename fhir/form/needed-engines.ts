/** Detects the engines that a form needs, without loading any of them. */
import type { QuestionnaireItemAnswerOption } from 'fhir/r5.js'
import { runsExpressions } from '../expressions/computed.ts'
import { type ExtensionName, extension, extensions } from '../model/extensions.ts'
import type { Form } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { controlOf } from '../model/item-controls.ts'
import { extensionValue } from '../model/read-form.ts'
import { primitiveOf } from '../model/translated-text.ts'
import { needsConversion } from '../values/compare.ts'
import { isObject, objects } from '../values/unchecked-json.ts'

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

/** The extensions and controls that `drawn.tsx` of the renderer draws. */
const DRAWN = [FURTHER.itemMedia, FURTHER.supportHyperlink, FURTHER.collapsible, FURTHER.openLabel]
const DRAWN_OPTIONS = [FURTHER.optionPrefix, FURTHER.answerMedia]
const GROUPS: ReadonlySet<string | undefined> = new Set([
  'table',
  'htable',
  'gtable',
  'grid',
  'tab-container',
])

/** True if the form asks for signatures. */
export const asksForSignatures = ({ raw, all }: Form): boolean =>
  [raw, ...all.map(item => item.raw)].some(
    element => extension(element, FURTHER.signatureRequired) !== undefined,
  )

/** True if the form has signatures, media, tables, folded groups, or options with prefix, style or picture. */
export const asksForDrawing = (form: Form): boolean =>
  asksForSignatures(form) ||
  form.all.some(
    ({ raw, options }) =>
      DRAWN.some(urls => extension(raw, urls) !== undefined) ||
      GROUPS.has(controlOf(raw)) ||
      objects<QuestionnaireItemAnswerOption>(raw.answerOption).some(option =>
        DRAWN_OPTIONS.some(urls => extension(option, urls) !== undefined),
      ) ||
      options.some(({ value }) => isObject(value) && hasStyle(primitiveOf(value, 'display'))),
  )

const hasStyle = (primitive: { readonly extension?: unknown }) =>
  extension(primitive, FURTHER.style) !== undefined

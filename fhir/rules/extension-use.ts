/** Rules for the extensions of a form: none is ignored silently. */
import { extension, extensions } from '../model/extensions.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Finding } from '../model/issue.ts'
import { shorten } from '../model/read-form.ts'
import type { FormItemRule, FormRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import { choice, text } from '../values/unchecked-json.ts'
import { isSupported, rowOf } from './extension-table.ts'
import { type ExtensionUse, usesOf } from './extension-uses.ts'

const HL7 = 'http://hl7.org/fhir/'
const LONGEST_URL = 200

const shortOf = (url: string) => shorten(url.slice(url.lastIndexOf('/') + 1))
const placeOf = (item: FormItem | undefined) => item?.expression.slice('Questionnaire'.length) ?? ''

/** One finding for each extension, at its first item. */
function findings(
  uses: readonly ExtensionUse[],
  tell: (short: string, owner: string, use: ExtensionUse) => string,
): Finding[] {
  const first = new Map<string, { readonly use: ExtensionUse; many: number }>()
  for (const use of uses) {
    const known = first.get(use.url)
    if (known === undefined) first.set(use.url, { use, many: 1 })
    else known.many++
  }
  return [...first.values()].map(({ use, many }) => {
    const owner = use.item === undefined ? 'the form' : use.item.name
    const others = many === 1 ? '' : ` (and ${many - 1} more)`
    return { text: tell(shortOf(use.url), `${owner}${others}`, use), at: placeOf(use.item) }
  })
}

/** True for an expression that gives a value which is not read from it. */
function isIdle({ url, within, item, extension: own }: ExtensionUse): boolean {
  const isValue = (FURTHER.calculatedValue as readonly string[]).includes(url)
  if (!isValue && !(FURTHER.cqfExpression as readonly string[]).includes(url)) return false
  if (within !== undefined) return !GIVEN.has(within)
  return !isValue || item === undefined || !extensions(item.raw, FURTHER.calculatedValue).includes(own)
}

/** The limits that an expression can give. */
const GIVEN: ReadonlySet<string> = new Set([
  'http://hl7.org/fhir/StructureDefinition/minValue',
  'http://hl7.org/fhir/StructureDefinition/maxValue',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-minQuantity',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-maxQuantity',
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-minQuantity',
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-maxQuantity',
])

const isNoted = ({ url }: ExtensionUse) => {
  if (!url.startsWith(HL7) || url.length > LONGEST_URL) return false
  const treatments = rowOf(url)?.treatments
  return treatments === undefined || treatments.includes('noted')
}

function isRefused(use: ExtensionUse): boolean {
  const treatments = rowOf(use.url)?.treatments
  if (treatments?.includes('enforced')) return isIdle(use)
  return treatments?.includes('refused') === true && choice(use.extension, 'value')?.value !== false
}

/** True if answers to an item or below it become Observations. */
const isExtracted = (item: FormItem, form: Form): boolean =>
  [form.raw, item.raw].some(element => extension(element, FURTHER.observationExtract) !== undefined) ||
  item.items.some(below => isExtracted(below, form))

export const extensionRules: readonly (FormRule | FormItemRule)[] = [
  {
    id: 'Q-EXT',
    looksAt: 'questionnaire',
    text: 'Every extension of HL7 has an effect here, or a finding says that it has none.',
    source: 'Own rule: the table of extensions below. S-EXT reports extensions of others.',
    code: 'extension',
    severity: everywhere('information'),
    check: form =>
      findings(usesOf(form).filter(isNoted), (short, owner, { url }) => {
        const why = rowOf(url)?.effect ?? 'It is kept as it is.'
        return `Know that the extension '${short}' of ${owner} has no effect here. ${why}`
      }),
  },
  {
    id: 'Q-EXT-REFUSED',
    looksAt: 'questionnaire',
    text: 'A form depends on no extension that cannot be supported here.',
    source: 'Own rule: the table of extensions below; the reason is part of the issue.',
    code: 'not-supported',
    severity: everywhere('warning'),
    check: form =>
      findings(usesOf(form).filter(isRefused), (short, owner, use) => {
        const why = isIdle(use)
          ? 'An expression gives minValue, maxValue, minQuantity or maxQuantity, and cqf-calculatedValue an answer.'
          : (rowOf(use.url)?.effect ?? '')
        return `Do without the extension '${short}' of ${owner}. ${why}`
      }),
  },
  {
    id: 'Q-CRITICAL',
    looksAt: 'questionnaire',
    text: 'Every extension that the form declares as critical has its effect here.',
    source:
      'SDC rendering-criticalExtension: who cannot support what it names must refrain from using the form.',
    code: 'not-supported',
    severity: everywhere('error'),
    check: form =>
      usesOf(form).flatMap(({ url, item, extension: own, isModifier }): Finding[] => {
        if (item !== undefined || !(FURTHER.criticalExtension as readonly string[]).includes(url)) return []
        const named = text(choice(own, 'value')?.value) ?? ''
        if (isSupported(named.split('|')[0] ?? '')) return []
        return [
          {
            text: `Use this form elsewhere, or do without '${shorten(named)}': the form requires it, and it has no effect here.`,
            at: isModifier ? '.modifierExtension' : '.extension',
          },
        ]
      }),
  },
  {
    id: 'Q-SUBJECT',
    looksAt: 'questionnaire item',
    text: 'Answers about another subject do not become Observations of the person.',
    source: 'SDC isSubject: the Observations would be about the one who submits.',
    code: 'not-supported',
    severity: everywhere('error'),
    check(item, form) {
      if (extension(item.raw, FURTHER.isSubject)?.valueBoolean !== true || !isExtracted(item, form)) return
      return `Extract no Observations from ${item.name}: its answers are about another subject, and they would be stored as those of the person.`
    },
  },
]

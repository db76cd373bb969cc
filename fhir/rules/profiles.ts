/** Rules for the claims of a form: to follow SDC, or to be derived from another form. */
import type { Coding, Extension, Meta } from 'fhir/r5.js'
import { type Form, type FormItem, readForm } from '../definition.ts'
import { extension, extensions } from '../extensions.ts'
import type { Finding, FormItemRule, FormRule } from '../rule.ts'
import { choice, object, objects, text } from '../shape.ts'
import { everywhere } from '../version.ts'

/** True if a form claims a profile of SDC. */
function followsSdc({ raw }: Form): boolean {
  const profiles = object<Meta>(raw.meta)?.profile
  return (
    Array.isArray(profiles) &&
    profiles.some(profile => text(profile)?.startsWith('http://hl7.org/fhir/uv/sdc/'))
  )
}

/** A rule of SDC; applies only to forms that claim to follow it. */
const sdc = (id: string, rule: string, check: (item: FormItem) => string | undefined): FormItemRule => ({
  id,
  looksAt: 'questionnaire item',
  text: rule,
  source: `SDC ${id}, for forms whose meta.profile names SDC.`,
  code: 'invariant',
  severity: everywhere('error'),
  check: (item, form) => (followsSdc(form) ? check(item) : undefined),
})

const VERSION_ALGORITHM =
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.versionAlgorithm[x]'

/** The version algorithm of a form: the element of R5, or its extension in earlier versions. */
const versionAlgorithm = ({ raw }: Form) =>
  choice(raw, 'versionAlgorithm') ??
  objects<Extension>(raw.extension).flatMap(own =>
    own.url === VERSION_ALGORITHM ? [choice(own, 'value') ?? []].flat() : [],
  )[0]

const baseOf = (form: Form): { readonly canonical: string; readonly base: Form | undefined } | undefined => {
  const derived = form.raw.derivedFrom
  const canonical = Array.isArray(derived) ? text(derived[0]) : undefined
  if (canonical === undefined) return undefined
  const found = form.engines.questionnaires?.(canonical)
  return { canonical, base: found && readForm(found, form.version) }
}

const derivationType = ({ raw }: Form) => {
  const coding = extension(raw, 'derivationType')?.valueCoding
  return text(object<{ code: string }>(coding)?.code)
}

/** The differences between an item and the item that it is derived from. */
function differences(item: FormItem, base: FormItem): Finding[] {
  const at = (text: string, property = ''): Finding => ({
    text,
    at: `${item.expression.slice('Questionnaire'.length)}${property}`,
  })
  const found: Finding[] = []
  if (item.type !== base.type)
    found.push(at(`Keep the type of ${item.name}: the form it is derived from has ${base.type}.`, '.type'))
  if (item.repeats && !base.repeats)
    found.push(at(`Do not let ${item.name} repeat: it does not in the form it is derived from.`, '.repeats'))
  if (base.required && !item.required)
    found.push(at(`Keep ${item.name} required, as in the form it is derived from.`, '.required'))
  const [own, allowed] = [item.raw.maxLength, base.raw.maxLength]
  if (typeof allowed === 'number' && (typeof own !== 'number' || own > allowed)) {
    found.push(
      at(
        `Keep maxLength of ${item.name} at ${allowed} or less, as in the form it is derived from.`,
        '.maxLength',
      ),
    )
  }
  if (base.options.length > 0 && base.constraint === 'optionsOnly') {
    const known = new Set(base.options.map(option => option.key))
    for (const option of item.options) {
      if (known.has(option.key)) continue
      found.push(
        at(
          `Take the option '${option.label}' out of ${item.name}: the form it is derived from has none such.`,
          '.answerOption',
        ),
      )
    }
  }
  return found
}

export const profileRules: readonly (FormItemRule | FormRule)[] = [
  {
    id: 'Q-DERIVED',
    looksAt: 'questionnaire',
    text: 'A form that says it extends or complies with another one keeps its items, types, limits and options.',
    source:
      'Questionnaire.derivedFrom with the extension derivationType; only extends adds items. Told as a warning where the base is not registered.',
    code: 'business-rule',
    severity: everywhere('error'),
    check(form) {
      const derived = baseOf(form)
      const type = derivationType(form)
      if (derived === undefined || type === undefined || type === 'inspiredBy') return
      const { canonical, base } = derived
      if (base === undefined) {
        return {
          text: `Register the form '${canonical}': without it nobody can tell whether this one follows it.`,
          at: '.derivedFrom[0]',
          severity: 'warning',
        }
      }
      return form.all.flatMap(item => {
        const original = base.index.get(item.linkId)
        if (original !== undefined) return differences(item, original)
        if (type === 'extends') return []
        const at = item.expression.slice('Questionnaire'.length)
        return [{ text: `Remove ${item.name}: the form that this one complies with does not ask it.`, at }]
      })
    },
  },
  {
    id: 'sdc-2',
    looksAt: 'questionnaire',
    text: 'A form with a version says how its versions are compared.',
    source: 'SDC sdc-2, for forms whose meta.profile names SDC; versions of SDC before 4 do not ask for it.',
    code: 'invariant',
    severity: { ...everywhere('error'), mix: 'warning' },
    check: form =>
      followsSdc(form) && form.raw.version !== undefined && versionAlgorithm(form) === undefined
        ? "Give the form a versionAlgorithm beside its version, such as 'semver'."
        : undefined,
  },
  {
    id: 'sdc-3',
    looksAt: 'questionnaire',
    text: 'The versions of a form are compared as semantic versions.',
    source: 'SDC sdc-3, for forms whose meta.profile names SDC.',
    code: 'invariant',
    severity: everywhere('warning'),
    check(form) {
      const algorithm = followsSdc(form) ? versionAlgorithm(form) : undefined
      if (algorithm === undefined || object<Coding>(algorithm.value)?.code === 'semver') return
      return "Prefer the versionAlgorithm 'semver': packages of forms work with no other one."
    },
  },
  sdc('sdc-1', 'A question has answerExpression or options, not both.', ({ raw, name }) =>
    extension(raw, 'answerExpression') !== undefined && (raw.answerOption ?? raw.answerValueSet) !== undefined
      ? `Give ${name} either an answerExpression or options.`
      : undefined,
  ),
  sdc(
    'sdc-behave-1',
    'A question has an initial value or an initialExpression, not both.',
    ({ raw, name }) =>
      extension(raw, 'initialExpression') !== undefined && raw.initial !== undefined
        ? `Give ${name} either an initial value or an initialExpression.`
        : undefined,
  ),
  sdc('sdc-behave-2', 'An item has enableWhen or an enableWhenExpression, not both.', ({ raw, name }) =>
    extension(raw, 'enableWhenExpression') !== undefined && raw.enableWhen !== undefined
      ? `Give ${name} either enableWhen or an enableWhenExpression.`
      : undefined,
  ),
  sdc('sdc-obsn-1', 'A display is not extracted to an Observation.', item =>
    item.type === 'display' && extensions(item.raw, 'observationExtract').length > 0
      ? `Do not extract ${item.name}: a display has no answer.`
      : undefined,
  ),
]

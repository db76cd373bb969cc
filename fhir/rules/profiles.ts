/** Rules for the claims of a form: to follow SDC, or to be derived from another form. */
import type { Coding, Extension, Meta } from 'fhir/r5.js'
import { type ExtensionName, extension, extensions } from '../model/extensions.ts'
import type { Engines, Form, FormItem } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Finding } from '../model/issue.ts'
import { readForm } from '../model/read-form.ts'
import type { FormItemRule, FormRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import { openValueSet } from '../terminology/value-sets.ts'
import { compare } from '../values/compare.ts'
import { type Choice, choice, object, objects, text } from '../values/unchecked-json.ts'

/** The profiles of SDC that a form claims. */
function sdcProfiles({ raw }: Form): readonly string[] {
  const profiles = object<Meta>(raw.meta)?.profile
  if (!Array.isArray(profiles)) return []
  return profiles.flatMap(profile =>
    text(profile)?.startsWith('http://hl7.org/fhir/uv/sdc/') ? [profile] : [],
  )
}

/** True if a form claims a profile of SDC. */
const followsSdc = (form: Form): boolean => sdcProfiles(form).length > 0

/** True if a form claims SDC 4 or later, or names no version. */
const followsSdc4 = (form: Form): boolean =>
  sdcProfiles(form).some(profile => {
    const [, major] = /\|(\d{1,4})(?:\.|$)/.exec(profile) ?? []
    return major === undefined || Number(major) >= 4
  })

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

/** A form that this one is derived from, and the kind of derivation that it claims. */
interface Derivation {
  readonly canonical: string
  readonly type: string | undefined
  readonly base: Form | undefined
  /** The place of its canonical. */
  readonly at: string
}

/** The derivations of a form: `derivationType` is an extension of each canonical in `derivedFrom`. */
function derivationsOf(form: Form): Derivation[] {
  const { derivedFrom, _derivedFrom } = form.raw as { derivedFrom?: unknown; _derivedFrom?: unknown }
  if (!Array.isArray(derivedFrom)) return []
  const elements = objects<{ extension: Extension[] }>(_derivedFrom)
  return derivedFrom.flatMap((canonical: unknown, index): Derivation[] => {
    if (typeof canonical !== 'string') return []
    const coding = extension(elements[index] ?? {}, FURTHER.derivationType)?.valueCoding
    const type = text(object<{ code: string }>(coding)?.code)
    const found = STRICT.has(type ?? '') ? form.engines.questionnaires?.(canonical) : undefined
    return [
      {
        canonical,
        type,
        base: found && readForm(found, form.version, form.engines),
        at: `.derivedFrom[${index}]`,
      },
    ]
  })
}

/** The derivations that keep the base: every response to the derived form fits the base, or the part that both have. */
const STRICT: ReadonlySet<string> = new Set(['compliesWith', 'extends'])

/** Limits that a derived item may tighten: with the order of a limit that is looser than that of the base. */
const LIMITS: readonly (readonly [ExtensionName, -1 | 1])[] = [
  ['minValue', -1],
  ['maxValue', 1],
  ['minLength', -1],
  ['minOccurs', -1],
  ['maxOccurs', 1],
  ['maxDecimalPlaces', 1],
  ['maxSize', 1],
  ['minQuantity', -1],
  ['maxQuantity', 1],
]

/** The differences between an item and the item that it is derived from. */
function differences(item: FormItem, base: FormItem, original: Form): Finding[] {
  const { engines } = original
  const found: Finding[] = []
  const tell = (text: string, property = '') =>
    found.push({ text, at: `${item.expression.slice('Questionnaire'.length)}${property}` })
  const from = 'in the form it is derived from'
  if (item.type !== base.type) tell(`Keep the type of ${item.name}: ${from} it is ${base.type}.`, '.type')
  if (item.repeats && !base.repeats) tell(`Do not let ${item.name} repeat: it does not ${from}.`, '.repeats')
  if (base.required && !item.required) tell(`Keep ${item.name} required, as ${from}.`, '.required')
  if (item.parent?.linkId !== base.parent?.linkId) tell(`Keep ${item.name} where it is ${from}.`)
  const [own, allowed] = [item.raw.maxLength, base.raw.maxLength]
  if (typeof allowed === 'number' && (typeof own !== 'number' || own > allowed))
    tell(`Keep maxLength of ${item.name} at ${allowed} or less, as ${from}.`, '.maxLength')
  for (const [name, looser] of LIMITS) {
    const limit = limitOf(base, name)
    if (limit === undefined) continue
    const kept = limitOf(item, name)
    if (kept === undefined || orderOf(kept, limit, engines) === looser)
      tell(`Keep ${name} of ${item.name} at least as strict as ${from}.`)
  }
  found.push(...optionDifferences(item, base, original.raw.contained, engines))
  return found
}

const limitOf = (item: FormItem, name: ExtensionName): Choice | undefined => {
  const own = extension(item.raw, name)
  return own && choice(own, 'value')
}

const orderOf = (a: Choice, b: Choice, engines: Engines) =>
  compare(a.type, a.value, b.type, b.value, engines)?.order

/** The answers that an item permits and its base refuses. */
function optionDifferences(item: FormItem, base: FormItem, contained: unknown, engines: Engines): Finding[] {
  const at = item.expression.slice('Questionnaire'.length)
  const from = 'the form it is derived from'
  const isLimited = base.options.length > 0 || base.valueSet !== undefined
  if (!isLimited || base.constraint === 'optionsOrType' || item.type !== base.type) return []
  if (base.constraint === 'optionsOnly' && item.constraint !== 'optionsOnly')
    return [{ text: `Take no other answers than the options of ${item.name}, as ${from}.`, at }]
  if (item.valueSet !== undefined && item.valueSet === base.valueSet) return []
  if (item.options.length === 0) {
    const text =
      item.valueSet === undefined
        ? `Give ${item.name} options, as ${from} does.`
        : `Check the options of ${item.name} against ${from}: another value set gives them here.`
    return [{ text, at, ...(item.valueSet !== undefined && { severity: 'warning' as const }) }]
  }
  const known = new Set(base.options.map(option => option.key))
  const holds =
    base.valueSet === undefined ? undefined : openValueSet(base.valueSet, contained, engines.valueSets)
  return item.options.flatMap((option): Finding[] => {
    const permitted = holds === undefined ? known.has(option.key) : holds(object<Coding>(option.value) ?? {})
    // Without the value set of the base nobody can tell: Q-VS reports it with the base.
    if (permitted !== false || (holds === undefined && base.options.length === 0)) return []
    return [
      {
        text: `Take the option '${option.label}' out of ${item.name}: ${from} has none such.`,
        at: `${at}.answerOption`,
      },
    ]
  })
}

/** The differences of a form from one that it is derived from. */
function derived(form: Form, { canonical, type, base, at }: Derivation): readonly Finding[] {
  if (base === undefined) {
    const text = `Register the form '${canonical}': without it nobody can tell whether this one follows it.`
    return [{ text, at, severity: 'warning' }]
  }
  const missing = [...base.index.values()].flatMap((item): Finding[] => {
    const inside = item.parent === undefined || form.index.has(item.parent.linkId)
    if (!item.required || !inside || form.index.has(item.linkId)) return []
    return [{ text: `Ask ${item.name}: the form that this one is derived from requires it.`, at }]
  })
  const changed = form.all.flatMap((item): readonly Finding[] => {
    const original = base.index.get(item.linkId)
    if (original !== undefined) return differences(item, original, base)
    if (type === 'extends' || item.type === 'display') return []
    const place = item.expression.slice('Questionnaire'.length)
    return [{ text: `Remove ${item.name}: the form that this one complies with does not ask it.`, at: place }]
  })
  return [...missing, ...changed]
}

export const profileRules: readonly (FormItemRule | FormRule)[] = [
  {
    id: 'Q-DERIVED',
    looksAt: 'questionnaire',
    text: 'A form that says it extends or complies with another one keeps its required items, types, limits and options.',
    source:
      'Extension derivationType of each Questionnaire.derivedFrom; only extends adds questions. A warning if the base is not registered.',
    code: 'business-rule',
    severity: everywhere('error'),
    check(form) {
      const found = derivationsOf(form)
        .filter(({ type }) => STRICT.has(type ?? ''))
        .flatMap(each => derived(form, each))
      if (extension(form.raw, FURTHER.derivationType) === undefined) return found
      return [
        ...found,
        {
          text: 'Move derivationType to the derivedFrom that it is about (_derivedFrom): here it has no effect.',
          at: '.extension',
          severity: 'warning',
        },
      ]
    },
  },
  {
    id: 'sdc-2',
    looksAt: 'questionnaire',
    text: 'A form with a version says how its versions are compared.',
    source:
      'SDC 4 sdc-2, for forms whose meta.profile names SDC 4 or no version of it; SDC 2.7 and 3 do not ask for it.',
    code: 'invariant',
    severity: { ...everywhere('error'), mix: 'warning' },
    check: form =>
      followsSdc4(form) && form.raw.version !== undefined && versionAlgorithm(form) === undefined
        ? "Give the form a versionAlgorithm beside its version, such as 'semver'."
        : undefined,
  },
  {
    id: 'sdc-3',
    looksAt: 'questionnaire',
    text: 'The versions of a form are compared as semantic versions.',
    source: 'SDC 4 sdc-3, for forms as sdc-2.',
    code: 'invariant',
    severity: everywhere('warning'),
    check(form) {
      const algorithm = followsSdc4(form) ? versionAlgorithm(form) : undefined
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
    item.type === 'display' && extensions(item.raw, FURTHER.observationExtract).length > 0
      ? `Do not extract ${item.name}: a display has no answer.`
      : undefined,
  ),
]

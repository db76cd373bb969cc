/** The invariants of data types and resources. They follow the text if the published expression errs. */
import type { IssueCode } from '../model/issue.ts'
import type { ElementRule } from '../model/rule.ts'
import { everywhere, type Severities } from '../model/version.ts'
import { compareDates } from '../values/dates.ts'
import { choice, get, type Json, number, object, objects, text } from '../values/unchecked-json.ts'

/** A primitive counts as present if it has an extension. */
const has = (element: Json, property: string) =>
  element[property] !== undefined || element[`_${property}`] !== undefined

const ERROR = everywhere('error')
const SINCE_R5: Severities = { R5: 'error' }

interface Details {
  readonly severity?: Severities
  readonly source?: string
  readonly at?: string
  readonly code?: IssueCode
}

/** An invariant of an element, as a predicate. */
const invariant = (
  id: string,
  types: readonly string[],
  rule: string,
  sentence: string,
  holds: (element: Json) => boolean,
  { severity = ERROR, source = `${id} of ${types.join(', ')}.`, at = '', code = 'invariant' }: Details = {},
): ElementRule => ({
  id,
  looksAt: 'element',
  types,
  text: rule,
  source,
  code,
  severity,
  check: element => (holds(element) ? undefined : { text: sentence, at }),
})

const LOINC = 'http://loinc.org'

/** UCUM units by LOINC code. */
const VITAL_UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ['29463-7', ['kg', 'g', '[lb_av]']],
  ['8302-2', ['cm', '[in_i]']],
  ['39156-5', ['kg/m2']],
  ['8867-4', ['/min']],
  ['9279-1', ['/min']],
  ['8310-5', ['Cel', '[degF]']],
  ['2708-6', ['%']],
  ['8480-6', ['mm[Hg]']],
  ['8462-4', ['mm[Hg]']],
  ['15074-8', ['mmol/L']],
  ['2339-0', ['mg/dL']],
])

const bundleType = (bundle: Json, ...types: readonly string[]) =>
  types.includes(text(get(bundle, 'type')) ?? '')

const entries = (bundle: Json) => objects(get(bundle, 'entry'))

const firstIs = (bundle: Json, type: string) => {
  const first = object(get(entries(bundle)[0] ?? {}, 'resource'))
  return first !== undefined && get(first, 'resourceType') === type
}

const REQUESTED = ['batch', 'transaction', 'history']
const RESPONDED = ['batch-response', 'transaction-response', 'history']
const WITH_BODY: readonly unknown[] = ['POST', 'PUT', 'PATCH']

const method = (entry: Json) => {
  const request = object(get(entry, 'request'))
  return request && get(request, 'method')
}

const QUANTITIES = ['Quantity', 'Age', 'Count', 'Distance', 'Duration']
const UCUM = 'http://unitsofmeasure.org'

/** True if low ≤ high in two quantities of the same unit; incomparable quantities pass. */
function ordered(low: unknown, high: unknown): boolean {
  const a = object(low)
  const b = object(high)
  if (a === undefined || b === undefined || get(a, 'code') !== get(b, 'code')) return true
  const [least, most] = [number(get(a, 'value')), number(get(b, 'value'))]
  return least === undefined || most === undefined || least <= most
}

const together = (element: Json, one: string, other: string) => !has(element, one) || has(element, other)

const notNegative = (element: Json, property: string) => (number(get(element, property)) ?? 0) >= 0

/** A code with its system, as a key. */
const keyOf = (coding: Json) => JSON.stringify([get(coding, 'system'), get(coding, 'code')])

const codingsOf = (element: Json) => objects(get(object(get(element, 'code')) ?? {}, 'coding'))

function allCodes(concepts: readonly Json[], codes: unknown[] = []): unknown[] {
  for (const concept of concepts) {
    codes.push(get(concept, 'code'))
    allCodes(objects(get(concept, 'concept')), codes)
  }
  return codes
}

export const elementRules: readonly ElementRule[] = [
  invariant(
    'ext-1',
    ['Extension'],
    'An extension has a value or extensions, not both.',
    'Give this extension either a value or extensions of its own.',
    element =>
      (choice(element, 'value') !== undefined || choice(element, '_value') !== undefined) !==
      has(element, 'extension'),
  ),
  invariant(
    'qty-3',
    QUANTITIES,
    'A coded unit names its system.',
    'Add the system of the unit.',
    e => together(e, 'code', 'system'),
    {
      at: '.system',
    },
  ),
  invariant(
    'age-1',
    ['Age'],
    'An age is positive, and coded in UCUM.',
    'Give the age as a positive number with a UCUM unit.',
    e =>
      together(e, 'value', 'code') &&
      (number(get(e, 'value')) ?? 1) > 0 &&
      (!has(e, 'system') || get(e, 'system') === UCUM),
  ),
  invariant(
    'cnt-3',
    ['Count'],
    "A count is a whole number with the code '1'.",
    "Give the count as a whole number with the code '1' of UCUM.",
    e =>
      together(e, 'value', 'code') &&
      Number.isInteger(number(get(e, 'value')) ?? 0) &&
      (!has(e, 'code') || get(e, 'code') === '1') &&
      (!has(e, 'system') || get(e, 'system') === UCUM),
  ),
  invariant(
    'dis-1',
    ['Distance'],
    'A distance is coded in UCUM.',
    'Give the distance with a UCUM unit.',
    e => together(e, 'value', 'code') && (!has(e, 'system') || get(e, 'system') === UCUM),
  ),
  invariant(
    'drt-1',
    ['Duration'],
    'A coded duration has a value and is coded in UCUM.',
    'Give the duration with a value and a UCUM unit.',
    e => !has(e, 'code') || (get(e, 'system') === UCUM && has(e, 'value')),
  ),
  invariant(
    'att-1',
    ['Attachment'],
    'A file with data names its type.',
    'Add the contentType of the file.',
    e => together(e, 'data', 'contentType'),
    {
      at: '.contentType',
    },
  ),
  {
    id: 'per-1',
    looksAt: 'element',
    types: ['Period'],
    text: 'A period does not end before it starts.',
    source: 'per-1; compared at the precision that both share.',
    code: 'invariant',
    severity: ERROR,
    check(element) {
      const start = text(get(element, 'start'))
      const end = text(get(element, 'end'))
      if (start === undefined || end === undefined || compareDates(start, end)?.order !== 1) return
      return { text: 'Let this period end after it starts.', at: '.end' }
    },
  },
  invariant('rng-2', ['Range'], 'A range runs from low to high.', 'Let low not exceed high.', e =>
    ordered(get(e, 'low'), get(e, 'high')),
  ),
  invariant(
    'rat-1',
    ['Ratio'],
    'A ratio has a numerator and a denominator, or neither and an extension.',
    'Give the ratio both a numerator and a denominator.',
    e => has(e, 'numerator') === has(e, 'denominator') && (has(e, 'numerator') || has(e, 'extension')),
  ),
  invariant(
    'ratrng-1',
    ['RatioRange'],
    'A range of ratios has a numerator and a denominator, or neither and an extension.',
    'Give the range of ratios a numerator and a denominator.',
    e => {
      const above = has(e, 'lowNumerator') || has(e, 'highNumerator')
      return above === has(e, 'denominator') && (above || has(e, 'extension'))
    },
    { severity: { R4B: 'error', R5: 'error', mix: 'error' }, source: 'inv-1 in R4B, ratrng-1 in R5.' },
  ),
  invariant(
    'ratrng-2',
    ['RatioRange'],
    'A range of ratios runs from low to high.',
    'Let lowNumerator not exceed highNumerator.',
    e => ordered(get(e, 'lowNumerator'), get(e, 'highNumerator')),
    { severity: { R4B: 'error', R5: 'error', mix: 'error' }, source: 'inv-2 in R4B, ratrng-2 in R5.' },
  ),
  invariant(
    'cpt-2',
    ['ContactPoint'],
    'A contact names its system.',
    'Say what kind of contact this is.',
    e => together(e, 'value', 'system'),
    {
      at: '.system',
    },
  ),
  invariant('tim-1', ['Timing.repeat'], 'A duration has a unit.', 'Add durationUnit.', e =>
    together(e, 'duration', 'durationUnit'),
  ),
  invariant('tim-2', ['Timing.repeat'], 'A period has a unit.', 'Add periodUnit.', e =>
    together(e, 'period', 'periodUnit'),
  ),
  invariant('tim-4', ['Timing.repeat'], 'A duration is not negative.', 'Give a duration of 0 or more.', e =>
    notNegative(e, 'duration'),
  ),
  invariant('tim-5', ['Timing.repeat'], 'A period is not negative.', 'Give a period of 0 or more.', e =>
    notNegative(e, 'period'),
  ),
  invariant('tim-6', ['Timing.repeat'], 'A periodMax stands beside a period.', 'Add a period.', e =>
    together(e, 'periodMax', 'period'),
  ),
  invariant('tim-7', ['Timing.repeat'], 'A durationMax stands beside a duration.', 'Add a duration.', e =>
    together(e, 'durationMax', 'duration'),
  ),
  invariant('tim-8', ['Timing.repeat'], 'A countMax stands beside a count.', 'Add a count.', e =>
    together(e, 'countMax', 'count'),
  ),
  invariant(
    'tim-9',
    ['Timing.repeat'],
    'An offset stands beside an event other than a whole meal.',
    "Add a 'when' other than C, CM, CD and CV.",
    e => {
      const when = get(e, 'when')
      return (
        !has(e, 'offset') ||
        (Array.isArray(when) && !when.some(event => ['C', 'CM', 'CD', 'CV'].includes(event)))
      )
    },
  ),
  invariant(
    'tim-10',
    ['Timing.repeat'],
    'There is either a time of day or an event.',
    "Give either timeOfDay or 'when'.",
    e => !has(e, 'timeOfDay') || !has(e, 'when'),
  ),
  invariant(
    'exp-1',
    ['Expression'],
    'An expression is given or referred to.',
    'Add the expression, or a reference to it.',
    e => has(e, 'expression') || has(e, 'reference'),
  ),
  invariant(
    'exp-2',
    ['Expression'],
    'The name of an expression is usable as a variable.',
    'Use a name of up to 64 letters, digits and underscores that starts with a letter.',
    e => !has(e, 'name') || /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(text(get(e, 'name')) ?? 'a'),
    { severity: SINCE_R5, at: '.name' },
  ),
  invariant(
    'cod-1',
    ['Coding'],
    'A Coding with a display has a code.',
    'Add the code: a display alone cannot be evaluated.',
    e => together(e, 'display', 'code'),
    { severity: { R5: 'warning' }, at: '.code' },
  ),
  invariant(
    'ident-1',
    ['Identifier'],
    'An identifier has a value.',
    'Add the value of the identifier.',
    e => has(e, 'value'),
    { severity: { R5: 'warning' }, at: '.value' },
  ),
  invariant(
    'sdd-1',
    ['SampledData'],
    'Samples have either an interval or offsets.',
    'Give either interval or offsets.',
    e => has(e, 'interval') !== has(e, 'offsets'),
    { severity: SINCE_R5 },
  ),
  invariant(
    'av-1',
    ['Availability.availableTime'],
    'Who is available all day has no start or end.',
    'Leave out start and end of what is available all day.',
    e => get(e, 'allDay') !== true || (!has(e, 'availableStartTime') && !has(e, 'availableEndTime')),
    { severity: SINCE_R5 },
  ),
  invariant(
    'dos-1',
    ['Dosage'],
    'A reason to take something as needed stands only where it is taken as needed.',
    'Leave out asNeededFor where asNeeded is false.',
    e => !has(e, 'asNeededFor') || get(e, 'asNeeded') !== false,
    { severity: SINCE_R5 },
  ),
  invariant(
    'drq-1',
    ['DataRequirement.codeFilter'],
    'A filter names a path or a search parameter.',
    'Give either path or searchParam.',
    e => has(e, 'path') !== has(e, 'searchParam'),
  ),
  invariant(
    'drq-2',
    ['DataRequirement.dateFilter'],
    'A filter names a path or a search parameter.',
    'Give either path or searchParam.',
    e => has(e, 'path') !== has(e, 'searchParam'),
  ),
  invariant(
    'trd-1',
    ['TriggerDefinition'],
    'A trigger has a timing or a data requirement.',
    'Give either timing or data.',
    e => !has(e, 'data') || choice(e, 'timing') === undefined,
  ),
  invariant('trd-2', ['TriggerDefinition'], 'A condition stands beside a data requirement.', 'Add data.', e =>
    together(e, 'condition', 'data'),
  ),
  invariant(
    'trd-3',
    ['TriggerDefinition'],
    'A trigger holds what its type needs.',
    'Add the name, the timing or the data that this type of trigger needs.',
    e => {
      const type = text(get(e, 'type')) ?? ''
      if (type === 'named-event') return has(e, 'name')
      if (type === 'periodic') return choice(e, 'timing') !== undefined
      return !type.startsWith('data-') || has(e, 'data')
    },
  ),
  invariant(
    'sqty-1',
    ['QuestionnaireResponse.item.answer'],
    'A quantity answers without a comparator.',
    'Give the quantity without a comparator such as <.',
    e => !has(object(get(e, 'valueQuantity')) ?? {}, 'comparator'),
    {
      severity: SINCE_R5,
      at: '.value.comparator',
      source: 'R5: the answer is a SimpleQuantity; R4 and mix take a comparator.',
    },
  ),
  invariant(
    'obs-3',
    ['Observation.referenceRange'],
    'A reference range says low, high or text.',
    'Give the reference range a low, a high or a text.',
    e => has(e, 'low') || has(e, 'high') || has(e, 'text'),
  ),
  invariant(
    'obs-6',
    ['Observation', 'Observation.component'],
    'A reason why there is no value stands only where there is none.',
    'Give either a value or a dataAbsentReason.',
    e => !has(e, 'dataAbsentReason') || choice(e, 'value') === undefined,
    { source: 'obs-6; for components the same text stands in the definition.' },
  ),
  invariant(
    'obs-7',
    ['Observation'],
    'When a component has the code of the observation, the value stands in the component.',
    'Put the value into the component with the same code, and not beside it.',
    e => {
      if (choice(e, 'value') === undefined) return true
      const own = new Set(codingsOf(e).map(keyOf))
      return !objects(get(e, 'component')).some(component =>
        codingsOf(component).some(coding => own.has(keyOf(coding))),
      )
    },
  ),
  invariant(
    'obs-8',
    ['Observation'],
    'There is either a body site or a body structure.',
    'Give either bodySite or bodyStructure.',
    e => !has(e, 'bodySite') || !has(e, 'bodyStructure'),
    { severity: SINCE_R5 },
  ),
  {
    id: 'obs-vital',
    looksAt: 'element',
    types: ['Observation', 'Observation.component'],
    text: 'A vital sign is given in the unit that its LOINC code is published with.',
    source: 'Vital signs profile, and the usual units of glucose.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check(element) {
      const code = codingsOf(element).find(coding => get(coding, 'system') === LOINC)
      const unit = VITAL_UNITS.get(text(code && get(code, 'code')) ?? '')
      const quantity = object(get(element, 'valueQuantity'))
      if (unit === undefined || quantity === undefined) return
      if (get(quantity, 'system') === UCUM && unit.includes(text(get(quantity, 'code')) ?? '')) return
      return { text: `Give this value in ${unit.join(' or ')}, as a UCUM code.`, at: '.value' }
    },
  },
  invariant(
    'docRef-1',
    ['DocumentReference'],
    'The type of facility is left to the encounter where one is given.',
    'Leave facilityType to the encounter.',
    e => !has(e, 'facilityType') || !refersTo(get(e, 'context'), 'Encounter'),
    { severity: { R5: 'warning', mix: 'warning' } },
  ),
  invariant(
    'docRef-2',
    ['DocumentReference'],
    'The practice setting is left to the encounter where one is given.',
    'Leave practiceSetting to the encounter.',
    e => !has(e, 'practiceSetting') || !refersTo(get(e, 'context'), 'Encounter'),
    { severity: { R5: 'warning', mix: 'warning' } },
  ),
  invariant(
    'vsd-1',
    ['ValueSet.compose.include'],
    'An include names a system or value sets.',
    'Name a system or a valueSet to include.',
    e => has(e, 'system') || has(e, 'valueSet'),
  ),
  invariant(
    'vsd-2',
    ['ValueSet.compose.include'],
    'Concepts and filters belong to a system.',
    'Name the system of these concepts or filters.',
    e => (!has(e, 'concept') && !has(e, 'filter')) || has(e, 'system'),
  ),
  invariant(
    'vsd-3',
    ['ValueSet.compose.include'],
    'An include lists concepts or filters.',
    'Give either concept or filter.',
    e => !has(e, 'concept') || !has(e, 'filter'),
  ),
  invariant(
    'vsd-6',
    ['ValueSet.expansion.contains'],
    'An entry has a code or a display.',
    'Give this entry a code or a display.',
    e => has(e, 'code') || has(e, 'display'),
  ),
  invariant(
    'vsd-9',
    ['ValueSet.expansion.contains'],
    'An entry that can be chosen has a code.',
    'Give this entry a code, or mark it abstract.',
    e => has(e, 'code') || get(e, 'abstract') === true,
  ),
  invariant(
    'vsd-10',
    ['ValueSet.expansion.contains'],
    'A code names its system.',
    'Name the system of this code.',
    e => together(e, 'code', 'system'),
  ),
  invariant(
    'csd-1',
    ['CodeSystem'],
    'Every code of a code system is defined once.',
    'Define every code once.',
    e => {
      const codes = allCodes(objects(get(e, 'concept')))
      return new Set(codes).size === codes.length
    },
  ),
  invariant(
    'csd-4',
    ['CodeSystem'],
    'A supplement names what it supplements.',
    "Name by 'supplements' the code system that this one adds to.",
    e => get(e, 'content') !== 'supplement' || has(e, 'supplements'),
    { severity: { R5: 'error', mix: 'error' } },
  ),
  invariant(
    'bdl-1',
    ['Bundle'],
    'Only a search or a history has a total.',
    "Leave out 'total': this bundle is neither a search nor a history.",
    e => !has(e, 'total') || bundleType(e, 'searchset', 'history'),
  ),
  invariant(
    'bdl-2',
    ['Bundle'],
    'Only the entries of a search say how they matched.',
    "Leave out 'search': this bundle is no search.",
    e => bundleType(e, 'searchset') || !entries(e).some(entry => has(entry, 'search')),
  ),
  invariant(
    'bdl-3',
    ['Bundle'],
    'Every entry of a batch, a transaction or a history has a request, no other entry has one.',
    "Give the entries a 'request' exactly when the bundle is a batch, a transaction or a history.",
    e => entries(e).every(entry => has(entry, 'request') === bundleType(e, ...REQUESTED)),
    { severity: { R4: 'error', R4B: 'error' } },
  ),
  invariant(
    'bdl-4',
    ['Bundle'],
    'Every entry of a response or a history has a response, no other entry has one.',
    "Give the entries a 'response' exactly when the bundle is a response or a history.",
    e => entries(e).every(entry => has(entry, 'response') === bundleType(e, ...RESPONDED)),
    { severity: { R4: 'error', R4B: 'error' } },
  ),
  invariant(
    'bdl-3a',
    ['Bundle'],
    'Entries of a document, a message, a search or a collection hold resources, no requests and no responses.',
    'Give every entry a resource, and neither a request nor a response.',
    e =>
      !bundleType(e, 'document', 'message', 'searchset', 'collection') ||
      entries(e).every(entry => has(entry, 'resource') && !has(entry, 'request') && !has(entry, 'response')),
    { severity: { R5: 'error', mix: 'error' } },
  ),
  invariant(
    'bdl-3b',
    ['Bundle'],
    'Entries of a history have a request and a response, and a resource exactly when something was written.',
    'Give every entry a request and a response, and a resource exactly for POST, PUT and PATCH.',
    e =>
      !bundleType(e, 'history') ||
      entries(e).every(
        entry =>
          has(entry, 'request') &&
          has(entry, 'response') &&
          WITH_BODY.includes(method(entry)) === has(entry, 'resource'),
      ),
    { severity: { R5: 'error', mix: 'error' } },
  ),
  invariant(
    'bdl-3c',
    ['Bundle'],
    'Entries of a batch or a transaction have a request, and a resource exactly when something is written.',
    'Give every entry a request, and a resource exactly for POST, PUT and PATCH.',
    e =>
      !bundleType(e, 'batch', 'transaction') ||
      entries(e).every(
        entry => method(entry) !== undefined && WITH_BODY.includes(method(entry)) === has(entry, 'resource'),
      ),
    { severity: { R5: 'error', mix: 'error' } },
  ),
  invariant(
    'bdl-3d',
    ['Bundle'],
    'Entries of a response to a batch or a transaction have a response.',
    'Give every entry a response.',
    e =>
      !bundleType(e, 'batch-response', 'transaction-response') ||
      entries(e).every(entry => has(entry, 'response')),
    { severity: { R5: 'error', mix: 'error' } },
  ),
  invariant(
    'bdl-5',
    ['Bundle.entry'],
    'An entry holds a resource, a request or a response.',
    'Give this entry a resource, a request or a response.',
    e => has(e, 'resource') || has(e, 'request') || has(e, 'response'),
  ),
  invariant(
    'bdl-7',
    ['Bundle'],
    'Entries of one fullUrl differ in their version.',
    'Give every entry a fullUrl of its own.',
    e => {
      const names = entries(e).flatMap(entry => {
        const fullUrl = text(get(entry, 'fullUrl'))
        if (fullUrl === undefined) return []
        const meta = object(get(object(get(entry, 'resource')) ?? {}, 'meta')) ?? {}
        return [`${fullUrl} ${text(get(meta, 'versionId')) ?? ''}`]
      })
      return bundleType(e, 'history') || new Set(names).size === names.length
    },
  ),
  invariant(
    'bdl-8',
    ['Bundle.entry'],
    'A fullUrl names no version.',
    'Leave the version out of fullUrl.',
    e => text(get(e, 'fullUrl'))?.includes('/_history/') !== true,
    { at: '.fullUrl' },
  ),
  invariant(
    'bdl-9',
    ['Bundle'],
    'A document has an identifier with system and value.',
    'Give the document an identifier with system and value.',
    e => {
      const identifier = object(get(e, 'identifier')) ?? {}
      return !bundleType(e, 'document') || (has(identifier, 'system') && has(identifier, 'value'))
    },
  ),
  invariant(
    'bdl-10',
    ['Bundle'],
    'A document has a date.',
    "Add 'timestamp'.",
    e => !bundleType(e, 'document') || has(e, 'timestamp'),
  ),
  invariant(
    'bdl-11',
    ['Bundle'],
    'A document begins with a Composition.',
    'Put a Composition first.',
    e => !bundleType(e, 'document') || firstIs(e, 'Composition'),
  ),
  invariant(
    'bdl-12',
    ['Bundle'],
    'A message begins with a MessageHeader.',
    'Put a MessageHeader first.',
    e => !bundleType(e, 'message') || firstIs(e, 'MessageHeader'),
  ),
]

/** True if one of these references visibly targets a resource of this type. */
const refersTo = (references: unknown, type: string) =>
  objects(references).some(reference => text(get(reference, 'reference'))?.includes(`${type}/`) === true)

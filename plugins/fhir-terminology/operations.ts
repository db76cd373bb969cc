/** The terminology operations in FHIR's REST API. */
import type { FhirOperation, FhirOperationParameter } from '../../core/index.ts'
import { expand, MOST_PER_PAGE } from './expand.ts'
import { lookUp } from './lookup.ts'
import { validateInSet, validateInSystem } from './validate-code.ts'

const HL7 = 'http://hl7.org/fhir/OperationDefinition/'

const term = (
  name: string,
  description: string,
  type: FhirOperationParameter['type'] = 'string',
): FhirOperationParameter => ({ name, type, description })

const LANGUAGE = term('displayLanguage', 'The language of displays: `de-AT`.')
const CODE = [
  term('code', 'A code.'),
  term('system', 'The code system of `code`.'),
  term('coding', 'A code with its system.', 'object'),
]
const CODES = [
  ...CODE,
  term('display', 'The display to compare.'),
  term('codeableConcept', 'Codes, of which one must be found.', 'object'),
]
const OF_TYPE = [
  term('url', 'The canonical URL of the value set.'),
  term('valueSetVersion', 'Its version.'),
  term('context', 'The question whose value set is meant: the URL of a form, with `#` and the linkId.'),
  term('valueSet', 'The value set itself.', 'resource'),
]
const EXPAND = [
  term('filter', 'Words; each begins a word of the display or the code.'),
  term('offset', 'Codes to skip.', 'integer'),
  term('count', `Codes on a page, at most ${MOST_PER_PAGE}.`, 'integer'),
  term('activeOnly', 'Leave out codes that are no longer used.', 'boolean'),
  term('includeDesignations', 'Return other names and translations as well.', 'boolean'),
  LANGUAGE,
]
const OF_SYSTEM = [term('url', 'The canonical URL of the code system.')]
const VERSION = term('version', 'The version of the code system.')

const operation = (
  name: string,
  level: FhirOperation['level'],
  type: 'ValueSet' | 'CodeSystem',
  description: string,
  parameters: readonly FhirOperationParameter[],
  run: FhirOperation['run'],
  example: readonly object[],
): FhirOperation => ({
  ...{ name, level, type, description, parameters, run },
  example: { resourceType: 'Parameters', parameter: example },
  definition: `${HL7}${type}-${name}`,
  callers: ['anyone'],
})

const SYSTEM = 'https://study.example/sleep'
const CODE_IN_SYSTEM = { name: 'code', valueCode: 'rested' }
const SLEEP = {
  resourceType: 'ValueSet',
  status: 'active',
  compose: { include: [{ system: SYSTEM, concept: [{ code: 'rested' }] }] },
}

const levels = ['type', 'instance'] as const

export const operations: readonly FhirOperation[] = [
  ...levels.map(level =>
    operation(
      ...(['expand', level, 'ValueSet'] as const),
      'The codes of a value set, page by page. One that is not registered comes from the terminology server of the gateway, ' +
        'if it has one.',
      [...(level === 'type' ? OF_TYPE : []), ...EXPAND],
      expand,
      [{ name: 'valueSet', resource: SLEEP }],
    ),
  ),
  ...levels.map(level =>
    operation(
      ...(['validate-code', level, 'ValueSet'] as const),
      'True if a code is in a value set, and its display is one of the code.',
      [...(level === 'type' ? OF_TYPE : []), ...CODES, LANGUAGE],
      validateInSet,
      [{ name: 'valueSet', resource: SLEEP }, { name: 'system', valueUri: SYSTEM }, CODE_IN_SYSTEM],
    ),
  ),
  ...levels.map(level =>
    operation(
      ...(['validate-code', level, 'CodeSystem'] as const),
      'True if a code is in a code system, and its display is one of the code.',
      [...(level === 'type' ? OF_SYSTEM : []), ...CODES, VERSION, LANGUAGE],
      validateInSystem,
      [{ name: 'url', valueUri: SYSTEM }, CODE_IN_SYSTEM],
    ),
  ),
  operation(
    ...(['lookup', 'type', 'CodeSystem'] as const),
    'The display, designations and properties of a code.',
    [...CODE, VERSION, LANGUAGE],
    lookUp,
    [{ name: 'system', valueUri: SYSTEM }, CODE_IN_SYSTEM],
  ),
]

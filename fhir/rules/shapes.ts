/** Rules for the JSON shape of a FHIR resource: known properties, permitted cardinality, no empty values. */
import type { ShapeRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'

const rule = (
  id: string,
  text: string,
  source: string,
  tell: ShapeRule['tell'],
  more: Partial<Pick<ShapeRule, 'code' | 'severity'>> = {},
): ShapeRule => ({
  id,
  looksAt: 'shape',
  text,
  source,
  code: 'structure',
  severity: everywhere('error'),
  tell,
  ...more,
})

export const SHAPES = {
  json: rule(
    'S-JSON',
    'A resource is one JSON object, nested at most 128 deep.',
    'json.html; the limit on depth is our own.',
    property =>
      `Send one JSON object that is nested at most 128 deep${property === '' ? '' : `: ${property}`}.`,
    { severity: everywhere('fatal') },
  ),
  type: rule(
    'S-TYPE',
    'The resourceType is known, and the expected one.',
    'json.html.',
    (property, type) => `Send a resource of type ${type}, not of type '${property}'.`,
  ),
  unknown: rule(
    'S-UNKNOWN',
    'Every property is defined for its type.',
    'json.html; the definitions of each version, in mix those of R4 and R5 together.',
    (property, type) => `Remove '${property}': ${type} has no such property.`,
  ),
  array: rule(
    'S-ARRAY',
    'What can repeat is an array, what cannot is none; an object stands where an object is due.',
    'json.html.',
    (property, type) => `Write '${property}' as ${type}.`,
  ),
  cardinality: rule(
    'S-CARD',
    'What must be there is there, by its value or by an extension in its place.',
    'The definitions of each version. Their JSON schemas leave linkId, type and status out.',
    (property, type) => `Add '${property}': ${type} cannot do without it.`,
    { code: 'required' },
  ),
  empty: rule(
    'S-EMPTY',
    'No array or object is empty, and nothing is null but a gap among primitives that an extension fills.',
    'json.html, ele-1.',
    property => `Leave '${property}' out instead of sending it empty.`,
  ),
  choice: rule(
    'S-CHOICE',
    'A choice such as value[x] is made once.',
    'json.html. In mix a warning for options and answers, because servers in use accept it; the first one counts.',
    property => `Keep one '${property}': more than one is given.`,
  ),
  binding: rule(
    'S-BIND',
    'A code is one of a required binding.',
    'The definitions of each version.',
    (property, codes) => `Use one of the codes ${codes} for '${property}'.`,
    { code: 'code-invalid' },
  ),
  modifier: rule(
    'S-MODEXT',
    'There are no implicitRules and no modifierExtension but rendering-criticalExtension: no other is known here.',
    'extensibility.html: who does not know a modifier must refuse what it modifies.',
    property => `Send this without '${property}': it could change what the rest means.`,
    { code: 'extension' },
  ),
} as const

export const shapeRules: readonly ShapeRule[] = Object.values(SHAPES)

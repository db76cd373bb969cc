/** The rules of structure: valid FHIR JSON, whatever its content. */
import { contentRules } from './contents.ts'
import { elementRules } from './elements.ts'
import { primitiveRules } from './primitives.ts'
import { shapeRules } from './shapes.ts'

export const STRUCTURE_RULES = [...shapeRules, ...primitiveRules, ...elementRules, ...contentRules] as const

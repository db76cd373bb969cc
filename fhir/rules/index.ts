/** The one table of rules: every rule that a resource, a form or a response is checked against stands here once. */
import type { Rule } from '../rule.ts'
import { FORM_RULES } from './form.ts'
import { STRUCTURE_RULES } from './structure.ts'

/** Every rule, by what it looks at. */
export const RULES: readonly Rule[] = [...STRUCTURE_RULES, ...FORM_RULES]

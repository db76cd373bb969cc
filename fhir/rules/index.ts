/** The table of rules: every check of a resource, a form or a response, once. */
import type { Rule } from '../model/rule.ts'
import { described } from './descriptions.ts'
import { FORM_RULES } from './form.ts'
import { STRUCTURE_RULES } from './structure.ts'

/** Every rule, grouped by target. */
export const RULES: readonly Rule[] = [...STRUCTURE_RULES, ...described<Rule>(FORM_RULES)]

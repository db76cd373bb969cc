/** The one table of rules: every rule that a form or a response is checked against stands here once. */
import type { Rule } from '../rule.ts'
import { answerRules } from './answers.ts'
import { authoringRules } from './authoring.ts'
import { conditionRules } from './conditions.ts'
import { entryRules } from './entries.ts'
import { formInvariants, itemInvariants } from './invariants.ts'
import { limitRules } from './limits.ts'
import { occurrenceRules } from './occurrences.ts'
import { placeRules } from './places.ts'
import { responseRules } from './response.ts'

/** Every rule, by what it looks at. */
export const RULES: readonly Rule[] = [
  ...formInvariants,
  ...itemInvariants,
  ...conditionRules,
  ...authoringRules,
  ...responseRules,
  ...placeRules,
  ...entryRules,
  ...occurrenceRules,
  ...answerRules,
  ...limitRules,
]

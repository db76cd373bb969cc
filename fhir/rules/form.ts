/** The rules of forms and their responses. */
import type { AnswerRule, EntryRule, OccurrenceRule } from '../rule.ts'
import { answerRules } from './answers.ts'
import { authoringRules } from './authoring.ts'
import { conditionRules } from './conditions.ts'
import { costRule } from './cost.ts'
import { described } from './descriptions.ts'
import { entryRules } from './entries.ts'
import { expressionRules } from './expressions.ts'
import { formInvariants, itemInvariants } from './invariants.ts'
import { limitRules } from './limits.ts'
import { occurrenceRules } from './occurrences.ts'
import { patternRules } from './pattern.ts'
import { placeRules } from './places.ts'
import { profileRules } from './profiles.ts'
import { responseRules } from './response.ts'
import { valueSetRules } from './value-sets.ts'

export const FORM_RULES = [
  ...formInvariants,
  ...itemInvariants,
  ...conditionRules,
  ...authoringRules,
  ...responseRules,
  ...placeRules,
  ...described<EntryRule>(entryRules),
  ...described<OccurrenceRule>(occurrenceRules),
  ...described<AnswerRule>(answerRules),
  ...described<AnswerRule>(limitRules),
  ...patternRules,
  ...valueSetRules,
  ...expressionRules,
  ...profileRules,
  costRule,
] as const

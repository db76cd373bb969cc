/** The rules of forms and their responses; those for answers without their descriptions. */
import { answerRules } from './answers.ts'
import { authoringRules } from './authoring.ts'
import { computedRules } from './computed.ts'
import { conditionRules } from './conditions.ts'
import { costRule } from './cost.ts'
import { entryRules } from './entries.ts'
import { expressionRules } from './expressions.ts'
import { extensionRules } from './extension-use.ts'
import { extractionRule } from './extraction.ts'
import { formInvariants, itemInvariants } from './invariants.ts'
import { placeRules } from './item-positions.ts'
import { limitRules } from './limits.ts'
import { occurrenceRules } from './occurrences.ts'
import { patternRules } from './pattern.ts'
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
  ...entryRules,
  ...occurrenceRules,
  ...answerRules,
  ...limitRules,
  ...patternRules,
  ...valueSetRules,
  ...expressionRules,
  ...computedRules,
  ...profileRules,
  ...extensionRules,
  extractionRule,
  costRule,
] as const

/**
 * Compiles a Questionnaire to a validator that checks both the structure of the JSON and the rules of the
 * form.
 */
import { cut } from './model/findings.ts'
import type { Issue, Severity } from './model/issue.ts'
import { type CompiledRules, type CompileOptions, compileRulesOnly } from './rules/compiled-rules.ts'
import { checkStructureOnly } from './structure-only.ts'

/** Checks the structure and content of responses to a form. */
export type CompiledQuestionnaire = CompiledRules

/**
 * Compiles a form once, to check many responses. Neither this nor `validate` ever throws. An unanswered
 * required question is an error only in a `completed` or `amended` response: set the status before you
 * validate.
 *
 * @param questionnaire - a FHIR Questionnaire as parsed JSON, not necessarily valid
 * @param options - `fhirVersion`: R4, R4B, R5, or `mix` for forms that mix them
 * @returns the form's own `issues`, and `validate`, which lists every issue of a response
 * @example
 * ```ts
 * const { issues, validate } = compileQuestionnaire(form, { fhirVersion: 'mix' })
 * if (issues.length === 0) console.log(validate(response))
 * ```
 */
export function compileQuestionnaire(questionnaire: unknown, options: CompileOptions): CompiledQuestionnaire {
  const { fhirVersion } = options
  const own = checkStructureOnly(questionnaire, { fhirVersion, resourceType: 'Questionnaire' })
  const unread = own.some(isFatal)
  // Input that is not a form, or nests too deeply, compiles to a form without questions.
  const rules = compileRulesOnly(unread ? {} : questionnaire, options)
  return {
    ...rules,
    issues: unread ? own : join(own, rules.issues),
    validate(response) {
      const structure = checkStructureOnly(response, { fhirVersion, resourceType: 'QuestionnaireResponse' })
      return structure.some(isFatal) ? structure : join(structure, rules.validate(response))
    },
  }
}

const RANK: Readonly<Record<Severity, number>> = { fatal: 3, error: 2, warning: 1, information: 0 }

/** If both report the same place, the message of the form's rule is the one a person can act on. */
function join(structure: readonly Issue[], rules: readonly Issue[]): Issue[] {
  if (structure.length === 0) return [...rules]
  const ranks = new Map<string, number>()
  for (const { expression, severity } of rules) {
    ranks.set(expression, Math.max(ranks.get(expression) ?? -1, RANK[severity]))
  }
  const rest = structure.filter(({ expression, severity }) => (ranks.get(expression) ?? -1) < RANK[severity])
  return cut([...rest, ...rules])
}

const isFatal = (issue: Issue) => issue.severity === 'fatal'

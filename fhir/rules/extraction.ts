/** Faults of extraction, which show when the form is registered. Their check is an engine: few forms extract. */
import { hasExtraction } from '../model/extraction-extensions.ts'
import type { FormRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'

export const extractionRule: FormRule = {
  id: 'Q-EXTRACT',
  looksAt: 'questionnaire',
  text: 'The templates and definitions of a form can be extracted: references, expressions, contexts and names.',
  source:
    'SDC templateExtract, templateExtractBundle, definitionExtract and their parts. An expression in another language is a warning.',
  code: 'value',
  severity: everywhere('error'),
  check(form) {
    const { extractionFaults } = form.engines
    if (extractionFaults !== undefined) return extractionFaults(form)
    if (!hasExtraction(form)) return []
    return [{ text: 'The extraction of this form was not checked.', at: '', severity: 'warning' }]
  },
}

/** The rule for the pattern of an answer. Kept apart because the pattern engine is large. */
import { patternOf } from '../model/patterns.ts'
import { extensionText } from '../model/read-form.ts'
import type { AnswerRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { characters } from './limits.ts'

export const patternRules: readonly AnswerRule[] = [
  {
    id: 'QR-REGEX',
    looksAt: 'answer',
    text: 'A text matches the pattern of its question as a whole.',
    source:
      'Extension regex, told by entryFormat; matched in counted steps. A pattern that Q-REGEX-SIZE refuses matches nothing. The Java validator checks it only for type string.',
    code: 'value',
    severity: everywhere('error'),
    on(item, form) {
      const pattern = patternOf(item, form)
      // Q-REGEX reports patterns that are not valid RE2; an answer cannot be checked against them.
      if (pattern === undefined || pattern === 'not RE2') return
      const format = extensionText(item, 'entryFormat')
      return (answer, { steps }) => {
        const given =
          characters(answer) ?? (typeof answer.value === 'number' ? String(answer.value) : undefined)
        if (given === undefined) return
        if (typeof pattern === 'string')
          return { ...say.patternTooLarge({ question: item.name }), at: '.value' }
        if (pattern.matches(given, steps)) return
        const question = item.name
        const said = format === undefined ? say.inItsFormat({ question }) : say.inFormat({ question, format })
        return { ...said, at: '.value' }
      }
    },
  },
]

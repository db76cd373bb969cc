/** Whether an answer has the form that its question asks for. It stands alone because the engine of patterns is large. */
import { extensionText } from '../definition.ts'
import { compilePattern } from '../regex.ts'
import type { AnswerRule } from '../rule.ts'
import { everywhere } from '../version.ts'
import { characters } from './limits.ts'

export const patternRules: readonly AnswerRule[] = [
  {
    id: 'QR-REGEX',
    looksAt: 'answer',
    text: 'A text matches the pattern of its question as a whole.',
    source:
      'Extension regex, told by entryFormat; matched in linear time. The Java validator checks it only for type string.',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const pattern = extensionText(item, 'regex')
      const matches = pattern === undefined ? undefined : compilePattern(pattern)
      if (matches === undefined) return
      const format = extensionText(item, 'entryFormat')
      const words = format === undefined ? 'in the form that it asks for' : `in the form ${format}`
      return answer => {
        const given =
          characters(answer) ?? (typeof answer.value === 'number' ? String(answer.value) : undefined)
        if (given === undefined || matches(given)) return
        return { text: `Write ${item.name} ${words}.`, at: '.value' }
      }
    },
  },
]

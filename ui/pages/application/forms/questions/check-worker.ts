/** The validation worker: a long form never blocks typing. */
import { checkText } from './check-text.ts'
import type { Finding } from './finding.ts'

addEventListener('message', async ({ data: text }: MessageEvent<string>) => {
  postMessage(await checkText(text).catch(unchecked))
})

/** If an engine cannot be loaded, publishing stays possible: the gateway validates again. */
const unchecked = (error: unknown): readonly Finding[] => [
  {
    ...{ line: 1, column: 1, start: 0, end: 0, severity: 'warning', rule: 'UNCHECKED' },
    ...{ text: '', flaw: { code: 'unchecked', value: (error as Error).message } },
  },
]

/** The worker that checks texts: however long a form is, nobody's typing waits for it. */
import { checkText } from './check-text.ts'
import type { Finding } from './finding.ts'

addEventListener('message', async ({ data: text }: MessageEvent<string>) => {
  postMessage(await checkText(text).catch(unchecked))
})

/** An engine that does not arrive keeps nobody from publishing: the gateway checks everything once more. */
const unchecked = (error: unknown): readonly Finding[] => [
  {
    ...{ line: 1, column: 1, start: 0, end: 0, severity: 'warning', rule: 'UNCHECKED' },
    text: `This text could not be checked in the browser: ${(error as Error).message}.`,
  },
]

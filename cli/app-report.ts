/** The output of `andiron app`. */
import { AndironError } from '../ui/sdk/index.ts'
import type { AppOptions } from './app-key.ts'
import { sentenceOf } from './report.ts'

/** Lines for a person on a terminal, JSON for a program. */
export function tell(
  { json = !process.stdout.isTTY }: AppOptions,
  value: unknown,
  lines: readonly string[],
): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
}

/** A line that the next one replaces, on a terminal; without a text, it is cleared. */
export function progress(text?: string): void {
  if (process.stderr.isTTY) process.stderr.write(text === undefined ? '\r\x1b[K' : `\r${text}`)
}

/** Prints the error of the work with every issue, and sets the exit code. */
export async function reporting(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const issues = error instanceof AndironError ? (error.issues ?? []) : []
    const lines = issues.map(({ expression, text }) => `  ${expression ?? ''}: ${text}\n`)
    process.stderr.write(`andiron: ${sentenceOf(error)}\n${lines.join('')}`)
    process.exitCode = 1
  }
}

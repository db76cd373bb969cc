/** Failures of browser tests that passed when they ran again: what a run may excuse, and the list of them. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './built.cjs'

const LIST = join(ROOT, 'tooling/flaky.txt')

/** Adds lines `FILE: TESTS` to the list; CI, whose files nobody commits, prints them. */
export function keep(lines) {
  const dated = lines.map(line => `${new Date().toISOString().slice(0, 10)} ${line}\n`).join('')
  if (process.env.CI) console.log(`\n# Add to tooling/flaky.txt:\n${dated}`)
  else appendFileSync(LIST, dated)
}

/** The files that the list names more than once. */
export function repeatedFiles(list = readFileSync(LIST, 'utf8')) {
  const files = list.split('\n').flatMap(line => /^\d{4}-\d\d-\d\d (\S+): /.exec(line)?.[1] ?? [])
  return [...new Set(files.filter((file, at) => files.indexOf(file) !== at))]
}

/**
 * True if nothing failed but these files.
 * @param output - of tap: processes, and in them files
 * @param outcomes - of the files, by name
 */
export function isOnlyIn(output, outcomes) {
  let failed = []
  for (const line of output.split('\n')) {
    const [, indent, result, name] = /^( {4})?((?:not )?ok) \d+ - (\S+)/.exec(line) ?? []
    if (result === undefined) continue
    if (indent !== undefined) {
      if (result === 'not ok') failed.push(name)
      continue
    }
    if (result === 'not ok' && !isExcused(name, failed)) return false
    failed = []
  }
  return true

  function isExcused(name, files) {
    // A process that ended with an error names none.
    if (files.length === 0) return [...outcomes.values()].some(({ process }) => name.endsWith(`/${process}`))
    return files.every(file => outcomes.has(file))
  }
}

/** The totals in the output of tap. */
export function totalsOf(output) {
  const line = output.match(/^# \{ total: .*\}/gm)?.at(-1) ?? ''
  const counts = [...line.matchAll(/(\w+): (\d+)/g)].map(([, name, count]) => [name, Number(count)])
  return { total: 0, pass: 0, fail: 0, ...Object.fromEntries(counts) }
}

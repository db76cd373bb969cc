/**
 * The output of the demo: numbered steps, requests and results. Colours only on a terminal that supports
 * them.
 */

const colours = process.stdout.isTTY === true && !process.env['NO_COLOR']
const painted = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)

export const bold = painted(1)
const dim = painted(2)
const green = painted(32)
const red = painted(31)

/** Width of the column of names. */
const NAME = 15

let steps = 0

export function line(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** Begins a step, with its purpose. */
export function step(title: string, purpose: string): void {
  steps += 1
  line(`\n${bold(`${steps}. ${title}`)}`)
  line(`   ${dim(purpose)}`)
}

/** A named result. */
export function result(name: string, value: string): void {
  line(`   ${name.padEnd(NAME)} ${value}`)
}

/** An issue and its place. */
export function issue(text: string, where: string): void {
  line(`   • ${text}`)
  line(`     ${dim(where)}`)
}

/** A check that succeeded. */
export function holds(text: string): void {
  line(`   ${green('✓')} ${text}`)
}

export function failed(text: string): void {
  process.stderr.write(`\n${red('✗')} ${text}\n`)
}

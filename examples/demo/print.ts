/** How the demo speaks: numbered steps, what was asked, what came back. Colours only on a terminal that wants them. */

const colours = process.stdout.isTTY === true && !process.env['NO_COLOR']
const painted = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)

export const bold = painted(1)
const dim = painted(2)
const green = painted(32)
const red = painted(31)

/** Columns of the names before values. */
const NAME = 15

let steps = 0

export function line(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** Begins a step: what is done now, and what for. */
export function step(title: string, purpose: string): void {
  steps += 1
  line(`\n${bold(`${steps}. ${title}`)}`)
  line(`   ${dim(purpose)}`)
}

/** Something that came back, by name. */
export function result(name: string, value: string): void {
  line(`   ${name.padEnd(NAME)} ${value}`)
}

/** One thing that is wrong, and where. */
export function issue(text: string, where: string): void {
  line(`   • ${text}`)
  line(`     ${dim(where)}`)
}

/** Something that was checked, and holds. */
export function holds(text: string): void {
  line(`   ${green('✓')} ${text}`)
}

export function failed(text: string): void {
  process.stderr.write(`\n${red('✗')} ${text}\n`)
}

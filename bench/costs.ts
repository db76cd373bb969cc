/** Cost by size of attacker-controlled inputs, with the fitted exponent: 1 is linear, 2 quadratic. */
import { readMarkdown, readXhtml } from '../fhir/form/rich-text.ts'
import { compileRulesOnly, prepareQuestionnaire } from '../fhir/index.ts'
import {
  backwardChain,
  type Costly,
  conditionsByAnswers,
  datesByConditions,
  emptyRepetitions,
  groupsThatNameEachOther,
  manyConditions,
  optionsByAnswers,
  patternsByItems,
  statesByText,
  unitsByAnswers,
} from '../fhir/test/fixtures/costly-forms.ts'
import { CROWDED } from './outsiders.ts'

/** The resolution of the CPU clock in milliseconds: a shorter run reads as 0. */
const RESOLUTION = 0.001

/** One family of attacks. Other suites add theirs to {@link COSTS}. */
export interface Cost {
  readonly name: string
  /** The largest size; a quarter and half of it are measured too. */
  readonly size: number
  /** Prepares an input of this size. `run` is measured; `bytes` are parsed by JSON.parse for comparison. */
  prepare(size: number): Promise<{ run(): unknown; readonly bytes: string }>
}

/** Checks the response of a family, with a compiled form. */
const checking = (family: (size: number) => Costly, size: number): Cost => ({
  name: `check ${family.name}`,
  size,
  async prepare(size) {
    const { form, response } = family(size)
    const { validate } = await prepareQuestionnaire(form, { fhirVersion: 'mix' })
    return { run: () => validate(response), bytes: JSON.stringify([form, response]) }
  },
})

/** Compiles the form of a family. */
const compiling = (family: (size: number) => Costly, size: number): Cost => ({
  name: `compile ${family.name}`,
  size,
  async prepare(size) {
    const { form } = family(size)
    return { run: () => compileRulesOnly(form, { fhirVersion: 'mix' }), bytes: JSON.stringify(form) }
  },
})

/** Parses a text of this length. */
const reading = (name: string, read: (markup: string) => unknown, piece: string, size: number): Cost => ({
  name: `read ${name} ${JSON.stringify(piece)}`,
  size,
  async prepare(size) {
    const markup = piece.repeat(size / piece.length)
    return { run: () => read(markup), bytes: JSON.stringify(markup) }
  },
})

export const COSTS: readonly Cost[] = [
  checking(conditionsByAnswers, 100_000),
  checking(manyConditions, 100_000),
  checking(groupsThatNameEachOther, 20_000),
  checking(backwardChain, 20_000),
  checking(optionsByAnswers, 20_000),
  checking(emptyRepetitions, 8_000),
  checking(datesByConditions, 8_000),
  checking(unitsByAnswers, 4_000),
  checking(statesByText, 4_000),
  compiling(conditionsByAnswers, 20_000),
  compiling(patternsByItems, 4_000),
  reading('XHTML', readXhtml, '<a ', 120_000),
  reading('XHTML', readXhtml, '<!--', 120_000),
  reading('markdown', readMarkdown, '[', 120_000),
]

/** Measures every family and renders the tables. */
export async function costsBench(quick: boolean): Promise<string> {
  return `${await checked(quick)}${await crowded(quick)}`
}

async function checked(quick: boolean): Promise<string> {
  const lines = ['| cost | size | CPU, ms | exponent | JSON.parses |', '| --- | --: | --: | --: | --: |']
  for (const { name, size: largest, prepare } of COSTS) {
    const size = quick ? 64 : largest
    const costs: number[] = []
    let parsing = Number.NaN
    for (const each of [size / 4, size / 2, size]) {
      const { run, bytes } = await prepare(each)
      costs.push(least(run, quick ? 1 : 5))
      parsing = least(() => JSON.parse(bytes), quick ? 1 : 5)
    }
    const [quarter = Number.NaN, , whole = Number.NaN] = costs
    const exponent = Math.log2(whole / quarter) / 2
    const cells = [name, size, whole.toFixed(1), exponent.toFixed(2), (whole / parsing).toFixed(1)]
    lines.push(`| ${cells.join(' | ')} |`)
  }
  return `${lines.join('\n')}\n\n`
}

async function crowded(quick: boolean): Promise<string> {
  const lines = ['| request | size | CPU, ms | exponent |', '| --- | --: | --: | --: |']
  for (const { name, size: largest, open } of CROWDED) {
    const size = quick ? 4 : largest
    const { grow, run, close } = await open()
    try {
      const costs: number[] = []
      for (const each of [size / 4, size / 2, size]) {
        await grow(each)
        costs.push(await leastOf(run, quick ? 1 : 9))
      }
      const [quarter = Number.NaN, , whole = Number.NaN] = costs
      lines.push(
        `| ${[name, size, whole.toFixed(1), (Math.log2(whole / quarter) / 2).toFixed(2)].join(' | ')} |`,
      )
    } finally {
      await close()
    }
  }
  return `${lines.join('\n')}\n\n`
}

/** The minimum CPU time of a request in milliseconds, of this process, including the client. */
async function leastOf(run: () => Promise<unknown>, times: number): Promise<number> {
  let found = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) {
    const start = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(start)
    found = Math.min(found, (user + system) / 1000)
  }
  return Math.max(found, RESOLUTION)
}

/** The minimum CPU time of a call in milliseconds. */
function least(run: () => unknown, times: number): number {
  let found = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    found = Math.min(found, (user + system) / 1000)
  }
  return Math.max(found, RESOLUTION)
}

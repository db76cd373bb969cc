/** Renders tables as Markdown, and as ratios for comparison with later runs. */
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import type { Table } from './harness.ts'

/** The ratios of a run by table and row, and its machine. */
export interface Baseline {
  readonly machine: string
  readonly ratios: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const BASELINE = new URL('bench/baseline.json', import.meta.resolve('#root/package.json'))

export const readBaseline = (): Baseline => JSON.parse(readFileSync(BASELINE, 'utf8'))

/** A description of the machine, for readers. */
export function describeMachine(): readonly string[] {
  const [cpu, ...others] = cpus()
  const { node, openssl } = process.versions
  return [
    `${others.length + 1} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${release()}, ${process.arch}`,
    `Node ${node}, OpenSSL ${openssl}`,
  ]
}

/** @param before - its tables are kept unless measured again */
export const baselineOf = (tables: readonly Table[], before?: Baseline): Baseline => ({
  machine: describeMachine().join('; '),
  ratios: {
    ...before?.ratios,
    ...Object.fromEntries(
      tables.map(({ title, rows }) => [
        title,
        Object.fromEntries(rows.map(({ name, ratio }) => [name, Number(ratio.toPrecision(3))])),
      ]),
    ),
  },
})

const headings: Readonly<Record<Table['of'], string>> = {
  call: 'CPU µs a call',
  request: 'CPU µs a request',
  question: 'µs a question',
  entry: 'bytes, gzipped',
}

/** Renders a table as Markdown, with the ratio of the baseline beside each ratio. */
export function markdownOf({ title, of, rows }: Table, { ratios }: Baseline): string {
  const before = ratios[title] ?? {}
  const lines = rows.map(({ name, median, best, ratio, lower, upper }) => [
    name,
    figure(median),
    figure(best),
    `**${figure(ratio)}**`,
    `${figure(lower)}–${figure(upper)}`,
    before[name] === undefined ? '' : figure(before[name]),
  ])
  return [
    `### ${title}`,
    '',
    `| | ${headings[of]} | best | ratio | quartiles | baseline |`,
    '|---|--:|--:|--:|--:|--:|',
    ...lines.map(line => `| ${line.join(' | ')} |`),
    '',
  ].join('\n')
}

/** Three significant digits, without an exponent. */
function figure(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

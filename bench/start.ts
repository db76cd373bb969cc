/** The cost of a start: the first one, which creates the database, and later ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { cpuOfDescendants } from './http/processes.ts'

export interface Start {
  /** Seconds until all addresses are printed. */
  readonly wall: number
  /** CPU seconds of the gateway and of the process that starts it. */
  readonly own: number
  /** CPU seconds of PostgreSQL. */
  readonly database: number
  /** Peak memory of the gateway's process in MiB. */
  readonly peak: number
  /** Peak memory of both processes in MiB; pages of files, such as Node's program, are counted once. */
  readonly together: number
}

export interface Phase {
  readonly phase: string
  /** CPU milliseconds of the process. */
  readonly own: number
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const fileOf = (name: string) => fileURLToPath(new URL(name + extension, import.meta.url))

/** Runs `andiron start` on a directory until it has printed its addresses, then ends it. */
async function startOnce(data: string): Promise<Start> {
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileOf('../cli/andiron'), 'start', '--port', '0', '--data', data],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (/^ *health /.test(line)) break
  const wall = (performance.now() - begun) / 1000
  const pid = child.pid ?? 0
  const gateway = await childOf(pid)
  const spent = {
    own: (await cpuOf(pid)) + (await cpuOf(gateway)),
    database: cpuOfDescendants(gateway) / 1e6,
    peak: await memoryOf(gateway, 'VmHWM'),
    // The processes map the same files.
    together:
      (await memoryOf(gateway, 'VmHWM')) + (await memoryOf(pid, 'VmHWM')) - (await memoryOf(pid, 'RssFile')),
  }
  child.kill('SIGTERM')
  await ended
  return { wall, ...spent }
}

/** The gateway, which `andiron start` runs in a process of its own. */
async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return Number(children.split(' ')[0])
}

/** CPU seconds of a process; proc(5) counts hundredths. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(utime) + Number(stime)) / 100
}

/** MiB of a process; proc(5) counts KiB. */
async function memoryOf(pid: number, field: 'VmHWM' | 'RssFile'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
}

async function phasesOf(data: string): Promise<Phase[]> {
  const child = spawn(process.execPath, [...process.execArgv, fileOf('start/phases-child'), data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let marks: [string, number][] = []
  for await (const line of createInterface(child.stdout)) marks = JSON.parse(line)
  await ended
  return marks.map(([phase, until], at) => ({ phase, own: (until - (marks[at - 1]?.[1] ?? 0)) / 1000 }))
}

/** @param starts - number of starts after the first */
export async function startBench(starts: number): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-start-'))
  try {
    const first = await startOnce(data)
    const later: Start[] = []
    for (let at = 0; at < starts; at++) later.push(await startOnce(data))
    return renderStarts(first, later, await phasesOf(data))
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

export function renderStarts(first: Start, later: readonly Start[], phases: readonly Phase[]): string {
  const row = (name: string, { wall, own, database, peak, together }: Start) =>
    `| ${name} | ${own.toFixed(2)} | ${database.toFixed(2)} | ${wall.toFixed(1)} | ${peak.toFixed(0)} | ${together.toFixed(0)} |`
  const best = [...later].sort((a, b) => a.own - b.own)[0]
  return [
    '| start | CPU s | of PostgreSQL | seconds | peak MiB | of both processes |',
    '|---|--:|--:|--:|--:|--:|',
    row('first', first),
    ...(best ? [row(`later, best of ${later.length}`, best)] : []),
    '',
    '| phase of a later start | CPU ms |',
    '|---|--:|',
    ...phases.map(({ phase, own }) => `| ${phase} | ${own.toFixed(0)} |`),
    '',
  ].join('\n')
}

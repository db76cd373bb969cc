/** CPU time and core affinity of other processes, on Linux. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** User space sees the kernel's clock in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000

interface Process {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/**
 * CPU time of a process's descendants, including those that have ended, in microseconds; `NaN` if
 * unavailable.
 */
export function cpuOfDescendants(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return descendantsOf(pid).reduce((sum, { ticks }) => sum + ticks, 0) * MICROSECONDS_PER_TICK
}

function descendantsOf(pid: number): Process[] {
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(readProcess)
    .filter(found => found !== undefined)
  const below = (parent: number): Process[] =>
    processes.filter(child => child.parent === parent).flatMap(child => [child, ...below(child.pid)])
  return below(pid)
}

/** Undefined if the process has ended in between. */
function readProcess(pid: string): Process | undefined {
  try {
    // proc(5): the name in parentheses may contain anything; the fields after it are numbers from the third
    // on.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number)
    return { pid: Number(pid), parent: Number(fields[1]), ticks: utime + stime + cutime + cstime }
  } catch {
    return undefined
  }
}

/** Pins every thread of a process to these cores (`0` or `0,1`), if the system can and has another core. */
export function pin(pid: number, cores: string): void {
  if (process.platform === 'linux' && availableParallelism() > 1)
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])
}

/** Pins a process and all of its descendants. */
export function pinTree(pid: number, cores: string): void {
  for (const each of [pid, ...descendantsOf(pid).map(child => child.pid)]) pin(each, cores)
}

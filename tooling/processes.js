/** The processes of a run of tests: what they cost, and their end. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds in which a server ends by itself. */
const PATIENCE = 5_000

/**
 * Ends every process that descends from this one or names a directory in its arguments or, on Linux, in its
 * environment, and deletes the directory. Servers have a session of their own, and may have lost the process that
 * started them.
 */
export async function endAll(directory) {
  const ofRun = () =>
    withDescendants(({ pid, text }) => pid === process.pid || text().includes(directory)).slice(1)
  const processes = ofRun().map(({ pid, text }) => ({
    pid,
    isServer: /^(?:\S*\/)?postgres(?: -D|:) /.test(text()),
  }))
  // First those that could start others.
  for (const { pid, isServer } of processes) if (!isServer) kill(pid, 'SIGKILL')
  for (const { pid, isServer } of processes) if (isServer) kill(pid, 'SIGINT')
  for (const end = Date.now() + PATIENCE; Date.now() < end && ofRun().length > 0; ) await delay(50)
  for (const { pid } of ofRun()) kill(pid, 'SIGKILL')
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
}

/** The seconds of a processor that this process and those below it have taken; 0 where Linux does not say so. */
export const cpuSeconds = () =>
  withDescendants(({ pid }) => pid === process.pid).reduce((sum, { seconds }) => sum + seconds, 0)

/** The processes of which this is true, and those below them; this process is the first. */
function withDescendants(isMeant) {
  const all = process.platform === 'linux' ? listedByLinux() : listedByPs()
  const found = new Set(all.filter(isMeant))
  const pids = new Set([...found].map(({ pid }) => pid))
  for (let size = 0; size < pids.size; ) {
    size = pids.size
    for (const each of all)
      if (pids.has(each.parent)) {
        found.add(each)
        pids.add(each.pid)
      }
  }
  return [...found].sort((one, other) => Number(other.pid === process.pid) - Number(one.pid === process.pid))
}

/** Zombies have ended. */
function listedByLinux() {
  return readdirSync('/proc').flatMap(name => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : ''
    // Behind the name of the program: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const [state, parent, ...fields] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    if (stat === '' || state === 'Z') return []
    // Its own ticks, and those of its children that have ended.
    const ticks = fields.slice(9, 13).reduce((sum, each) => sum + Number(each), 0)
    const text = () =>
      ['cmdline', 'environ']
        .map(file => read(`/proc/${name}/${file}`))
        .join(' ')
        .replaceAll('\0', ' ')
    return [{ pid: Number(name), parent: Number(parent), seconds: ticks / 100, text }]
  })
}

function listedByPs() {
  const output = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return output.split('\n').flatMap(line => {
    const [, pid, parent, state, args] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined || state.startsWith('Z') || args.startsWith('ps ')) return []
    return [{ pid: Number(pid), parent: Number(parent), seconds: 0, text: () => args }]
  })
}

/** Of a process that has ended, or of another user, nothing. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

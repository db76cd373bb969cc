/** The processor time of another thread, which Node.js 20 does not provide: read from `/proc` on Linux. */
import { readFileSync, readlinkSync } from 'node:fs'

/** Milliseconds of one tick in `/proc`: USER_HZ is 100 on every architecture that Node.js supports. */
const TICK = 10

// The fields of the memory shared between a task and the sandbox.
const STARTED = 0
const THREAD = 1
const CPU_AT_START = 2
const TIME_AT_START = 3
const FIELDS = 4

/** The clock of one task: the worker thread starts it, the sandbox reads it. */
export class ThreadClock {
  readonly memory: Int32Array<SharedArrayBuffer>

  constructor(memory = new Int32Array(new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT))) {
    this.memory = memory
  }

  /** Called in the worker thread, as the first step of a task. */
  start(): void {
    this.memory[THREAD] = own.thread
    this.memory[CPU_AT_START] = own.thread === 0 ? 0 : cpuOf(own.thread)
    this.memory[TIME_AT_START] = milliseconds()
    Atomics.store(this.memory, STARTED, 1)
  }

  /** `false` while the thread starts or imports the module of its work. */
  get isStarted(): boolean {
    return Atomics.load(this.memory, STARTED) === 1
  }

  /** Milliseconds since the start. */
  passed(): number {
    // The difference of two 32-bit numbers is correct even if the second one has wrapped around.
    return (milliseconds() - (this.memory[TIME_AT_START] as number)) | 0
  }

  /** Milliseconds of processor time since the start; elapsed time if the platform does not provide it. */
  spent(): number {
    const thread = this.memory[THREAD] as number
    if (thread === 0) return this.passed()
    try {
      return cpuOf(thread) - (this.memory[CPU_AT_START] as number)
    } catch {
      return this.passed()
    }
  }
}

/** The machine's clock, the same in every thread, in 32 bits. */
function milliseconds(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return (seconds * 1000 + Math.floor(nanoseconds / 1e6)) | 0
}

const own = { thread: ownThread() }

/** The kernel's id of this thread; 0 without `/proc`. */
function ownThread(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}

/** proc(5): `utime` and `stime` are fields 14 and 15; the name in field 2 may hold spaces and parentheses. */
function cpuOf(thread: number): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** A server in a process of its own: told what to serve, then asked what it has spent. */
import { once } from 'node:events'
import { cpuOfDescendants } from './processes.ts'

/** CPU time since the process started, user and system, in microseconds. */
export interface Spent {
  readonly own: number
  /** Of the processes that it started and that still run: PostgreSQL. Only Linux says. */
  readonly descendants: number | undefined
}

export interface Served {
  readonly url: string
  close(): Promise<unknown>
}

/** Serves what the parent's first message says; answers every other message with {@link Spent}; ends with the parent. */
export async function serveAsChild<Setup>(start: (setup: Setup) => Promise<Served>): Promise<void> {
  // The terminal interrupts all of us; the parent goes, and we follow it in good order.
  process.on('SIGINT', () => {})
  const gone = once(process, 'disconnect')
  const [setup] = await once(process, 'message')
  const served = await start(setup)
  process.on('message', () => process.send?.(spent()))
  process.send?.(served.url)
  await gone
  await served.close()
  process.exit()
}

function spent(): Spent {
  const { user, system } = process.cpuUsage()
  return { own: user + system, descendants: cpuOfDescendants(process.pid) }
}

/** A server in its own process, which reports its CPU time on request. */
import { once } from 'node:events'

export interface Served {
  readonly url: string
  close(): Promise<unknown>
}

/**
 * Serves the setup of the parent's first message, answers every other message with the CPU microseconds so
 * far, and ends with the parent.
 */
export async function serveAsChild<Setup>(start: (setup: Setup) => Promise<Served>): Promise<void> {
  // Ctrl-C reaches all processes; the parent exits, and the child follows in order.
  process.on('SIGINT', () => {})
  const gone = once(process, 'disconnect')
  const [setup] = await once(process, 'message')
  const served = await start(setup)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.send?.(served.url)
  await gone
  await served.close()
  process.exit()
}

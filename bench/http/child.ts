/** A server in a process of its own: told what to serve, then asked what it has spent. */
import { once } from 'node:events'

export interface Served {
  readonly url: string
  close(): Promise<unknown>
}

/**
 * Serves what the parent's first message says, answers every other message with the microseconds of CPU spent so far, and
 * ends with the parent.
 */
export async function serveAsChild<Setup>(start: (setup: Setup) => Promise<Served>): Promise<void> {
  // The terminal interrupts all of us; the parent goes, and we follow it in good order.
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

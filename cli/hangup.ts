/** SIGHUP: a request to reload, unless it says that the terminal is gone. */
import { setTimeout as wait } from 'node:timers/promises'
import { isatty } from 'node:tty'

const STDERR = 2

export function onHangup({ reload, stop }: { reload(): void; stop(): void }): void {
  const hadTerminal = isatty(STDERR)
  process.on('SIGHUP', async () => {
    // The signal may arrive before the terminal is closed.
    if (hadTerminal) await wait(100)
    if (hadTerminal && !isatty(STDERR)) stop()
    else reload()
  })
}

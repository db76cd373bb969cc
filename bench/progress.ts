/** How far the seeding is: a bar on a terminal, a line now and then elsewhere, beside what the program prints. */
import { SingleBar } from 'cli-progress'

export interface Progress {
  told(stored: number): void
  end(): void
}

/** Begins at nothing of so many. */
export function progressOf(total: number): Progress {
  const bar = new SingleBar({
    format: '{bar} {value} of {total} synthetic responses, {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  })
  bar.start(total, 0)
  return { told: stored => bar.update(stored), end: () => bar.stop() }
}

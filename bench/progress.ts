/** Progress of the seeding: a bar on a terminal, an occasional line elsewhere. */
import { SingleBar } from 'cli-progress'

export interface Progress {
  update(stored: number): void
  end(): void
}

/** Begins at zero of this total. */
export function progressOf(total: number): Progress {
  const bar = new SingleBar({
    format: '{bar} {value} of {total} synthetic responses, {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  })
  bar.start(total, 0)
  return { update: stored => bar.update(stored), end: () => bar.stop() }
}

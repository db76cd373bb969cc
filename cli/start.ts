/** `andiron start`: the supervisor, and below it the instance that serves. */
import cluster from 'node:cluster'
import type { Located } from './settings.ts'

export interface StartOptions extends Located {
  readonly watch?: boolean
}

// Either loads its own modules only: the supervisor stays small.
export const start = async (options: StartOptions): Promise<void> =>
  cluster.isPrimary
    ? (await import('./supervisor.ts')).supervise(options)
    : (await import('./instance.ts')).serveInstance()

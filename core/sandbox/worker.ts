/**
 * The entry of every worker thread: imports the module of one kind of work, and starts the clock of each
 * task.
 */
import { workerData } from 'node:worker_threads'
import { ThreadClock } from './thread-clock.ts'

/** A task as the sandbox posts it. */
export interface Posted {
  readonly input: unknown
  readonly clock: Int32Array<SharedArrayBuffer>
}

type Work = (input: unknown) => unknown

const work = await load((workerData as { readonly module: string }).module)

export default function run({ input, clock }: Posted): unknown {
  new ThreadClock(clock).start()
  return work(input)
}

/** A module that fails to load fails every task; if the thread exited here, the tasks would wait for ever. */
async function load(module: string): Promise<Work> {
  try {
    return ((await import(module)) as { readonly default: Work }).default
  } catch (error) {
    return () => {
      throw error
    }
  }
}

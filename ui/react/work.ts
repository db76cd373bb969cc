/** The transfers of one component: whether any runs, how far the latest is, and what went wrong last. */
import type { Progress, TransferOptions } from '@andiron/sdk'

export interface WorkState {
  /** Whether anything runs. */
  readonly isRunning: boolean
  /** How far the latest transfer is, in sealed bytes; it stays when that has ended. */
  readonly progress: Progress | undefined
  /** Why the last operation failed, until another begins. One that was ended by a signal has not failed. */
  readonly error: Error | undefined
}

/** An external store, as React reads it. */
export interface Work {
  subscribe(listener: () => void): () => void
  read(): WorkState
  /** Does something that can be ended, and shows it. Rejects as it does. */
  run<T>(options: TransferOptions, operation: (options: TransferOptions) => Promise<T>): Promise<T>
  /** Ends whatever runs. What is begun later runs. */
  stop(): void
}

export const IDLE: WorkState = { isRunning: false, progress: undefined, error: undefined }

export function createWork(): Work {
  const listeners = new Set<() => void>()
  const running = new Set<AbortController>()
  let state = IDLE
  const become = (changes: Partial<WorkState>) => {
    state = { ...state, ...changes, isRunning: running.size > 0 }
    for (const listener of listeners) listener()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    read: () => state,

    async run({ signal: ended, onProgress }, operation) {
      const controller = new AbortController()
      const signal = ended ? AbortSignal.any([ended, controller.signal]) : controller.signal
      running.add(controller)
      become({ progress: undefined, error: undefined })
      let error = state.error
      try {
        return await operation({
          signal,
          onProgress(progress) {
            become({ progress })
            onProgress?.(progress)
          },
        })
      } catch (cause) {
        if (!signal.aborted) error = cause instanceof Error ? cause : new Error(String(cause))
        throw cause
      } finally {
        running.delete(controller)
        become(error ? { error } : {})
      }
    },

    stop() {
      for (const controller of running)
        controller.abort(new DOMException('The component is gone', 'AbortError'))
    },
  }
}

/** The transfers of one component: whether any is running, the latest progress, and the last error. */
import type { Progress, TransferOptions } from '@andiron/sdk'

export interface WorkState {
  /** True while any transfer is running. */
  readonly isRunning: boolean
  /** Progress of the latest transfer, in encrypted bytes; kept after it has ended. */
  readonly progress: Progress | undefined
  /** The error of the last operation, until another begins. Aborted operations have not failed. */
  readonly error: Error | undefined
}

/** An external store for React. */
export interface Work {
  subscribe(listener: () => void): () => void
  read(): WorkState
  /** Runs an abortable operation and exposes its state. Rejects as the operation does. */
  run<T>(options: TransferOptions, operation: (options: TransferOptions) => Promise<T>): Promise<T>
  /** Aborts whatever is running. Later operations run normally. */
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

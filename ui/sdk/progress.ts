/** Progress of a transfer, throttled. */

/** Encrypted bytes: a file is 16 bytes longer when encrypted. */
export interface Progress {
  readonly loaded: number
  readonly total: number
}

export type OnProgress = (progress: Progress) => void

/** Reports each percent, and the end. */
export function inSteps(total: number, onProgress: OnProgress | undefined): (loaded: number) => void {
  let last = -1
  return loaded => {
    const step = Math.floor((100 * loaded) / total)
    if (onProgress === undefined || step === last) return
    last = step
    // In a microtask: an exception in a listener must not fail the transfer.
    queueMicrotask(() => onProgress({ loaded, total }))
  }
}

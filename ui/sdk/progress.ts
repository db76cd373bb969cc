/** How far a file has come, told often enough to draw and seldom enough to cost nothing. */

/** Sealed bytes: a file is 16 bytes longer when it is sealed. */
export interface Progress {
  readonly loaded: number
  readonly total: number
}

export type OnProgress = (progress: Progress) => void

/** Reports at the end, and at most a hundred times before: whenever another hundredth has come. */
export function inSteps(total: number, onProgress: OnProgress | undefined): (loaded: number) => void {
  let told = -1
  return loaded => {
    const step = Math.floor((100 * loaded) / total)
    if (onProgress === undefined || step === told) return
    told = step
    // On its own: what a listener throws is not a failure of the transfer.
    queueMicrotask(() => onProgress({ loaded, total }))
  }
}

/**
 * A frame in somebody's page, and the window that it opens where the person's keys are. Both are of one origin: they call each
 * other, and no message goes from one to the other that somebody else could hear.
 */
import { storageKeyPairOf } from '../../sdk/key-pair.ts'
import type { Frame } from './open.ts'

export interface HandOver {
  readonly frame: Frame
  /** Whether the window decides as well: the frame cannot tell whether something lies over it. */
  readonly decides: boolean
  /** Gives the frame the key for as long as it lives. It is kept nowhere there. */
  connect(privateKey: Uint8Array, didPrefix: string): void
}

declare global {
  interface Window {
    andironHandOver?: HandOver
  }
}

/** Opens the window; by a click. */
export function openKeyWindow(frame: Frame, decides: boolean): boolean {
  window.andironHandOver = {
    frame,
    decides,
    connect(privateKey, didPrefix) {
      // Of this window's own making: what is of the other one may go when that is closed.
      frame.desk.connect(storageKeyPairOf(new Uint8Array(privateKey), didPrefix))
    },
  }
  return window.open(location.href, '_blank', 'popup,width=800,height=600') !== null
}

/** The frame that opened this window; `undefined` in every other window. */
export function handOverHere(): HandOver | undefined {
  try {
    // The window of another origin lets nobody look: that throws.
    return (window.opener as Window | null)?.andironHandOver
  } catch {
    return undefined
  }
}

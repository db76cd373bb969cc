/**
 * Connects an embedded frame with the window that it opens for access to the person's keys. Both have the
 * same origin and call each other directly, so that no third party can intercept a message.
 */
import { storageKeyPairOf } from '../../sdk/key-pair.ts'
import type { Language } from '../shell/language/page-languages.ts'
import { languageNow } from '../shell/language/page-texts.ts'
import type { Frame } from './open-frame.ts'

export interface HandOver {
  readonly frame: Frame
  /** True if the window also makes the decision, because the frame cannot detect that it is covered. */
  readonly decides: boolean
  /** That of the frame, whose storage is not always that of the window. */
  readonly language: Language
  /** Lends the key to the frame for its lifetime. The frame does not store it. */
  connect(privateKey: Uint8Array, didPrefix: string): void
}

declare global {
  interface Window {
    andironHandOver?: HandOver
  }
}

/** Opens the window; must be called in a click handler. */
export function openKeyWindow(frame: Frame, decides: boolean): boolean {
  window.andironHandOver = {
    frame,
    decides,
    language: languageNow(),
    connect(privateKey, didPrefix) {
      // Copied, because objects of the other window may disappear when it is closed.
      frame.requestQueue.connect(storageKeyPairOf(new Uint8Array(privateKey), didPrefix))
    },
  }
  return window.open(location.href, '_blank', 'popup,width=800,height=600') !== null
}

/** The frame that opened this window; `undefined` in other windows. */
export function handOverHere(): HandOver | undefined {
  try {
    // Accessing a window of another origin throws.
    return (window.opener as Window | null)?.andironHandOver
  } catch {
    return undefined
  }
}

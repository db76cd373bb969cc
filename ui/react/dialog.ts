/** Opens the wallet: in a window, or as a frame in a dialog of this page. */
import { reactError } from './failure.ts'

/** `popup` needs only a click. `iframe` stays in the page, and opens a window when the key is needed. */
export type DialogMode = 'popup' | 'iframe'

export interface Dialog {
  /** The peer of the messages. */
  readonly window: Window
  /** True if it can no longer answer. */
  readonly gone: boolean
  show(): void
  /** Fits a frame to the height of its content, within bounds. A popup keeps its size. */
  resize(height: number): void
  /** Hides the wallet; this closes a popup, while a frame keeps its session. */
  hide(): void
  /** Removes the wallet. */
  end(): void
}

const SIZE = 'popup,width=800,height=600'

/**
 * Opens the wallet. A popup must be opened in a click handler, before anything is awaited.
 * @param left - called when the person closes it
 * @throws AndironError `AND_POPUP_BLOCKED`
 */
export function openDialog(url: string, mode: DialogMode, left: () => void): Dialog {
  return mode === 'popup' ? openPopup(url, left) : openFrame(url, left)
}

function openPopup(url: string, left: () => void): Dialog {
  const popup = window.open(url, '_blank', SIZE)
  if (popup === null) throw reactError('AND_POPUP_BLOCKED')
  // No event reports that another window was closed.
  const watch = setInterval(() => {
    if (!popup.closed) return
    clearInterval(watch)
    left()
  }, 250)
  const end = () => {
    clearInterval(watch)
    popup.close()
  }
  return {
    window: popup,
    get gone() {
      return popup.closed
    },
    show: () => popup.focus(),
    resize() {},
    hide: end,
    end,
  }
}

function openFrame(url: string, left: () => void): Dialog {
  const dialog = document.createElement('dialog')
  dialog.className = 'andiron-wallet'
  dialog.setAttribute('aria-label', 'Wallet')
  // Set by script, so that it also works under a policy that forbids inline styles.
  Object.assign(dialog.style, {
    ...{ border: '0', padding: '0', inlineSize: 'min(36rem, 96vw)', blockSize: 'min(40rem, 90vh)' },
    ...{ maxInlineSize: 'none', maxBlockSize: 'none', overflow: 'hidden', borderRadius: '0.75rem' },
  })
  const frame = document.createElement('iframe')
  frame.title = 'Wallet'
  frame.src = url
  Object.assign(frame.style, { border: '0', inlineSize: '100%', blockSize: '100%' })
  dialog.append(frame)
  document.body.append(dialog)
  let hiding = false
  dialog.addEventListener('close', () => {
    if (!hiding) left()
    hiding = false
  })
  dialog.showModal()
  const { contentWindow } = frame
  if (contentWindow === null) throw reactError('AND_POPUP_BLOCKED')
  return {
    window: contentWindow,
    get gone() {
      return !dialog.isConnected
    },
    show() {
      if (!dialog.open) dialog.showModal()
    },
    resize(height) {
      dialog.style.blockSize = `min(max(12rem, ${height}px), 90vh)`
    },
    hide() {
      hiding = dialog.open
      dialog.close()
    },
    end() {
      hiding = dialog.open
      dialog.close()
      dialog.remove()
    },
  }
}

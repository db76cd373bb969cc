/** The wallet of one component: opened when it is needed, asked, closed when nobody waits, and shown as React reads it. */
import { AndironError, type EnvironmentInput, resolveEnvironment } from '@andiron/sdk'
import { type Connection, pair, type RequestOptions } from './connection.ts'
import { type Dialog, type DialogMode, openDialog } from './dialog.ts'
import { asError, reactError } from './failure.ts'
import type { Asked, Reply, RequestPayload } from './messages.ts'

export interface WalletOptions {
  readonly applicationId: string
  /** Which deployment the wallet belongs to. */
  readonly environment: EnvironmentInput
  /** @default 'popup' */
  readonly mode: DialogMode
  /** Milliseconds that a person may take for an answer. */
  readonly timeout: number
}

export interface WalletState {
  /** The DID under which the person stores; what is known once they have chosen a profile. */
  readonly storageKey: string | undefined
  readonly isDialogOpen: boolean
  /** Whether a record or a file is on its way. */
  readonly isSubmitting: boolean
}

export interface Wallet {
  subscribe(listener: () => void): () => void
  read(): WalletState
  /** Opens the wallet, unless it is open, and asks it. Call it from a click: a popup must be opened by one. */
  ask<T extends Asked>(
    type: T,
    payload: RequestPayload<T>,
    options?: Omit<RequestOptions, 'timeout'>,
  ): Promise<Reply<T>>
  /** Closes the wallet and fails what is open. What is begun later opens it again. */
  stop(): void
}

export const CLOSED: WalletState = { storageKey: undefined, isDialogOpen: false, isSubmitting: false }

/** Milliseconds in which a page has to load and to answer. */
const PATIENCE = 30_000

/** @param onSession - told the DID whenever the person has chosen a profile */
export function createWallet(options: WalletOptions, onSession: (storageKey: string) => void): Wallet {
  const { applicationId, mode, timeout } = options
  const listeners = new Set<() => void>()
  let state = CLOSED
  let submitting = 0
  let opened: { readonly dialog: Dialog; readonly connection: Connection } | undefined

  function become(changes: Partial<WalletState>): void {
    state = { ...state, ...changes, isSubmitting: submitting > 0 }
    for (const listener of listeners) listener()
  }

  function leave(reason: Error): void {
    const left = opened
    opened = undefined
    left?.connection.end(reason)
    left?.dialog.end()
    become({ isDialogOpen: false })
  }

  function open(): Connection {
    if (opened?.dialog.gone) leave(reactError('AND_DIALOG_CLOSED'))
    if (opened) {
      opened.dialog.show()
      become({ isDialogOpen: true })
      return opened.connection
    }
    const { apiBaseUrl } = resolveEnvironment(options.environment)
    if (!navigator.onLine) throw reactError('AND_OFFLINE')
    const url = new URL(`${apiBaseUrl}/wallet-external`)
    url.searchParams.set('applicationId', applicationId)
    // Which of the application's origins this page is; the frame believes it only where it is one of them.
    url.searchParams.set('origin', location.origin)
    const closed = () => leave(reactError('AND_DIALOG_CLOSED'))
    const dialog = openDialog(url.href, mode, closed)
    const connection = pair({
      ...{ home: window, frame: dialog.window, origin: url.origin, applicationId },
      timeout: PATIENCE,
      onSession(storageKey) {
        become({ storageKey })
        onSession(storageKey)
      },
      onClosing: closed,
    })
    opened = { dialog, connection }
    become({ isDialogOpen: true })
    return connection
  }

  /** Nobody waits any more: a popup goes, a frame is put out of the way. */
  function rest(connection: Connection): void {
    if (opened?.connection !== connection || connection.open > 0) return
    opened.dialog.hide()
    if (mode === 'popup') {
      connection.end(reactError('AND_DIALOG_CLOSED'))
      opened = undefined
    }
    become({ isDialogOpen: false })
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    read: () => state,

    async ask(type, payload, { signal, onProgress } = {}) {
      const counted = type === 'OPEN_WALLET' ? 0 : 1
      submitting += counted
      let connection: Connection | undefined
      try {
        connection = open()
        become({})
        return await connection.request(type, payload, { signal, onProgress, timeout })
      } catch (cause) {
        const error = asError(cause)
        // The wallet cannot be talked to: what is shown in its place is of no use.
        if (error instanceof AndironError && UNUSABLE.has(error.code)) leave(error)
        throw error
      } finally {
        submitting -= counted
        if (connection) rest(connection)
        become({})
      }
    },

    stop() {
      leave(new DOMException('The component is gone', 'AbortError'))
    },
  }
}

const UNUSABLE: ReadonlySet<string> = new Set([
  'AND_DIALOG_UNREACHABLE',
  'AND_WALLET_VERSION',
  'AND_WRONG_APPLICATION',
])

/**
 * The wallet of one component: opened on demand, closed when no request is pending, and exposed as an
 * external store.
 */
import { AndironError, type EnvironmentInput, resolveEnvironment } from '@andiron/sdk'
import { type Connection, pair, type RequestOptions } from './connection.ts'
import { type Dialog, type DialogMode, openDialog } from './dialog.ts'
import { asError, reactError } from './failure.ts'
import type { RepliedType, Reply, RequestPayload } from './messages.ts'

export interface WalletOptions {
  readonly applicationId: string
  /** The deployment of the wallet. */
  readonly environment: EnvironmentInput
  /** @default 'popup' */
  readonly mode: DialogMode
  /** Milliseconds that a person may take to answer. */
  readonly timeout: number
}

export interface WalletState {
  /** The person's DID; undefined until they have chosen a profile. */
  readonly storageKey: string | undefined
  readonly isDialogOpen: boolean
  /** True while a record or a file is being stored. */
  readonly isSubmitting: boolean
}

export interface Wallet {
  subscribe(listener: () => void): () => void
  read(): WalletState
  /**
   * Opens the wallet if necessary and sends a request. Call it in a click handler: a popup must be opened in
   * one.
   */
  ask<T extends RepliedType>(
    type: T,
    payload: RequestPayload<T>,
    options?: Omit<RequestOptions, 'timeout'>,
  ): Promise<Reply<T>>
  /** Closes the wallet and fails pending requests. Later requests open it again. */
  stop(): void
}

export const CLOSED: WalletState = { storageKey: undefined, isDialogOpen: false, isSubmitting: false }

/** Milliseconds in which a page has to load and respond. */
const PATIENCE = 30_000

/** @param onSession - called with the DID whenever the person has chosen a profile */
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
    // The page's origin among those of the application; the frame checks that it is registered.
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
      onResize: height => dialog.resize(height),
      onClosing: closed,
    })
    opened = { dialog, connection }
    become({ isDialogOpen: true })
    return connection
  }

  /** No request is pending: close a popup, hide a frame. */
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
        // The wallet cannot be reached: remove what is shown in its place.
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

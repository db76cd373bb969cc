/**
 * The hook with which an application stores data in people's profiles without handling keys: the service's
 * wallet frame holds them.
 */
'use client'
import type { EnvironmentInput, SubmissionPayload } from '@andiron/sdk'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DialogMode } from './dialog.ts'
import { asError } from './failure.ts'
import type { InterpolateSocials } from './messages.ts'
import { CLOSED, createWallet, type Wallet, type WalletState } from './wallet.ts'

export interface WelshareCallbacks {
  /** Called when a record is stored. */
  onUploaded?(payload: UploadedPayload): void
  /** Called on every failure; an `AndironError` has a `code`. */
  onError?(error: Error): void
  /** Called when the person has chosen the profile that receives the data. */
  onSessionReady?(storageKey: string): void
  onFileUploaded?(uid: string, url: string): void
}

/** The submission and its location. */
export interface UploadedPayload extends SubmissionPayload {
  readonly insertedUid?: string
  readonly documentReferenceUid?: string
}

export interface WelshareOptions {
  readonly applicationId: string
  /** @default 'production' */
  readonly environment?: EnvironmentInput
  /** Base URL of the gateway; overrides the address of the environment. */
  readonly apiBaseUrl?: string
  readonly callbacks?: WelshareCallbacks
  /**
   * Personal details that the page does not see, each with the `linkId` of the question that it answers. The
   * person enters them in the wallet. Anyone who may read the record can read them there.
   */
  readonly interpolateSocials?: InterpolateSocials
  /** A window, or a frame in a dialog of this page. @default 'popup' */
  readonly mode?: DialogMode
  /** Milliseconds that a person may take to answer. @default 600000 */
  readonly timeout?: number
}

/** Any object with the uid of a collection: `Schemas.QuestionnaireResponse`. */
export interface SubmissionSchema {
  readonly schemaUid: string
}

export interface UploadFileOptions {
  /** Called with the completed part, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

export interface Welshare extends WalletState {
  readonly isConnected: boolean
  /**
   * Opens the wallet to choose or change the profile. Resolves with its DID. Failures also go to `onError`.
   */
  openWallet(): Promise<string>
  /**
   * Stores a record, once the person has reviewed it and agreed. Call it in a click handler.
   * @param record - a response refers to its questionnaire by `_id`
   */
  submitData(schema: SubmissionSchema, record: object): Promise<UploadedPayload>
  /**
   * Stores a file: the wallet encrypts, uploads and describes it.
   * @param reference - the question that the file answers: `questionnaire/<id>/<slot>`
   */
  uploadFile(
    file: File,
    reference: string,
    options?: UploadFileOptions,
  ): Promise<{ readonly url: string; readonly binaryFileUid: string }>
}

const PATIENCE = 600_000

/**
 * Stores data in people's own profiles through the gateway's wallet; the page handles no key. Every promise
 * settles, and every failure also reaches `callbacks.onError`.
 * @param options - the application, the gateway, and callbacks
 * @example
 * ```tsx
 * const { submitData } = useWelshare({ applicationId: 'sleep-study', apiBaseUrl: 'https://profile.example' })
 * return <button onClick={() => submitData(Schemas.QuestionnaireResponse, response)}>Store</button>
 * ```
 */
export function useWelshare(options: WelshareOptions): Welshare {
  const { applicationId, apiBaseUrl, mode = 'popup', timeout = PATIENCE } = options
  const environment = useSteady(addressOf(options.environment ?? 'production', apiBaseUrl))
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const wallet = useMemo(
    () =>
      createWallet({ applicationId, environment, mode, timeout }, storageKey =>
        latest.current.callbacks?.onSessionReady?.(storageKey),
      ),
    [applicationId, environment, mode, timeout],
  )
  useEffect(() => wallet.stop, [wallet])
  const state = useSyncExternalStore(wallet.subscribe, wallet.read, () => CLOSED)
  const operations = useMemo(() => operationsOf(wallet, latest), [wallet])
  return { ...state, ...operations, isConnected: state.storageKey !== undefined }
}

type Operations = Pick<Welshare, 'openWallet' | 'submitData' | 'uploadFile'>

function operationsOf(wallet: Wallet, latest: { readonly current: WelshareOptions }): Operations {
  const applicationId = () => latest.current.applicationId

  /** Reports failures to `onError`. An ignored promise does not raise an unhandled rejection. */
  function reportingErrors<T>(reply: Promise<T>): Promise<T> {
    reply.catch((cause: unknown) => {
      const error = asError(cause)
      if (error.name !== 'AbortError') latest.current.callbacks?.onError?.(error)
    })
    return reply
  }

  return {
    openWallet() {
      const manage = wallet.read().storageKey !== undefined
      const reply = wallet.ask('OPEN_WALLET', { manage })
      return reportingErrors(reply.then(({ sessionPublicKey }) => sessionPublicKey))
    },

    submitData({ schemaUid: schemaId }, record) {
      const { interpolateSocials } = latest.current
      const submission = { ...record }
      const timestamp = new Date().toISOString()
      const reply = wallet.ask('SUBMIT_DATA', {
        ...{ applicationId: applicationId(), timestamp, schemaId, submission },
        ...(interpolateSocials && { interpolateSocials }),
      })
      return reportingErrors(
        reply.then(payload => {
          latest.current.callbacks?.onUploaded?.(payload as UploadedPayload)
          return payload as UploadedPayload
        }),
      )
    },

    uploadFile(file, reference, options = {}) {
      const fileType = file.type || 'application/octet-stream'
      const about = { applicationId: applicationId(), reference, fileName: file.name, fileType }
      const reply = wallet.ask('SUBMIT_BINARY_DATA', { ...about, data: file }, options)
      return reportingErrors(
        reply.then(({ insertedUid, url }) => {
          latest.current.callbacks?.onFileUploaded?.(insertedUid, url)
          return { url, binaryFileUid: insertedUid }
        }),
      )
    },
  }
}

function addressOf(environment: EnvironmentInput, apiBaseUrl: string | undefined): EnvironmentInput {
  if (apiBaseUrl === undefined) return environment
  return typeof environment === 'string' ? apiBaseUrl : { ...environment, apiBaseUrl }
}

/**
 * Returns the same object while its content is equal: an environment literal is a new object on each render.
 */
function useSteady<T>(value: T): T {
  const [kept, setKept] = useState(value)
  const same = Object.is(kept, value) || JSON.stringify(kept) === JSON.stringify(value)
  if (!same) setKept(value)
  return same ? kept : value
}

/** The hook by which an application has people store in their profiles, and handles no key: a wallet frame of the service does. */
'use client'
import type { EnvironmentInput, SubmissionPayload } from '@andiron/sdk'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DialogMode } from './dialog.ts'
import { asError } from './failure.ts'
import type { InterpolateSocials } from './messages.ts'
import { CLOSED, createWallet, type Wallet, type WalletState } from './wallet.ts'

export interface WelshareCallbacks {
  /** A record is stored. */
  onUploaded?(payload: UploadedPayload): void
  /** Whatever did not come about; an `AndironError` has a `code`. */
  onError?(error: Error): void
  /** The person has chosen the profile that is stored to. */
  onSessionReady?(storageKey: string): void
  onFileUploaded?(uid: string, url: string): void
}

/** What was submitted, and where it is. */
export interface UploadedPayload extends SubmissionPayload {
  readonly insertedUid?: string
  readonly documentReferenceUid?: string
}

export interface WelshareOptions {
  readonly applicationId: string
  /** @default 'production' */
  readonly environment?: EnvironmentInput
  /** Base URL of the gateway; counts more than the address of the environment. */
  readonly apiBaseUrl?: string
  readonly callbacks?: WelshareCallbacks
  /**
   * Details of the person that the page does not get to see, each with the `linkId` of the question that it answers. The person
   * gives them in the wallet; who may read the record can read them there.
   */
  readonly interpolateSocials?: InterpolateSocials
  /** A window of its own, or a frame in a dialog of this page. @default 'popup' */
  readonly mode?: DialogMode
  /** Milliseconds that a person may take for an answer. @default 600000 */
  readonly timeout?: number
}

/** Anything with the uid of a collection: `Schemas.QuestionnaireResponse`. */
export interface SubmissionSchema {
  readonly schemaUid: string
}

export interface UploadFileOptions {
  /** Told the part that is done, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

export interface Welshare extends WalletState {
  readonly isConnected: boolean
  /** Opens the wallet: to choose a profile, or another one. Resolves with its DID; what fails is told to `onError`. */
  openWallet(): Promise<string>
  /**
   * Has the person store a record, once they have seen it and agreed. Call it from a click.
   * @param record - a response names its questionnaire by `_id`
   */
  submitData(schema: SubmissionSchema, record: object): Promise<UploadedPayload>
  /**
   * Has the person store a file: sealed in the wallet, uploaded, described.
   * @param reference - what it belongs to: `questionnaire/<id>/<slot>`
   */
  uploadFile(
    file: File,
    reference: string,
    options?: UploadFileOptions,
  ): Promise<{ readonly url: string; readonly binaryFileUid: string }>
}

const PATIENCE = 600_000

/**
 * Lets people store in their own profiles through the wallet of the gateway; the page handles no key. Every promise settles, and every
 * failure also reaches `callbacks.onError`.
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

  /** Tells `onError` what fails. The promise may be left alone: its rejection is then no error of the page. */
  function told<T>(asked: Promise<T>): Promise<T> {
    asked.catch((cause: unknown) => {
      const error = asError(cause)
      if (error.name !== 'AbortError') latest.current.callbacks?.onError?.(error)
    })
    return asked
  }

  return {
    openWallet() {
      const manage = wallet.read().storageKey !== undefined
      const asked = wallet.ask('OPEN_WALLET', { manage })
      return told(asked.then(({ sessionPublicKey }) => sessionPublicKey))
    },

    submitData({ schemaUid: schemaId }, record) {
      const { interpolateSocials } = latest.current
      const submission = { ...record }
      const timestamp = new Date().toISOString()
      const asked = wallet.ask('SUBMIT_DATA', {
        ...{ applicationId: applicationId(), timestamp, schemaId, submission },
        ...(interpolateSocials && { interpolateSocials }),
      })
      return told(
        asked.then(payload => {
          latest.current.callbacks?.onUploaded?.(payload as UploadedPayload)
          return payload as UploadedPayload
        }),
      )
    },

    uploadFile(file, reference, options = {}) {
      const fileType = file.type || 'application/octet-stream'
      const about = { applicationId: applicationId(), reference, fileName: file.name, fileType }
      const asked = wallet.ask('SUBMIT_BINARY_DATA', { ...about, data: file }, options)
      return told(
        asked.then(({ insertedUid, url }) => {
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

/** The same object for as long as it says the same: an environment written where it is passed is a new one at each render. */
function useSteady<T>(value: T): T {
  const [kept, setKept] = useState(value)
  const same = Object.is(kept, value) || JSON.stringify(kept) === JSON.stringify(value)
  if (!same) setKept(value)
  return same ? kept : value
}

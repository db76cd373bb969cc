/** The key of the operator, then the state of the gateway, read again every few seconds. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OperatorStatus } from '../../../schemas/operator-status.ts'
import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'
import { drawn } from '../shell/text-with-elements.tsx'
import { Top } from './operator-bar.tsx'
import { KeyRefused, readStatus } from './status.ts'
import { StatusView } from './status-view.tsx'

/** Milliseconds between two readings. */
const EVERY = 5_000

export function Operator() {
  // In memory alone: sessionStorage is readable by every page of this origin in this tab. A reload asks again.
  const [key, setKey] = useState<string>()
  const [status, setStatus] = useState<OperatorStatus>()
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (key === undefined) return
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const read = async () => {
      try {
        setStatus(await readStatus(key, stopped.signal))
        setFailure('')
      } catch (error) {
        if (stopped.signal.aborted) return
        if (error instanceof KeyRefused) {
          setKey(undefined)
          setStatus(undefined)
        }
        setFailure(sentenceOf(error))
      }
      if (!stopped.signal.aborted) timer = setTimeout(read, EVERY)
    }
    void read()
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [key])

  if (key === undefined || (status === undefined && failure === ''))
    return <KeyForm failure={failure} isReading={key !== undefined} onKey={setKey} />
  return (
    <StatusView
      status={status}
      failure={failure}
      onLock={() => {
        setKey(undefined)
        setStatus(undefined)
        setFailure('')
      }}
    />
  )
}

/** Without an answer, `fetch` throws a TypeError. */
const sentenceOf = (error: unknown): string =>
  error instanceof Said ? error.say() : error instanceof TypeError ? words.gatewaySilent : String(error)

interface KeyFormProps {
  readonly failure: string
  readonly isReading: boolean
  readonly onKey: (key: string) => void
}

function KeyForm({ failure, isReading, onKey }: KeyFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const key = field.current?.value.trim() ?? ''
    if (key !== '') onKey(key)
  }
  return (
    <>
      <Top />
      <main className="op-lock">
        <div className="op-card">
          <h1>{words.operatorTitle}</h1>
          <p>{words.operatorAbout}</p>
          <form onSubmit={send} method="post">
            <label htmlFor="operator-key">{words.operatorKey}</label>
            <input
              id="operator-key"
              ref={field}
              type="password"
              autoComplete="current-password"
              required
              maxLength={512}
              aria-describedby="operator-key-about"
              aria-invalid={failure !== ''}
            />
            <p id="operator-key-about" className="op-faint">
              {drawn(words.operatorKeyAbout, { option: <code>plugins.operations.operatorKey</code> })}
            </p>
            <button type="submit" disabled={isReading}>
              {words.showState}
            </button>
            <p role="alert" className="op-bad-text">
              {failure}
            </p>
          </form>
        </div>
      </main>
    </>
  )
}

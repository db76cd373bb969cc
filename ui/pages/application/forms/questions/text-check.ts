/** Validates a text while it is edited: one validation at a time, each of the latest text. */
import { useEffect, useRef, useState } from 'react'
import workerUrl from './check-worker.ts?worker&url'
import type { Finding } from './finding.ts'

declare global {
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules }
    | undefined
}

/** The findings, with the text that they belong to. */
export interface Checked {
  readonly text: string
  readonly findings: readonly Finding[]
}

/** The only script that this page starts beside its own; the policy permits no other. */
const policy = globalThis.trustedTypes?.createPolicy('andiron-worker', { createScriptURL: () => workerUrl })

/** The latest result. While the current text is being validated, it belongs to an earlier one. */
export function useChecked(text: string): Checked {
  const [checked, setChecked] = useState<Checked>({ text: '', findings: [] })
  const ask = useRef<(text: string) => void>(undefined)
  useEffect(() => {
    const worker = new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' })
    let underWay: string | undefined
    let next: string | undefined
    ask.current = wanted => {
      if (underWay !== undefined) {
        next = wanted
        return
      }
      underWay = wanted
      worker.postMessage(wanted)
    }
    worker.onmessage = ({ data: findings }: MessageEvent<readonly Finding[]>) => {
      const done = underWay ?? ''
      underWay = undefined
      setChecked({ text: done, findings })
      if (next !== undefined && next !== done) ask.current?.(next)
      next = undefined
    }
    return () => worker.terminate()
  }, [])
  useEffect(() => ask.current?.(text), [text])
  return checked
}

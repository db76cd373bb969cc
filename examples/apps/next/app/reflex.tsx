'use client'
import { useWelshare } from '@andiron/react'
import type { SubmissionPayload } from '@andiron/react/types'
import { useState } from 'react'
import { type ReflexSubmission, Schemas, service } from './service'

/** Measures a person's reaction time and stores it as a record of the application's own collection. */
export function Reflex() {
  const [begun, setBegun] = useState<number>()
  const [measured, setMeasured] = useState<ReflexSubmission>()
  const [stored, setStored] = useState<SubmissionPayload<ReflexSubmission>>()
  const { submitData, isSubmitting } = useWelshare({
    ...service,
    callbacks: {
      onUploaded: payload => setStored(payload as unknown as SubmissionPayload<ReflexSubmission>),
      onError: console.error,
    },
  })

  function press() {
    const now = performance.now()
    if (begun === undefined) setBegun(now)
    else setMeasured({ milliseconds: Math.round(now - begun), measuredAt: new Date().toISOString() })
  }

  return (
    <section aria-label="Reflex">
      <button type="button" onClick={press}>
        {begun === undefined ? 'Start' : 'Now'}
      </button>
      <p>{measured ? `${measured.milliseconds} ms` : 'Not measured'}</p>
      <button
        type="button"
        disabled={!measured || isSubmitting}
        onClick={() => measured && void submitData(Schemas.ReflexSubmission, measured)}
      >
        Store my reflex
      </button>
      <p role="status">{stored ? `Stored: ${stored.submission.milliseconds} ms` : ''}</p>
    </section>
  )
}

/** A proposal of an assistant, by the link that it gave to the person: signed here, or declined. */
import { useEffect, useId, useState } from 'react'
import { ProposedRecord } from '../../../schemas/proposal.ts'
import { SubmissionAnswer } from '../../../schemas/submission.ts'
import type { Infer } from '../../../schemas/types.ts'
import { type HttpRequest, send, sendForJson } from '../../sdk/http.ts'
import { createJWTForStorageKeys } from '../../sdk/jwt.ts'
import { StepStatus } from '../application/step-status.tsx'
import { sentenceOf, useStep } from '../step.ts'
import { useScene } from './scene.ts'
import { dateOf } from './words.ts'

type Proposal = Infer<typeof ProposedRecord>

/** The secret of the link. It is in the fragment, which reaches no server and no log. */
const secretIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('proposal') ?? ''

export function Proposed() {
  const { keyPair, reload } = useScene()
  const [secret, setSecret] = useState(() => secretIn(location.hash))
  const [proposal, setProposal] = useState<Proposal>()
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState('')
  const step = useStep()
  const heading = useId()

  const request = (path: string, scope: 'read' | 'write'): HttpRequest => ({
    method: 'POST',
    url: `${location.origin}/api/profile/proposal${path}`,
    token: createJWTForStorageKeys(keyPair, { scopes: [scope] }),
    body: { proposal: secret },
    repeatable: true,
  })
  useEffect(() => {
    const follow = () => setSecret(secretIn(location.hash))
    addEventListener('hashchange', follow)
    if (secret)
      sendForJson<Proposal>(request('', 'read'), ProposedRecord.required).then(setProposal, error =>
        setFailure(sentenceOf(error)),
      )
    return () => removeEventListener('hashchange', follow)
  }, [secret, keyPair])

  if (!secret) return null
  const end = (sentence: string) => {
    setProposal(undefined)
    setDone(sentence)
    history.replaceState(null, '', location.pathname)
  }
  const sign = () =>
    step.run('Signing …', async () => {
      await sendForJson(request('/sign', 'write'), SubmissionAnswer.required)
      end('Stored in your profile.')
      await reload()
    })
  const decline = () =>
    step.run('Declining …', async () => {
      await send(request('/decline', 'write'))
      end('Declined: nothing was stored.')
    })

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>An assistant proposes</h2>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      {proposal && (
        <>
          <p>
            <q>{proposal.client.name}</q> ({proposal.client.id}) proposes to store in your profile:
          </p>
          <p>
            <strong>{proposal.summary}</strong>
          </p>
          <p>
            Nothing is stored before you sign. The record will name the program. Proposed{' '}
            {dateOf(proposal.proposedAt)}, open until {dateOf(proposal.expiresAt)}.
          </p>
          <button type="button" disabled={step.doing !== ''} onClick={sign}>
            Sign and store
          </button>{' '}
          <button type="button" className="quiet" disabled={step.doing !== ''} onClick={decline}>
            Decline
          </button>
        </>
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

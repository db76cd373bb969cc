/** A proposal of an assistant, by the link that it gave to the person: changed and signed here, or declined. */
import { useEffect, useId, useState } from 'react'
import { ProposedRecord } from '../../../../schemas/proposal.ts'
import { SubmissionAnswer } from '../../../../schemas/submission.ts'
import type { Infer } from '../../../../schemas/types.ts'
import { type HttpRequest, send, sendForJson } from '../../../sdk/http.ts'
import { createJWTForStorageKeys } from '../../../sdk/jwt.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { Failure } from '../../shell/failure.tsx'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { lazily } from '../../shell/lazy-part.tsx'
import { sentenceOf, useStep } from '../../shell/run-action.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import { useScene } from '../page-context.ts'
import { clientName } from './client-name.ts'
import { isMeasurement, ProposedMeasurement } from './proposal-measurement.tsx'

const ProposedForm = lazily(
  async () => (await import('./proposal-form.tsx')).ProposedForm,
  () => <p role="status">{words.loadingForm}</p>,
)

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

  const request = (path: string, scope: 'read' | 'write', record?: object): HttpRequest => ({
    method: 'POST',
    url: `${location.origin}/api/profile/proposal${path}`,
    token: createJWTForStorageKeys(keyPair, { scopes: [scope] }),
    body: { proposal: secret, ...(record && { record }) },
    repeatable: true,
  })
  useEffect(() => {
    const follow = () => {
      // Another view has none: the proposal waits.
      const other = secretIn(location.hash)
      if (other) setSecret(other)
    }
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
  const store = async (record?: object) => {
    await sendForJson(request('/sign', 'write', record), SubmissionAnswer.required)
    end(words.storedInProfile)
    await reload()
  }
  const sign = (record?: object) => void step.run(words.signing, () => store(record))
  const decline = () =>
    step.run(words.decliningProposal, async () => {
      await send(request('/decline', 'write'))
      end(words.declined)
    })

  return (
    <section className="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.proposes}</h2>
      {failure && <Failure text={failure} />}
      {proposal && (
        <>
          <p>{drawn(words.proposesToStore, { name: <Name>{clientName(proposal.client)}</Name> })}</p>
          <p>
            <strong>
              <bdi>{proposal.summary}</bdi>
            </strong>
          </p>
          {proposal.answers && (
            <ul className="answers">
              {proposal.answers.map(({ question, answer }, at) => (
                <li key={`${at} ${question}`}>
                  <bdi>{question}</bdi>{' '}
                  <strong>
                    <bdi>{answer}</bdi>
                  </strong>
                </li>
              ))}
            </ul>
          )}
          {proposal.application && (
            <p>{drawn(words.formOf, { name: <Name>{proposal.application.name}</Name> })}</p>
          )}
          <p>
            {words.beforeYouSign({
              from: dateOf(proposal.proposedAt),
              until: dateOf(proposal.expiresAt),
            })}
          </p>
          {proposal.record['resourceType'] === 'QuestionnaireResponse' ? (
            <ProposedForm response={proposal.record} onSign={store} />
          ) : isMeasurement(proposal.record) ? (
            <ProposedMeasurement record={proposal.record} busy={step.doing !== ''} onSign={sign} />
          ) : (
            <button
              type="button"
              className="wq-button wq-primary"
              disabled={step.doing !== ''}
              onClick={() => sign()}
            >
              {words.signAndStore}
            </button>
          )}{' '}
          <button type="button" className="wq-button" disabled={step.doing !== ''} onClick={decline}>
            {words.decline}
          </button>
          <details>
            <summary>{words.technical}</summary>
            <p>
              <Name>{clientName(proposal.client)}</Name> <code className="did">{proposal.client.id}</code>
            </p>
            {proposal.application && (
              <p>
                <Name>{proposal.application.name}</Name>{' '}
                <code className="did">{proposal.application.id}</code>
              </p>
            )}
          </details>
        </>
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

/** A name that others chose: it stays apart from the words of this page. */
const Name = ({ children }: { readonly children: string }) => (
  <q>
    <bdi>{children}</bdi>
  </q>
)

/** The end of a request: what happened to the data, and what the person can do next. */
import { Icon, type IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { AndironError } from '../../sdk/errors.ts'
import { Quoting } from '../shell/failure.tsx'
import { Heading } from '../shell/heading.tsx'
import { words } from '../shell/language/page-texts.ts'
import { sentenceOf } from '../shell/run-action.ts'
import { Service } from '../shell/service-host.tsx'
import { drawn } from '../shell/text-with-elements.tsx'
import type { Frame } from './open-frame.ts'
import { isPublisher, useForm } from './request-form.ts'
import type { Outcome } from './request-queue.ts'
import { type Subject, subjectOf } from './request-subject.ts'

type Failure = NonNullable<Outcome['failure']>

export interface OutcomeProps {
  readonly frame: Frame
  readonly outcome: Outcome
}

/** The screen after the last request. */
export function OutcomeView({ frame, outcome }: OutcomeProps): ReactNode {
  const end = useEnd(frame, outcome)
  const { application, close, requestQueue } = frame
  if (!end) return <p role="status">{words.moment}</p>
  const { title, sentence, reason, kind, next } = end
  return (
    <div className="screen">
      <Service />
      {!outcome.failure && (
        <span className="done">
          <Icon name="done" />
        </span>
      )}
      <Heading>{title}</Heading>
      <p {...(outcome.failure && { className: 'notice', role: 'alert' })}>{sentence}</p>
      {next === 'sharing' && (
        <ul className="next">
          <Next icon="read" to="activity" title={words.seeReaders({ kind })}>
            {words.listsAccess}
          </Next>
          <Next icon="sharing" to="sharing" title={words.stopSharing}>
            {words.underSharing}
          </Next>
        </ul>
      )}
      {next === 'profile' && (
        <ul className="next">
          <Next icon="timeline" to="timeline" title={words.lookInProfile}>
            {words.listsStored}
          </Next>
        </ul>
      )}
      {reason !== undefined && (
        <details>
          <summary>{words.technical}</summary>
          <p>
            <Quoting text={reason} />
          </p>
        </details>
      )}
      <p className="answers">
        <button type="button" className="primary" onClick={close}>
          {drawn(words.backTo, { name: <bdi>{application.name}</bdi> })}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.disconnect()}>
          {words.useAnother}
        </button>
      </p>
    </div>
  )
}

/** The end of the previous request, above the next decision. */
export function OutcomeNotice({ frame, outcome }: OutcomeProps): ReactNode {
  const end = useEnd(frame, outcome)
  return (
    end && (
      <p className={outcome.failure ? 'notice' : 'stored'} role={outcome.failure ? 'alert' : 'status'}>
        <strong>{words.noticeTitle({ title: end.title })}</strong> {end.sentence}
      </p>
    )
  )
}

interface NextProps {
  readonly icon: IconName
  /** The view of the profile page. */
  readonly to: string
  readonly title: string
  readonly children: ReactNode
}

/** A new tab, because this window belongs to the application's page. */
const Next = ({ icon, to, title, children }: NextProps): ReactNode => (
  <li>
    <a href={`/profile#${to}`} target="_blank" rel="noreferrer">
      <Icon name={icon} />
      <strong>{title}</strong>
      <small>{children}</small>
    </a>
  </li>
)

interface End {
  readonly title: string
  readonly sentence: ReactNode
  /** The message of the error. */
  readonly reason?: string
  readonly kind: Subject['kind']
  /** The links: none if nothing was stored. */
  readonly next: 'sharing' | 'profile' | 'none'
}

/** `undefined` while the form is loading, because it tells who can read the data. */
function useEnd(frame: Frame, { request, failure }: Outcome): End | undefined {
  const { form, isLoading } = useForm(frame, request.questionnaire)
  if (isLoading) return undefined
  const { kind } = subjectOf(request.ask, form, {})
  const name = <bdi>{frame.application.name}</bdi>
  if (failure) {
    const reason = sentenceOf(failure.error).slice(0, 300)
    return { ...failed(failure, kind, name, reason), reason, kind }
  }
  if (!isPublisher(frame.application, form))
    return { title: words.saved, sentence: words.savedAbout({ kind }), kind, next: 'profile' }
  const sentence =
    kind === 'file' ? drawn(words.sharedFile, { name }) : drawn(words.sharedAbout, { kind, name })
  return { title: words.shared, sentence, kind, next: 'sharing' }
}

/** The state of the data after a failure, and the next step for the person. */
function failed(
  { error, kept }: Failure,
  kind: Subject['kind'],
  name: ReactNode,
  reason: string,
): Pick<End, 'title' | 'sentence' | 'next'> {
  if (kept === 'file') return { title: words.fileKept, sentence: words.fileKeptAbout, next: 'profile' }
  if (kept === 'consent')
    return { title: words.consentKept({ kind }), sentence: words.consentKeptAbout, next: 'profile' }
  if (!isRefusal(error))
    return { title: words.uncertain({ kind }), sentence: words.uncertainAbout({ kind }), next: 'profile' }
  return {
    title: words.nothingStored,
    next: 'none',
    sentence: isInvalid(error) ? (
      drawn(words.invalid, { kind, name })
    ) : (
      <>
        {drawn(words.refused, {
          kind,
          reason: (
            <bdi>
              <Quoting text={reason} />
            </bdi>
          ),
        })}{' '}
        {drawn(words.refusedNext, { name })}
      </>
    ),
  }
}

/** True if the data did not pass the checks of the gateway, or those before it. */
const isInvalid = (error: unknown): boolean => error instanceof AndironError && error.issues !== undefined

/** True if the gateway, or a check before it, refused the data. Without an answer, they can have arrived. */
const isRefusal = (error: unknown): boolean =>
  isInvalid(error) ||
  (error instanceof AndironError &&
    error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 409)

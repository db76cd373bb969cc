/** The end of a request: what happened to the data, and what the person can do next. */
import type { ReactNode } from 'react'
import { AndironError } from '../../sdk/errors.ts'
import { Heading } from '../heading.tsx'
import { Service } from '../service.tsx'
import { Icon, type IconName } from '../shell/icon.tsx'
import { wordsOf } from '../words.ts'
import { isPublisher, useForm } from './form.ts'
import type { Frame } from './open.ts'
import type { Outcome } from './request-queue.ts'
import { type Subject, subjectOf } from './subject.ts'

type Failure = NonNullable<Outcome['failure']>

export interface OutcomeProps {
  readonly frame: Frame
  readonly outcome: Outcome
}

/** The screen after the last request. */
export function OutcomeView({ frame, outcome }: OutcomeProps): ReactNode {
  const words = useWords(frame, outcome)
  const { application, close, requestQueue } = frame
  if (!words) return <p role="status">One moment …</p>
  const { title, sentence, reason, them, next } = words
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
          <Next icon="read" to="activity" title={`See who has read ${them}`}>
            Your profile lists every access.
          </Next>
          <Next icon="sharing" to="sharing" title="Stop sharing">
            In your profile, under “Sharing”.
          </Next>
        </ul>
      )}
      {next === 'profile' && (
        <ul className="next">
          <Next icon="timeline" to="timeline" title="Look in your profile">
            It lists all that is stored.
          </Next>
        </ul>
      )}
      {reason !== undefined && (
        <details>
          <summary>Technical</summary>
          <p>{reason}</p>
        </details>
      )}
      <p className="answers">
        <button type="button" className="primary" onClick={close}>
          Back to {application.name}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.disconnect()}>
          Use another profile
        </button>
      </p>
    </div>
  )
}

/** The end of the previous request, above the next decision. */
export function OutcomeNotice({ frame, outcome }: OutcomeProps): ReactNode {
  const words = useWords(frame, outcome)
  return (
    words && (
      <p className={outcome.failure ? 'notice' : 'stored'} role={outcome.failure ? 'alert' : 'status'}>
        <strong>{words.title}.</strong> {words.sentence}
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

interface Words {
  readonly title: string
  readonly sentence: ReactNode
  /** The message of the error. */
  readonly reason?: string
  readonly them: string
  /** The links: none if nothing was stored. */
  readonly next: 'sharing' | 'profile' | 'none'
}

/** `undefined` while the form is loading, because it tells who can read the data. */
function useWords(frame: Frame, { request, failure }: Outcome): Words | undefined {
  const { form, isLoading } = useForm(frame, request.questionnaire)
  if (isLoading) return undefined
  const subject = subjectOf(request.ask, form, {})
  const { name, them } = subject
  const application = <bdi>{frame.application.name}</bdi>
  if (failure) {
    const reason = wordsOf(failure.error).slice(0, 300)
    return {
      ...failed(failure, subject, application, reason),
      ...{ reason, them },
    }
  }
  if (!isPublisher(frame.application, form))
    return { title: 'Saved', sentence: `Your profile now has your ${name}.`, them, next: 'profile' }
  const sentence = subject.record ? (
    <>
      {application} can now read your {name}. Your profile has {them} too.
    </>
  ) : (
    <>
      Your profile now has your {name}. {application} can read {them} with the answers that name {them}.
    </>
  )
  return { title: 'Shared', sentence, them, next: 'sharing' }
}

/** The state of the data after a failure, and the next step for the person. */
function failed(
  { error, kept }: Failure,
  { name, them }: Subject,
  application: ReactNode,
  reason: string,
): Pick<Words, 'title' | 'sentence' | 'next'> {
  if (kept === 'file')
    return {
      title: 'Your file is stored, but without its description',
      sentence: 'It may be missing from your documents.',
      next: 'profile',
    }
  if (kept === 'consent')
    return {
      title: `Only your consent was stored, not your ${name}`,
      sentence: 'Try again, or withdraw your consent in your profile, under “Sharing”.',
      next: 'profile',
    }
  if (!isRefusal(error))
    return {
      title: `It is not certain that your ${name} reached your profile`,
      sentence: `Look there before you send ${them} again.`,
      next: 'profile',
    }
  return {
    title: 'Nothing was stored',
    next: 'none',
    sentence: isInvalid(error) ? (
      <>
        Your {name} did not pass the checks of this service. Go back and look at {them} again. If nothing is
        wrong, only {application} can fix it.
      </>
    ) : (
      <>
        The service refused {them}: {reason} Go back and try again; if it happens again, tell {application}.
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

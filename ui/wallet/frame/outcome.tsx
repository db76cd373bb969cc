/** The end of a request: what happened to the data, and what the person can do next. */
import type { ReactNode } from 'react'
import { AndironError } from '../../sdk/errors.ts'
import { Heading } from '../heading.tsx'
import { Icon, type IconName } from '../profile/icon.tsx'
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
  const { title, sentence, them } = useWords(frame, outcome)
  const { failure } = outcome
  const { application, close, requestQueue } = frame
  return (
    <div className="screen">
      <Heading>{title}</Heading>
      <p {...(failure && { className: 'notice', role: 'alert' })}>{sentence}</p>
      {failure ? (
        <ul className="next">
          <Next icon="timeline" to="timeline" title="Look in your profile">
            It lists all that is stored.
          </Next>
        </ul>
      ) : (
        <ul className="next">
          <Next icon="read" to="activity" title={`See who has read ${them}`}>
            Your profile lists every access.
          </Next>
          <Next icon="sharing" to="sharing" title="Stop sharing">
            In your profile, under “Sharing”.
          </Next>
        </ul>
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
  const { title, sentence } = useWords(frame, outcome)
  return (
    <p className={outcome.failure ? 'notice' : 'stored'} role={outcome.failure ? 'alert' : 'status'}>
      <strong>{title}.</strong> {sentence}
    </p>
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
  readonly them: string
}

function useWords(frame: Frame, { request, failure }: Outcome): Words {
  const { form } = useForm(frame, request.questionnaire)
  const subject = subjectOf(request.ask, form, {})
  const { name, them } = subject
  if (failure) return { ...failed(failure, subject), them }
  if (!isPublisher(frame.application, form))
    return { title: 'Saved', sentence: `Your profile now has your ${name}.`, them }
  const application = <bdi>{frame.application.name}</bdi>
  const sentence = subject.record ? (
    <>
      {application} can now read your {name}. Your profile has {them} too.
    </>
  ) : (
    <>
      Your profile now has your {name}. {application} can read {them} with the answers that name {them}.
    </>
  )
  return { title: 'Shared', sentence, them }
}

/** What a failure did to the data, and its reason. */
function failed({ error, kept }: Failure, { name, them }: Subject): Omit<Words, 'them'> {
  const reason = wordsOf(error).slice(0, 300)
  if (kept === 'file')
    return {
      title: 'Your file is stored, but without its description',
      sentence: `It may be missing from your documents. ${reason}`,
    }
  if (kept === 'consent')
    return {
      title: `Only your consent was stored, not your ${name}`,
      sentence: `You can withdraw it in your profile, under “Sharing”. ${reason}`,
    }
  if (isRefusal(error)) return { title: 'Nothing was stored', sentence: reason }
  return {
    title: `It is not certain that your ${name} reached your profile`,
    sentence: `Look there before you send ${them} again. ${reason}`,
  }
}

/** True if the gateway, or a check before it, refused the data. Without an answer, they can have arrived. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AndironError &&
  (error.code.startsWith('AND_INVALID_') ||
    (error.status !== undefined && error.status >= 400 && error.status < 500 && error.status !== 409))

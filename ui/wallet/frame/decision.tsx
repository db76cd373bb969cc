/** The decision: who asks, for which data, and who can see them, with two answers. */
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Heading } from '../heading.tsx'
import { Line } from '../line.tsx'
import { sizeOf } from '../profile/words.ts'
import { Service } from '../service.tsx'
import { Asking } from './asking.tsx'
import { useClickable } from './clickable.ts'
import { asks, type Details } from './fill-in.ts'
import { isPublisher, requiredConsent, titleOf, USES, useForm } from './form.ts'
import type { Frame } from './open.ts'
import { OutcomeNotice } from './outcome.tsx'
import type { Waiting } from './request-queue.ts'
import { subjectOf } from './subject.ts'

/** Renders answers. Loaded on demand, because it is as large as the rest of this page. */
const Answers = lazy(() => import('./answers.tsx'))

export interface DecisionProps {
  readonly frame: Frame
  readonly waiting: Waiting
}

const DETAIL_FIELDS: Readonly<
  Record<keyof Details, { readonly label: string; readonly type: string; readonly autoComplete: string }>
> = {
  emailAddress: { label: 'Your e-mail address', type: 'email', autoComplete: 'email' },
  twitter: { label: 'Your name on Twitter', type: 'text', autoComplete: 'off' },
}

export function Decision({ frame, waiting }: DecisionProps): ReactNode {
  const { application, requestQueue, consents } = frame
  const { ask, origin, questionnaire: id, wants } = waiting
  const { keyPair, more, outcome } = requestQueue.read()
  const { form, isLoading } = useForm(frame, id)
  const [details, setDetails] = useState<Details>({})
  const [remember, setRemember] = useState(false)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const clickable = useClickable(button, isLoading ? undefined : ask)
  const prefix = useId()
  const name = <bdi>{application.name}</bdi>
  const consent = requiredConsent(form, frame)
  const links = ask.type === 'SUBMIT_DATA' ? ask.payload.interpolateSocials : undefined
  // A detail that no question of the form asks for would be lost: nobody has to enter it.
  const asked = wants.filter(detail => form !== undefined && asks(form as never, links?.[detail]))
  const { these, noun, them, record } = subjectOf(ask, form, details)
  const isShared = isPublisher(application, form)
  const verb = isShared ? 'Share' : 'Save'

  // The form tells who can read the data: without it, the sentences could change under the person's eyes.
  if (isLoading)
    return (
      <div className="screen">
        <Service />
        <p role="status">One moment …</p>
        <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
          Decline
        </button>
      </div>
    )
  return (
    <form
      className="screen"
      onSubmit={event => {
        event.preventDefault()
        // Untrusted events cannot press this button. A script of this page would not need to.
        if (clickable && event.nativeEvent.isTrusted) requestQueue.agree(waiting, details, remember, consent)
      }}
    >
      <Service />
      {outcome && <OutcomeNotice {...{ frame, outcome }} />}
      <Heading>
        {isShared ? (
          <>
            Share {these} with {name}?
          </>
        ) : (
          `Save ${these} to your profile?`
        )}
      </Heading>
      <dl className="three">
        <Asking {...{ application, origin }} />
        <Line
          icon={record ? 'answers' : 'documents'}
          label={isShared ? 'What they get' : 'What is saved'}
          value={
            ask.type === 'SUBMIT_BINARY_DATA' ? (
              <>
                The file <bdi>{ask.payload.fileName}</bdi>
              </>
            ) : ask.payload.submission['resourceType'] === 'QuestionnaireResponse' ? (
              <>
                Your {noun}
                {form && (
                  <>
                    {' '}
                    to <q>{titleOf(form)}</q>
                  </>
                )}
              </>
            ) : (
              <>
                A record of the kind <q>{kindOf(ask.payload.submission)}</q>
              </>
            )
          }
        >
          {ask.type === 'SUBMIT_BINARY_DATA' && (
            <>
              {sizeOf(bytesOf(ask.payload.data))}
              {form && (
                <>
                  , for <q>{titleOf(form)}</q>
                </>
              )}
              .{' '}
            </>
          )}
          Nothing else from your profile.
        </Line>
        <Line
          icon="read"
          label={`Who can see ${them}`}
          value={
            isShared ? (
              <>You, {name} and this service</>
            ) : id === undefined ? (
              'You and this service'
            ) : (
              'You, the publisher of the form and this service'
            )
          }
        >
          And readers that you allow. You can stop sharing at any time.
        </Line>
      </dl>
      {asked.length > 0 && (
        <fieldset className="choices">
          <legend>{name} asks for this; its page cannot see what you enter</legend>
          {asked.map(detail => (
            <label key={detail} htmlFor={`${prefix}${detail}`}>
              {DETAIL_FIELDS[detail].label} <small>or leave it empty</small>
              <input
                id={`${prefix}${detail}`}
                {...{
                  type: DETAIL_FIELDS[detail].type,
                  autoComplete: DETAIL_FIELDS[detail].autoComplete,
                  maxLength: 320,
                }}
                value={details[detail] ?? ''}
                onChange={({ target }) => setDetails({ ...details, [detail]: target.value })}
              />
            </label>
          ))}
        </fieldset>
      )}
      <div className="folds">
        {record && (
          <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>See {these}</summary>
            {open && (
              <Suspense fallback={<p role="status">One moment …</p>}>
                <Answers key={JSON.stringify(details)} {...{ form, record }} />
              </Suspense>
            )}
          </details>
        )}
        <details>
          <summary>Where, and for how long</summary>
          <p>
            In your profile, on every node of the storage network, until you delete {them}.{' '}
            {!record && 'A file is encrypted before it leaves this browser. '}
            Readers can keep a copy of what they have read. Your profile lists every access.
          </p>
        </details>
        <details>
          <summary>Technical</summary>
          <dl>
            <dt>Page</dt>
            <dd>{origin}. The application chose its own name.</dd>
            <dt>Service</dt>
            <dd>{location.host}</dd>
            <dt>Your profile</dt>
            <dd>
              <code>{keyPair?.did}</code>
            </dd>
            {form?.publisher !== undefined && (
              <>
                <dt>Publisher of the form</dt>
                <dd>
                  <code>{form.publisher}</code>
                </dd>
              </>
            )}
          </dl>
        </details>
      </div>
      {consents && id !== undefined && wants.length === 0 && !consent && (
        <label className="remember">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />{' '}
          Do not ask again for this form. You can change this in your profile.
        </label>
      )}
      <p role="status">{more > 0 && `${more} more to decide.`}</p>
      <div className="answers">
        {/* Beside the answers, so that it is in sight with the button that gives it. */}
        {consent && (
          <p className="consent">
            Sharing {them} gives your consent: {name} may{' '}
            {consent.purposes.map(purpose => USES[purpose]).join(' and ')}, until you withdraw it.
          </p>
        )}
        <button ref={button} type="submit" className="primary" aria-disabled={!clickable}>
          {verb} {noun}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
          Don’t {verb.toLowerCase()}
        </button>
      </div>
    </form>
  )
}

const kindOf = ({ resourceType }: Readonly<Record<string, unknown>>): string =>
  typeof resourceType === 'string' ? resourceType : 'data'

const bytesOf = (data: Blob | ArrayBuffer | ArrayBufferView): number =>
  data instanceof Blob ? data.size : data.byteLength

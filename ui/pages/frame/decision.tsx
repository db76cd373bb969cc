/** The decision: who asks, for which data, and who can see them, with two answers. */
import type { Questionnaire } from 'fhir/r5.js'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Line } from '../shell/decision-line.tsx'
import { Heading } from '../shell/heading.tsx'
import { sizeOf } from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'
import { Service } from '../shell/service-host.tsx'
import { drawn } from '../shell/text-with-elements.tsx'
import { Asking } from './application-identity.tsx'
import { useClickable } from './clickjacking-guard.ts'
import { asks, type Details } from './fill-in.ts'
import { type Frame, loadOutcome } from './open-frame.ts'
import { isPublisher, requiredConsent, titleOf, useForm } from './request-form.ts'
import type { Ask, Waiting } from './request-queue.ts'
import { type Subject, subjectOf } from './request-subject.ts'

/** Renders answers. Loaded on demand, because it is as large as the rest of this page. */
const Answers = lazily(async () => (await import('./styled-answers.ts')).Answers)

const OutcomeNotice = lazily(
  async () => (await loadOutcome()).OutcomeNotice,
  () => null,
)

export interface DecisionProps {
  readonly frame: Frame
  readonly waiting: Waiting
}

const DETAIL_FIELDS: Readonly<
  Record<
    keyof Details,
    { readonly label: 'email' | 'twitter'; readonly type: string; readonly autoComplete: string }
  >
> = {
  emailAddress: { label: 'email', type: 'email', autoComplete: 'email' },
  twitter: { label: 'twitter', type: 'text', autoComplete: 'off' },
}

interface DecisionHeadingProps extends Pick<Frame, 'application'>, Pick<ReturnType<typeof useForm>, 'form'> {
  readonly kind: Subject['kind']
}

/** The question, the same in a frame and in the window that it opens for the answer. */
export function DecisionHeading({ application, form, kind }: DecisionHeadingProps): ReactNode {
  return (
    <Heading>
      {isPublisher(application, form)
        ? drawn(words.shareTitle, { kind, name: <bdi>{application.name}</bdi> })
        : words.saveTitle({ kind })}
    </Heading>
  )
}

export function Decision({ frame, waiting }: DecisionProps): ReactNode {
  const { application, requestQueue, consents } = frame
  const { ask, origin, questionnaire: id, wants } = waiting
  const { keyPair, more, outcome } = requestQueue.read()
  const { form, isLoading } = useForm(frame, id)
  const [details, setDetails] = useState<Details>({})
  const [remember, setRemember] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const clickable = useClickable(button, isLoading ? undefined : ask)
  const name = <bdi>{application.name}</bdi>
  const consent = requiredConsent(form, frame)
  const links = ask.type === 'SUBMIT_DATA' ? ask.payload.interpolateSocials : undefined
  // A detail that no question of the form asks for would be lost: nobody has to enter it.
  const asked = wants.filter(detail => form !== undefined && asks(form as never, links?.[detail]))
  const subject = subjectOf(ask, form, details)
  const { kind, many, record } = subject
  const isShared = isPublisher(application, form)

  // The form tells who can read the data: without it, the sentences could change under the person's eyes.
  if (isLoading)
    return (
      <div className="screen">
        <Service />
        <p role="status">{words.moment}</p>
        <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
          {words.decline}
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
      <DecisionHeading {...{ application, form, kind }} />
      <dl className="three">
        <Asking {...{ application, origin }} />
        <WhatIsGiven {...{ ask, form, subject, isShared }} />
        <WhoCanSee {...{ application, waiting, isShared }} kind={kind} />
      </dl>
      {asked.length > 0 && <DetailFields {...{ application, asked, details }} onChange={setDetails} />}
      <div className="folds">
        {record && <AnswersFold {...{ form, record, kind, details }} />}
        <details>
          <summary>{words.whereTitle}</summary>
          <p>
            {words.where({ kind })} {!record && `${words.fileSealed} `}
            {words.readersKeep} {words.listsAccess}
          </p>
        </details>
        <Technical {...{ origin, keyPair, form }} />
      </div>
      {consents && id !== undefined && wants.length === 0 && !consent && (
        <label className="remember">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />{' '}
          {words.doNotAsk}
        </label>
      )}
      <p role="status">{more > 0 && words.moreToDecide({ many: more })}</p>
      <div className="answers">
        {/* Beside the answers, so that it is in sight with the button that gives it. */}
        {consent && (
          <p className="consent">
            {drawn(words.consentGiven, {
              ...{ kind, name },
              uses: consent.purposes.length === 1 ? (consent.purposes[0] ?? '') : 'both',
            })}
          </p>
        )}
        <button ref={button} type="submit" className="primary" aria-disabled={!clickable}>
          {isShared ? words.share({ kind, many }) : words.save({ kind, many })}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
          {isShared ? words.dontShare : words.dontSave}
        </button>
      </div>
    </form>
  )
}

interface WhatIsGivenProps {
  readonly ask: Ask
  readonly form: Questionnaire | undefined
  readonly subject: Subject
  readonly isShared: boolean
}

/** The line about the data. */
function WhatIsGiven({ ask, form, subject, isShared }: WhatIsGivenProps): ReactNode {
  const { kind, many, record } = subject
  const title = form && <q>{titleOf(form)}</q>
  return (
    <Line
      icon={record ? 'answers' : 'documents'}
      label={isShared ? words.whatTheyGet : words.whatIsSaved}
      value={
        ask.type === 'SUBMIT_BINARY_DATA'
          ? drawn(words.theFile, { file: <bdi>{ask.payload.fileName}</bdi> })
          : kind === 'record'
            ? drawn(words.aRecord, { resource: <q>{kindOf(ask.payload.submission)}</q> })
            : title
              ? drawn(words.yourAnswersTo, { many, form: title })
              : words.yourAnswers({ many })
      }
    >
      {ask.type === 'SUBMIT_BINARY_DATA' && (
        <>
          {title
            ? drawn(words.fileFor, { size: sizeOf(bytesOf(ask.payload.data)), form: title })
            : words.fileSize({ size: sizeOf(bytesOf(ask.payload.data)) })}{' '}
        </>
      )}
      {words.nothingElse}
    </Line>
  )
}

interface WhoCanSeeProps extends Pick<Frame, 'application'>, Pick<DecisionProps, 'waiting'> {
  readonly isShared: boolean
  readonly kind: Subject['kind']
}

function WhoCanSee({ application, waiting, isShared, kind }: WhoCanSeeProps): ReactNode {
  const value = isShared
    ? drawn(words.seenByApplication, { name: <bdi>{application.name}</bdi> })
    : waiting.questionnaire === undefined
      ? words.seenByService
      : words.seenByPublisher
  return (
    <Line icon="read" label={words.whoSees({ kind })} value={value}>
      {words.readersToo}
    </Line>
  )
}

interface DetailFieldsProps extends Pick<Frame, 'application'> {
  readonly asked: readonly (keyof Details)[]
  readonly details: Details
  onChange(details: Details): void
}

/** Details that the form asks for and the application does not see. */
function DetailFields({ application, asked, details, onChange }: DetailFieldsProps): ReactNode {
  const prefix = useId()
  return (
    <fieldset className="choices">
      <legend>{drawn(words.asksDetails, { name: <bdi>{application.name}</bdi> })}</legend>
      {asked.map(detail => {
        const { label, ...field } = DETAIL_FIELDS[detail]
        return (
          <label key={detail} htmlFor={`${prefix}${detail}`}>
            {words[label]} <small>{words.orEmpty}</small>
            <input
              id={`${prefix}${detail}`}
              {...field}
              maxLength={320}
              value={details[detail] ?? ''}
              onChange={({ target }) => onChange({ ...details, [detail]: target.value })}
            />
          </label>
        )
      })}
    </fieldset>
  )
}

interface AnswersFoldProps {
  readonly form: Questionnaire | undefined
  readonly record: NonNullable<Subject['record']>
  readonly kind: Subject['kind']
  readonly details: Details
}

/** The record as it will be stored, drawn once it is opened. */
function AnswersFold({ form, record, kind, details }: AnswersFoldProps): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.look({ kind })}</summary>
      {open && <Answers key={JSON.stringify(details)} {...{ form, record }} />}
    </details>
  )
}

interface TechnicalProps {
  readonly origin: string
  readonly keyPair: StorageKeyPair | undefined
  readonly form: Questionnaire | undefined
}

function Technical({ origin, keyPair, form }: TechnicalProps): ReactNode {
  return (
    <details>
      <summary>{words.technical}</summary>
      <dl>
        <dt>{words.page}</dt>
        <dd>{drawn(words.pageAbout, { origin: <bdi>{origin}</bdi> })}</dd>
        <dt>{words.service}</dt>
        <dd>
          <bdi>{location.host}</bdi>
        </dd>
        <dt>{words.yourProfile}</dt>
        <dd>
          <code>{keyPair?.did}</code>
        </dd>
        {form?.publisher !== undefined && (
          <>
            <dt>{words.publisher}</dt>
            <dd>
              <code>{form.publisher}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  )
}

const kindOf = ({ resourceType }: Readonly<Record<string, unknown>>): string =>
  typeof resourceType === 'string' ? resourceType : 'data'

const bytesOf = (data: Blob | ArrayBuffer | ArrayBufferView): number =>
  data instanceof Blob ? data.size : data.byteLength

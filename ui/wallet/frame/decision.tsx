/** The decision: the application, the data and its readers, with two answers. */

import type { Questionnaire } from 'fhir/r5.js'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { sameIdentity } from '../../../core/crypto/did.ts'
import { type ConsentPurpose, purposesRequired } from '../../../fhir/consent-required.ts'
import type { StoredQuestionnaire } from '../../../schemas/questionnaire.ts'
import { shortened } from '../keys/identity.tsx'
import { useClickable } from './clickable.ts'
import { asks, type Details } from './fill-in.ts'
import { Heading } from './heading.tsx'
import type { Frame } from './open.ts'
import type { RequiredConsent, Waiting } from './request-queue.ts'

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
  const { keyPair, more } = requestQueue.read()
  const form = useQuestionnaire(frame, id)
  const [details, setDetails] = useState<Details>({})
  const [remember, setRemember] = useState(false)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const clickable = useClickable(button, ask)
  const prefix = useId()
  const service = location.host
  const links = ask.type === 'SUBMIT_DATA' ? ask.payload.interpolateSocials : undefined
  // A detail that no question of the form asks for would be lost: nobody has to enter it.
  const consent = requiredConsent(form, frame)
  const asked = wants.filter(detail => form !== undefined && asks(form as never, links?.[detail]))

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        // Untrusted events cannot press this button. A script of this page would not need to.
        if (clickable && event.nativeEvent.isTrusted) requestQueue.agree(waiting, details, remember, consent)
      }}
    >
      <Heading>Save this to your health profile?</Heading>
      <dl>
        <dt>Requested by</dt>
        <dd>
          <strong>{application.name}</strong>, at <strong>{origin}</strong>
        </dd>
        <dt>Data</dt>
        <dd>
          {ask.type === 'SUBMIT_BINARY_DATA' ? (
            <>
              The file <strong>{ask.payload.fileName}</strong> ({sizeOf(ask.payload.data)})
              {form && (
                <>
                  , for the form <q>{titleOf(form)}</q>
                </>
              )}
              . It is encrypted before it leaves this browser.
            </>
          ) : form ? (
            <>
              Your answers to <q>{titleOf(form)}</q>
            </>
          ) : (
            <>
              A record of the kind <q>{kindOf(ask.payload.submission)}</q>
            </>
          )}
        </dd>
        <dt>Where</dt>
        <dd>
          In your profile <code>{keyPair && shortened(keyPair.did)}</code>, on every node of the storage
          network
        </dd>
        <dt>Who can read it</dt>
        <dd>
          You; this service ({service}), until you stop sharing
          {id !== undefined && <>; {publisherOf(form, frame)}, who published the form</>}. Every access
          appears in your audit trail.
        </dd>
        {consent && (
          <>
            <dt>Your consent</dt>
            <dd>
              {application.name} takes answers only with it: {application.name} may{' '}
              {consent.purposes.map(purpose => USES[purpose]).join(' and ')}, until you withdraw it. Storing
              them gives it.
            </dd>
          </>
        )}
      </dl>
      {ask.type === 'SUBMIT_DATA' && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Show the data</summary>
          {open && (
            <Suspense fallback={<p role="status">One moment …</p>}>
              <Answers form={form} record={ask.payload.submission} />
            </Suspense>
          )}
        </details>
      )}
      {asked.length > 0 && (
        <fieldset className="choices">
          <legend>{application.name} asks for this; its page cannot see what you enter</legend>
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
      {consents && id !== undefined && wants.length === 0 && !consent && (
        <label className="remember">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />{' '}
          Do not ask again for this form. You can change this in your profile.
        </label>
      )}
      <p className="answers">
        <button ref={button} type="submit" className="primary" aria-disabled={!clickable}>
          Store
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
          Decline
        </button>
      </p>
      <p role="status">{more > 0 && `${more} more to decide.`}</p>
    </form>
  )
}

/** The form, once loaded. A form that cannot be loaded does not block the decision. */
function useQuestionnaire({ questionnaire }: Frame, id: string | undefined): Questionnaire | undefined {
  const [form, setForm] = useState<Questionnaire>()
  useEffect(() => {
    setForm(undefined)
    if (id !== undefined) questionnaire(id).then(setForm, () => {})
  }, [questionnaire, id])
  return form
}

const USES: Readonly<Record<ConsentPurpose, string>> = {
  records: 'read your answers to this form',
  statistics: 'count them in statistics',
}

/** The consent that a form of this application requires. */
function requiredConsent(
  form: Questionnaire | undefined,
  { application }: Frame,
): RequiredConsent | undefined {
  const { _id, publisher } = (form ?? {}) as Partial<StoredQuestionnaire>
  const purposes = form === undefined ? [] : purposesRequired(form)
  if (_id === undefined || purposes.length === 0 || !sameIdentity(publisher ?? '', application.did))
    return undefined
  return { form: _id, purposes }
}

const titleOf = ({ title, name, url }: Questionnaire): string =>
  title ?? name ?? url ?? 'a form without a title'

const kindOf = ({ resourceType }: Readonly<Record<string, unknown>>): string =>
  typeof resourceType === 'string' ? resourceType : 'data'

function publisherOf(form: Questionnaire | undefined, { application }: Frame): string {
  const { publisher } = form ?? {}
  if (publisher === undefined) return 'whoever it is'
  return sameIdentity(publisher, application.did) ? application.name : shortened(publisher)
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const

function sizeOf(data: Blob | ArrayBuffer | ArrayBufferView): string {
  const bytes = data instanceof Blob ? data.size : data.byteLength
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const format = { style: 'unit', unit: UNITS[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en', format).format(bytes / 1000 ** power)
}

/** The overview: the latest measurements, the last answers and files, and the readers. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { type ReactNode, useId } from 'react'
import type { Binary } from '../../../schemas/binary.ts'
import { uids } from '../../../schemas/uids.ts'
import { hrefOf } from '../path.ts'
import { Icon, type IconName } from '../shell/icon.tsx'
import { counted } from '../words.ts'
import { isSharedWith } from './decisions.ts'
import { MeasurementCards } from './measurements.tsx'
import { ofCollection } from './own.ts'
import { permissionsIn } from './permissions.ts'
import { formIn } from './readership.ts'
import { useScene } from './scene.ts'
import { assistantsIn } from './trail.ts'
import { dateOf } from './words.ts'

/** Measurements and answers to show; the rest is in their views. */
const SHOWN = 4

/** The first words of the overview. */
export function Greeting() {
  const { own } = useScene()
  const today = new Date().toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <p className="lede">
      It is {today}.{' '}
      {own.all.length === 0
        ? 'Nothing is stored here yet. What you answer for an application appears on this page.'
        : `You have ${counted(own.all.length, 'record')}.`}
    </p>
  )
}

export function Overview() {
  const { series } = useScene()
  return (
    <div className="two">
      <div>
        <Part title="Trends" href={hrefOf('measurements')} more="All measurements">
          {series.length === 0 ? (
            <p className="empty">No measurements yet.</p>
          ) : (
            <MeasurementCards series={series.slice(0, SHOWN)} />
          )}
        </Part>
        <LastAnswers />
        <LastDocuments />
        <p>
          <a href={hrefOf('timeline')}>Everything, by date</a>
        </p>
      </div>
      <Readers />
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly href: string
  /** The text of the link. */
  readonly more: string
  readonly children: ReactNode
}

function Part({ title, href, more, children }: PartProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <div className="between">
        <h2 id={heading}>{title}</h2>
        <a href={href}>{more}</a>
      </div>
      {children}
    </section>
  )
}

function LastAnswers() {
  const { own, readership } = useScene()
  const responses = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
  return (
    <Part title="Answered last" href={hrefOf('answers')} more="All answers">
      {responses.length === 0 ? (
        <p className="empty">You have not answered a form yet.</p>
      ) : (
        <ul className="card list">
          {responses.slice(0, SHOWN).map(response => (
            <li key={response._id} className="event">
              <Icon name="answers" />
              <strong>{readership.forms.get(formIn(response) ?? '')?.title ?? 'A form'}</strong>
              <small className="event-time">{dateOf(response.authored)}</small>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function LastDocuments() {
  const files = ofCollection<Binary>(useScene().own, uids.Binary)
  if (files.length === 0) return null
  return (
    <Part title="Documents" href={hrefOf('documents')} more="All documents">
      <ul className="card list">
        {files.slice(0, SHOWN).map(({ _id, file_name, _created }) => (
          <li key={_id} className="event">
            <Icon name="documents" />
            <strong>{file_name}</strong>
            <small className="event-time">{dateOf(_created)}</small>
          </li>
        ))}
      </ul>
    </Part>
  )
}

interface Row {
  readonly id: string
  readonly icon: IconName
  readonly name: string
  readonly about: string
}

/** The readers: those whom the nodes permit, and those to whom the service gives the records. */
function Readers() {
  const { own, keyring, readership, trail } = useScene()
  const { decisions = [], readers } = readership
  const now = Date.now()
  const { granted } = permissionsIn(own, keyring.environment)
  const permitted = granted.map(
    ({ grantee, isService, records }): Row => ({
      ...{ id: grantee, icon: 'service', about: `Reads ${counted(records, 'record')}` },
      name: isService ? 'This service' : 'A reader that this service does not know',
    }),
  )
  // Applications and assistants read by way of the service.
  const isServed = granted.some(({ isService }) => isService)
  const applications = readers
    .filter(reader => isServed && isSharedWith(reader, decisions, now))
    .map(
      ({ id, name }): Row => ({
        id,
        name,
        icon: 'sharing',
        about: 'Application: reads your answers to its forms',
      }),
    )
  const assistants = assistantsIn(trail).map(
    ({ id, name, at }): Row => ({ id, name, icon: 'assistant', about: `Assistant: last seen ${dateOf(at)}` }),
  )
  const others = permitted.length + applications.length
  return (
    <Part title="Who can read" href={hrefOf('sharing')} more="Change">
      <div className="card">
        <p>
          {others === 0 ? 'Only you can read your data.' : `You and ${counted(others, 'other')} can read.`}
        </p>
        <ul className="rows">
          {[...permitted, ...applications, ...assistants].map(({ id, icon, name, about }) => (
            <li key={id} className="event">
              <Icon name={icon} />
              <span>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <small className="event-about">{about}</small>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Part>
  )
}

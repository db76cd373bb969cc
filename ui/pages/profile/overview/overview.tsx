/** The overview: the latest measurements, the last answers and files, and the readers. */
import { Empty } from '@andiron/design/empty'
import { Icon, type IconName } from '@andiron/design/icon'
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { type ReactNode, useId } from 'react'
import { uids } from '../../../../schemas/uids.ts'
import { hrefOf } from '../../shell/fragment-path.ts'
import { joined, shortDateOf, weekdayOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Bar } from '../../shell/placeholder.tsx'
import { assistantsIn } from '../activity/audit-trail.ts'
import { FormTitle } from '../answers/form-title.tsx'
import { clientName } from '../assistants/client-name.ts'
import { documentsIn } from '../documents/document-descriptions.ts'
import { iconOf, kindOfFile } from '../documents/file-type.ts'
import { MeasurementCards } from '../measurements/measurements.tsx'
import { useScene } from '../page-context.ts'
import { ofCollection } from '../person-records.ts'
import { RecoveryCard } from '../settings/recovery.tsx'
import { isProgramPermitted, isSharedWith } from '../sharing/consent-decisions.ts'
import { permissionsIn } from '../sharing/permissions.ts'
import { SinceLastVisit } from './change-since-last.tsx'

/** Measurements and answers to show; the rest is in their views. */
const SHOWN = 4

/** The first words of the overview. */
export function Greeting() {
  const { own } = useScene()
  return (
    <p className="lede">
      {words.itIs({ day: weekdayOf(new Date()) })}{' '}
      {own.all.length === 0 ? words.nothingYet : words.youHave({ many: own.all.length })}
    </p>
  )
}

export function Overview() {
  const { series, isCopy } = useScene()
  return (
    <>
      {!isCopy && <RecoveryCard />}
      {!isCopy && <SinceLastVisit />}
      <div className="two">
        <div>
          <Part title={words.trends} href={hrefOf('measurements')} more={words.allMeasurements}>
            {series.length === 0 ? (
              <Empty of="measurements">{words.noMeasurements}</Empty>
            ) : (
              <MeasurementCards series={series.slice(0, SHOWN)} />
            )}
          </Part>
          <LastAnswers />
          <LastDocuments />
          <p>
            <a href={hrefOf('timeline')}>{words.everything}</a>
          </p>
        </div>
        <Readers />
      </div>
    </>
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
  const { own } = useScene()
  const responses = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
  return (
    <Part title={words.answeredLast} href={hrefOf('answers')} more={words.allAnswers}>
      {responses.length === 0 ? (
        <Empty of="answers">{words.noAnswers}</Empty>
      ) : (
        <ul className="card list">
          {responses.slice(0, SHOWN).map(response => (
            <li key={response._id} className="event">
              <Icon name="answers" />
              <strong>
                <FormTitle response={response} />
              </strong>
              <small className="event-time">{shortDateOf(response.authored)}</small>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function LastDocuments() {
  const documents = documentsIn(useScene().own)
  if (documents.length === 0) return null
  return (
    <Part title={words.documents} href={hrefOf('documents')} more={words.allDocuments}>
      <ul className="cards documents">
        {documents.slice(0, SHOWN).map(({ id, name, kind, date, file }) => {
          const type = kindOfFile(file.file_type)
          return (
            <li key={id} className="card document-head">
              <Icon name={iconOf(type)} />
              <div>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <span className="document-about">
                  {joined([words.documentKind({ kind }), shortDateOf(date)])}
                </span>
                <small>{words.fileKind({ kind: type })}</small>
              </div>
            </li>
          )
        })}
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
      ...{ id: grantee, icon: 'service', about: words.readsRecords({ many: records }) },
      name: isService ? words.thisService : words.unknownReader,
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
        about: words.applicationReads,
      }),
    )
  const assistants = assistantsIn(trail, keyring.environment.readerLifetime)
    .filter(({ id, isConnected }) => isServed && isConnected && isProgramPermitted(id, decisions, now))
    .map(
      ({ id, name, at }): Row => ({
        ...{ id, name: clientName({ id, name }), icon: 'assistant' },
        about: words.assistantSeen({ date: shortDateOf(at) }),
      }),
    )
  const others = [...permitted, ...applications, ...assistants]
  const isKnown = (readership.isRead || readership.failure) && (trail.entries || trail.failure)
  return (
    <Part title={words.whoCanRead} href={hrefOf('sharing')} more={words.change}>
      <div className="card">
        <p>
          {!isKnown ? (
            <Bar />
          ) : others.length === 0 ? (
            words.onlyYou
          ) : (
            words.youAndOthers({ many: others.length })
          )}
        </p>
        {others.length > 0 && (
          <ul className="rows">
            {others.map(({ id, icon, name, about }) => (
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
        )}
      </div>
    </Part>
  )
}

/** The forms of an application, and a link to make another one. */
import { Empty } from '@andiron/design/empty'
import { Icon } from '@andiron/design/icon'
import { useEffect, useState } from 'react'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { listQuestionnaires, type PublishedQuestionnaire } from '../../../sdk/questionnaires.ts'
import { dayAt } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { reasonOf } from '../../shell/run-action.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import type { Scene } from '../page-context.ts'
import { formHref } from '../page-location.ts'
import { Opening } from '../reading-or-failure.tsx'

export interface FormsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
  /** The number of forms to list, the last changed first. @default all */
  readonly most?: number
}

export function Forms({ scene: { environment }, applicationId, keyPair, most }: FormsProps) {
  const [forms, setForms] = useState<readonly PublishedQuestionnaire[]>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    listQuestionnaires(keyPair, environment, { applicationId }).then(setForms, error =>
      reasonOf(error).then(setFailure),
    )
  }, [keyPair, environment, applicationId])
  const shown = forms?.toSorted((a, b) => b._updated.localeCompare(a._updated)).slice(0, most)
  return (
    <>
      {!shown && <Opening failure={failure} />}
      {shown?.length === 0 && <Empty of="answers">{words.noForms}</Empty>}
      {shown !== undefined && shown.length > 0 && (
        <ul className="card list">
          {shown.map(({ _id, title, status, version, _updated }) => (
            <li key={_id} className="event">
              <Icon name="answers" />
              <span>
                <a href={formHref(applicationId, _id)}>{title ?? words.untitledForm}</a>{' '}
                <Status status={status} />{' '}
                {version !== undefined && (
                  <small className="badge line">{words.formVersion({ version })}</small>
                )}
              </span>
              <small className="event-time">
                {drawn(words.formChanged, {
                  date: <time dateTime={_updated}>{dayAt(_updated)}</time>,
                })}
              </small>
            </li>
          ))}
        </ul>
      )}
      <a className="wq-button wq-primary" href={formHref(applicationId, 'new')}>
        {words.newForm}
      </a>
    </>
  )
}

/** The publication status of a form. */
export const Status = ({ status }: { readonly status: string }) => (
  <small className={status === 'active' ? 'badge good' : 'badge'}>{words.formStatus({ status })}</small>
)

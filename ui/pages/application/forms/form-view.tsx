/** A form in tabs: its results and responses, its questions as JSON with validation and preview, and its links. */
import { Icon } from '@andiron/design/icon'
import { useState } from 'react'
import { words } from '../../shell/language/page-texts.ts'
import { Revisions } from '../lazy-views.ts'
import { useActivity } from '../overview/response-activity.ts'
import { formHref, sectionHref, TABS, type Tab } from '../page-location.ts'
import { Opening } from '../reading-or-failure.tsx'
import { Title } from '../view-title.tsx'
import { Status } from './forms.tsx'
import { type Author, usePublication } from './questions/publication.ts'
import { Questions } from './questions/questions.tsx'
import { Responses } from './responses/responses.tsx'
import { ResponsesADay } from './results/responses-by-day.tsx'
import { Results } from './results/results.tsx'
import { Share } from './share/share.tsx'

interface FormViewProps extends Author {
  /** `_id` of a published form; absent for a new one. */
  readonly id?: string
  readonly tab: Tab
}

export function FormView({ scene, application, keyPair, id, tab }: FormViewProps) {
  const { applicationId } = application
  const publication = usePublication({ scene, application, keyPair }, id)
  const [days, setDays] = useState(30)
  const watched = useActivity({ scene, applicationId, keyPair, days, forms: id ?? '' })
  const { stored, step } = publication
  const title = id === undefined ? words.newForm : (stored?.title ?? words.aForm)
  const shown = id === undefined ? 'questions' : tab
  const responses = { scene, applicationId, keyPair }
  return (
    <>
      <a className="crumb" href={sectionHref(applicationId, 'forms')}>
        <Icon name="back" /> {words.allForms}
      </a>
      <Title windowTitle={`${title} · ${application.name}`}>{title}</Title>
      {stored && (
        <p className="badges">
          <Status status={stored.status} />
          {stored.version !== undefined && (
            <small className="badge line">{words.formVersion({ version: stored.version })}</small>
          )}
        </p>
      )}
      {id !== undefined && <Tabs {...{ applicationId, id, tab }} />}
      {/* All tabs stay in the page: what was typed, counted or is being read outlasts a look at another one. */}
      {id !== undefined && stored && (
        <>
          <div hidden={shown !== 'results'}>
            <ResponsesADay {...{ watched, days }} onDays={setDays} />
            <Results {...responses} id={id} form={stored} />
          </div>
          <div hidden={shown !== 'responses'}>
            <Responses {...responses} id={id} form={stored} watched={watched} />
          </div>
          {shown === 'revisions' && <Revisions {...responses} id={id} form={stored} />}
          <div hidden={shown !== 'share'}>
            <Share {...{ scene, applicationId, id }} />
          </div>
        </>
      )}
      <Questions {...{ publication }} isNew={id === undefined} isShown={shown === 'questions'} />
      {shown !== 'questions' && !stored && <Opening failure={step.failure} />}
    </>
  )
}

interface TabsProps {
  readonly applicationId: string
  readonly id: string
  readonly tab: Tab
}

const Tabs = ({ applicationId, id, tab }: TabsProps) => (
  <nav className="subtabs" aria-label={words.thisForm}>
    {TABS.map(name => (
      <a key={name} href={formHref(applicationId, id, name)} aria-current={name === tab ? 'page' : undefined}>
        {name === 'share' ? words.tabShare : words[name]}
      </a>
    ))}
  </nav>
)

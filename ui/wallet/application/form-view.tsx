/** A form in tabs: its results and responses, its questions as JSON with validation and preview, and its links. */
import { Icon } from '@andiron/design/icon'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Application } from '../../sdk/applications.ts'
import { AndironError } from '../../sdk/errors.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import {
  fetchQuestionnaire,
  registerQuestionnaire,
  type StoredQuestionnaire,
  updateQuestionnaire,
} from '../../sdk/questionnaires.ts'
import { drawn } from '../drawn.tsx'
import { words } from '../language.ts'
import { Said, useStep } from '../step.ts'
import { useActivity } from './activity.ts'
import { authorText } from './author-text.ts'
import { useChecked } from './checking.ts'
import { Editor, type EditorHandle } from './editor.tsx'
import { type Finding, placed, refuses } from './finding.ts'
import { Findings } from './findings.tsx'
import { readFormText } from './form-text.ts'
import { Status } from './forms.tsx'
import { Opening } from './opening.tsx'
import { formHref, sectionHref, TABS, type Tab } from './place.ts'
import { Preview } from './preview.tsx'
import { Responses } from './responses.tsx'
import { ResponsesADay } from './responses-a-day.tsx'
import { Results } from './results.tsx'
import { RevisionsTab } from './revisions-tab.tsx'
import type { Scene } from './scene.ts'
import { Share } from './share.tsx'
import { StepStatus } from './step-status.tsx'
import { Title } from './title.tsx'

interface FormViewProps {
  readonly scene: Scene
  readonly application: Application
  readonly keyPair: StorageKeyPair
  /** `_id` of a published form; absent for a new one. */
  readonly id?: string
  readonly tab: Tab
}

/** The gateway's findings in a text. */
interface Refusal {
  readonly text: string
  readonly findings: readonly Finding[]
}

export function FormView({ scene, application, keyPair, id, tab }: FormViewProps) {
  const { environment } = scene
  const { applicationId } = application
  const [stored, setStored] = useState<StoredQuestionnaire>()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<Refusal>()
  const [done, setDone] = useState('')
  const [requested, setRequested] = useState<string>()
  const [tried, setTried] = useState<string>()
  const checked = useChecked(text)
  const publishing = useStep()
  const editor = useRef<EditorHandle>(null)
  const label = useId()
  const [days, setDays] = useState(30)
  const watched = useActivity({ scene, applicationId, keyPair, days, forms: id ?? '' })

  const show = useCallback((questionnaire: StoredQuestionnaire) => {
    setStored(questionnaire)
    setText(authorText(questionnaire))
  }, [])
  const { run } = publishing
  useEffect(() => {
    if (id === undefined) return
    void run(words.loadingForm, async () =>
      // A translation is not published in place of its original.
      show(await fetchQuestionnaire(id, environment, { language: '*' })),
    )
  }, [id, environment, run, show])

  // The gateway's findings apply only to the text that was sent.
  const findings = refusal?.text === text ? refusal.findings : checked.findings

  // A requested preview waits for the validation of its text.
  useEffect(() => {
    if (requested === undefined || requested !== checked.text) return
    setRequested(undefined)
    const first = checked.findings.find(refuses)
    if (first) editor.current?.jump(first)
    else setTried(requested)
  }, [requested, checked])

  const publish = () =>
    publishing.run(words.publishing, async () => {
      setDone('')
      if (text.trim() === '') {
        editor.current?.focus()
        throw new Said(() => words.pasteFirst)
      }
      // The gateway may decide otherwise when the same text is sent again: only local findings block it.
      const wrong = checked.text === text ? checked.findings.filter(refuses) : []
      if (wrong.length > 0) {
        editor.current?.jump(wrong[0])
        throw new Said(() => words.fixFirst({ errors: words.manyErrors({ many: wrong.length }) }))
      }
      const form = readFormText(text)
      if (form.flaws.length > 0) throw new Said(() => words.notPublishedJson)
      try {
        const resource = form.value as object
        const options = { applicationId }
        if (id === undefined) {
          const { _id } = await registerQuestionnaire(keyPair, resource, environment, options)
          location.hash = formHref(applicationId, _id, 'share')
        } else {
          show(
            (await updateQuestionnaire(keyPair, id, resource, environment, options)) as StoredQuestionnaire,
          )
          setDone(words.revisionPublished)
        }
      } catch (error) {
        const issues = error instanceof AndironError ? error.issues : undefined
        if (issues) setRefusal({ text, findings: placed(issues, form) })
        throw error
      }
    })

  const isNew = id === undefined
  const title = isNew ? words.newForm : (stored?.title ?? words.aForm)
  const shown = isNew ? 'questions' : tab
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
      {!isNew && (
        <nav className="subtabs" aria-label={words.thisForm}>
          {TABS.map(name => (
            <a
              key={name}
              href={formHref(applicationId, id, name)}
              aria-current={name === tab ? 'page' : undefined}
            >
              {name === 'share' ? words.tabShare : words[name]}
            </a>
          ))}
        </nav>
      )}
      {/* All tabs stay in the page: what was typed, counted or is being read outlasts a look at another one. */}
      {!isNew && stored && (
        <>
          <div hidden={shown !== 'results'}>
            <ResponsesADay {...{ watched, days }} onDays={setDays} />
            <Results {...responses} id={id} form={stored} />
          </div>
          <div hidden={shown !== 'responses'}>
            <Responses {...responses} id={id} form={stored} watched={watched} />
          </div>
          {shown === 'revisions' && <RevisionsTab {...responses} id={id} form={stored} />}
          <div hidden={shown !== 'share'}>
            <Share {...{ scene, applicationId, id }} />
          </div>
        </>
      )}
      <div hidden={shown !== 'questions'}>
        <section aria-labelledby={label}>
          <h2 id={label}>{isNew ? words.definition : words.changeQuestions}</h2>
          <p>{drawn(words.definitionAbout, { publisher: <code>publisher</code>, id: <code>id</code> })}</p>
          <Editor
            ref={editor}
            label={words.questionnaireText}
            value={text}
            onChange={setText}
            findings={findings}
            isEdited={shown === 'questions'}
          />
          <Findings
            findings={findings}
            isEmpty={text.trim() === ''}
            onJump={finding => editor.current?.jump(finding)}
          />
          <div className="wq-buttons">
            <button
              type="button"
              className="wq-button"
              onClick={() => (text.trim() === '' ? editor.current?.focus() : setRequested(text))}
            >
              {words.preview}
            </button>
            <button
              type="button"
              className="wq-button wq-primary"
              aria-disabled={publishing.doing !== ''}
              onClick={publish}
            >
              {isNew ? words.publish : words.publishRevision}
            </button>
          </div>
          <StepStatus step={publishing} done={done} />
        </section>
        {tried !== undefined && <Preview key={tried} text={tried} onClose={() => setTried(undefined)} />}
      </div>
      {shown !== 'questions' && !stored && <Opening failure={publishing.failure} />}
    </>
  )
}

/** A form: edited as JSON with validation, previewed, published, shared, with its responses. */
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
import { hrefOf } from '../path.ts'
import { useStep } from '../step.ts'
import { counted, wordsOf } from '../words.ts'
import { Budget } from './budget.tsx'
import { useChecked } from './checking.ts'
import { Editor, type EditorHandle } from './editor.tsx'
import { type Finding, placed, refuses } from './finding.ts'
import { Findings } from './findings.tsx'
import { readFormText } from './form-text.ts'
import { Preview } from './preview.tsx'
import { Responses } from './responses.tsx'
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
}

/** The gateway's findings in a text. */
interface Refusal {
  readonly text: string
  readonly findings: readonly Finding[]
}

export function FormView({ scene, application, keyPair, id }: FormViewProps) {
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

  const show = useCallback((questionnaire: StoredQuestionnaire) => {
    setStored(questionnaire)
    setText(formText(questionnaire))
  }, [])
  const { run } = publishing
  useEffect(() => {
    if (id === undefined) return
    void run('Loading the form …', async () => show(await fetchQuestionnaire(id, environment)))
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
    publishing.run('Publishing …', async () => {
      setDone('')
      if (text.trim() === '') {
        editor.current?.focus()
        throw new Error('Paste a questionnaire first.')
      }
      // The gateway may decide otherwise when the same text is sent again: only local findings block it.
      const wrong = checked.text === text ? checked.findings.filter(refuses) : []
      if (wrong.length > 0) {
        editor.current?.jump(wrong[0])
        throw new Error(`Not published: fix ${counted(wrong.length, 'error')} first.`)
      }
      const form = readFormText(text)
      if (form.flaws.length > 0) throw new Error('Not published: this is not valid JSON.')
      try {
        const resource = form.value as object
        const options = { applicationId }
        if (id === undefined) {
          const { _id } = await registerQuestionnaire(keyPair, resource, environment, options)
          location.hash = hrefOf(applicationId, _id)
        } else {
          show(
            (await updateQuestionnaire(keyPair, id, resource, environment, options)) as StoredQuestionnaire,
          )
          setDone('Revision published.')
        }
      } catch (error) {
        const issues = error instanceof AndironError ? error.issues : undefined
        if (issues) setRefusal({ text, findings: placed(issues, form) })
        throw new Error(wordsOf(error), { cause: error })
      }
    })

  return (
    <>
      <nav aria-label="Back">
        <a href={hrefOf(applicationId)}>{application.name}</a>
      </nav>
      <Title>{id === undefined ? 'New questionnaire' : (stored?.title ?? 'Questionnaire')}</Title>
      {id !== undefined && stored && <Share {...{ scene, applicationId, id }} />}
      {id !== undefined && stored && <Responses {...{ scene, applicationId, keyPair, id }} />}
      {id !== undefined && stored && <Budget {...{ scene, applicationId, keyPair, id }} />}
      <section aria-labelledby={label}>
        <h2 id={label}>{id === undefined ? 'Definition' : 'Revise it'}</h2>
        <p>
          A FHIR Questionnaire as JSON, R4 or R5. <code>publisher</code> becomes this application;{' '}
          <code>id</code> is kept, or set.
        </p>
        <Editor ref={editor} label="Questionnaire" value={text} onChange={setText} findings={findings} />
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
            Preview
          </button>
          <button
            type="button"
            className="wq-button wq-primary"
            aria-disabled={publishing.doing !== ''}
            onClick={publish}
          >
            {id === undefined ? 'Publish' : 'Publish the revision'}
          </button>
        </div>
        <StepStatus step={publishing} done={done} />
      </section>
      {tried !== undefined && <Preview key={tried} text={tried} onClose={() => setTried(undefined)} />}
    </>
  )
}

/** The form as its author may have written it, without the service's additions. */
function formText({ _id, _created, _updated, publisher: _, meta, ...form }: StoredQuestionnaire): string {
  const { versionId: __, ...rest } = meta ?? {}
  return JSON.stringify({ ...form, ...(Object.keys(rest).length > 0 && { meta: rest }) }, undefined, 2)
}

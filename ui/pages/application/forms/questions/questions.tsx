/** The questions of a form as JSON, with validation and a preview. */
import { useEffect, useId, useRef, useState } from 'react'
import { words } from '../../../shell/language/page-texts.ts'
import { drawn } from '../../../shell/text-with-elements.tsx'
import { StepStatus } from '../../step-status.tsx'
import { Editor, type EditorHandle } from './editor.tsx'
import { refuses } from './finding.ts'
import { Findings } from './findings.tsx'
import { Preview } from './preview.tsx'
import type { Publication } from './publication.ts'

interface QuestionsProps {
  readonly publication: Publication
  readonly isNew: boolean
  /** True while it is in sight. */
  readonly isShown: boolean
}

export function Questions({ publication, isNew, isShown }: QuestionsProps) {
  const { text, setText, checked, findings, step, done, publish } = publication
  const [requested, setRequested] = useState<string>()
  const [tried, setTried] = useState<string>()
  const editor = useRef<EditorHandle>(null)
  const label = useId()

  // A requested preview waits for the validation of its text.
  useEffect(() => {
    if (requested === undefined || requested !== checked.text) return
    setRequested(undefined)
    const first = checked.findings.find(refuses)
    if (first) editor.current?.jump(first)
    else setTried(requested)
  }, [requested, checked])

  const isEmpty = text.trim() === ''
  return (
    <div hidden={!isShown}>
      <section aria-labelledby={label}>
        <h2 id={label}>{isNew ? words.definition : words.changeQuestions}</h2>
        <p>{drawn(words.definitionAbout, { publisher: <code>publisher</code>, id: <code>id</code> })}</p>
        <Editor
          ref={editor}
          label={words.questionnaireText}
          value={text}
          onChange={setText}
          findings={findings}
          isEdited={isShown}
        />
        <Findings findings={findings} isEmpty={isEmpty} onJump={finding => editor.current?.jump(finding)} />
        <div className="wq-buttons">
          <button
            type="button"
            className="wq-button"
            onClick={() => (isEmpty ? editor.current?.focus() : setRequested(text))}
          >
            {words.preview}
          </button>
          <button
            type="button"
            className="wq-button wq-primary"
            aria-disabled={step.doing !== ''}
            onClick={() => publish(editor.current)}
          >
            {isNew ? words.publish : words.publishRevision}
          </button>
        </div>
        <StepStatus step={step} done={done} />
      </section>
      {tried !== undefined && <Preview key={tried} text={tried} onClose={() => setTried(undefined)} />}
    </div>
  )
}

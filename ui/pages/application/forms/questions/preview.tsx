/** A preview of the form; its answers are not stored. */
import {
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
} from '@andiron/questionnaire'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, words } from '../../../shell/language/page-texts.ts'

export interface PreviewProps {
  /** The text of a valid form. */
  readonly text: string
  readonly onClose: () => void
}

export function Preview({ text, onClose }: PreviewProps) {
  const [form] = useState(() => JSON.parse(text) as Questionnaire)
  const [response, setResponse] = useState<QuestionnaireResponse>()
  const lang = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className="preview" aria-labelledby="preview">
      <h2 id="preview" ref={heading} tabIndex={-1}>
        {words.preview}
      </h2>
      <p className="notice">{words.previewAbout}</p>
      {response ? (
        <>
          <p role="status">{words.wouldSubmit}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <pre tabIndex={0} dir="ltr">
            {JSON.stringify(response, undefined, 2)}
          </pre>
        </>
      ) : (
        <QuestionnaireProvider questionnaire={form} questionnaireId={form.id ?? 'preview'} lang={lang}>
          <QuestionnaireForm onSubmit={setResponse} />
        </QuestionnaireProvider>
      )}
      <button type="button" className="wq-button" onClick={onClose}>
        {words.closePreview}
      </button>
    </section>
  )
}

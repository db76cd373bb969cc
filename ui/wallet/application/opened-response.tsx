/** A response as its person saw it: read-only, with the revision of the form that they answered. */
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r5.js'
import { useEffect, useRef, useState } from 'react'
import type { Environment } from '../../sdk/index.ts'
import { fetchQuestionnaire, type StoredQuestionnaire } from '../../sdk/questionnaires.ts'
import { dateOf } from '../formats.ts'
import { Answers } from '../frame/answers.tsx'
import { words } from '../language.ts'
import { sentenceOf } from '../step.ts'

export interface OpenedResponseProps {
  readonly environment: Environment
  /** The newest revision of the form. */
  readonly form: StoredQuestionnaire
  readonly response: QuestionnaireResponse
  readonly person: string
  onClose(): void
}

export function OpenedResponse({ environment, form, response, person, onClose }: OpenedResponseProps) {
  const { _id } = form
  const versionId = revisionIn(response)
  const isNewest = versionId === undefined || versionId === form.meta?.versionId
  const [earlier, setEarlier] = useState<object>()
  const [failure, setFailure] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (isNewest) return
    fetchQuestionnaire(_id, environment, { versionId, language: '*' }).then(setEarlier, error =>
      setFailure(sentenceOf(error)),
    )
  }, [_id, environment, versionId, isNewest])

  const questionnaire = (isNewest ? form : earlier) as Questionnaire | undefined
  return (
    <section className="preview" aria-labelledby="response">
      <h2 id="response" ref={heading} tabIndex={-1}>
        {words.responseOf({ date: dateOf(response.authored) })}
      </h2>
      <p>{(isNewest ? words.personIs : words.personEarlier)({ person })}</p>
      {failure && <p role="alert">{failure}</p>}
      {!failure && !questionnaire && <p role="status">{words.moment}</p>}
      {questionnaire && <Answers form={questionnaire} record={response} />}
      <button type="button" className="wq-button" onClick={onClose}>
        {words.closeResponse}
      </button>
    </section>
  )
}

const revisionIn = ({ meta }: QuestionnaireResponse): string | undefined =>
  meta?.tag?.find(({ system }) => system === 'urn:andiron:questionnaire-revision')?.code

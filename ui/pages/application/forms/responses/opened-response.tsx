/** A response as its person saw it: read-only, with the revision of the form that they answered. */
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r5.js'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findValueAttachments } from '../../../../../fhir/resources/attachments.ts'
import type { Environment } from '../../../../sdk/index.ts'
import type { StorageKeyPair } from '../../../../sdk/key-pair.ts'
import { fetchQuestionnaire, type StoredQuestionnaire } from '../../../../sdk/questionnaires.ts'
import { downloadResponseFile } from '../../../../sdk/responses.ts'
import { Answers } from '../../../frame/answers.tsx'
import { save } from '../../../profile/save-file.ts'
import { Failure } from '../../../shell/failure.tsx'
import { dateOf } from '../../../shell/language/formats.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { reasonOf, useStep } from '../../../shell/run-action.ts'
import { drawn } from '../../../shell/text-with-elements.tsx'
import { StepStatus } from '../../step-status.tsx'

export interface OpenedResponseProps {
  readonly environment: Environment
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
  /** The newest revision of the form. */
  readonly form: StoredQuestionnaire
  readonly response: QuestionnaireResponse
  readonly person: string
  onClose(): void
}

export function OpenedResponse({
  environment,
  applicationId,
  keyPair,
  form,
  response,
  person,
  onClose,
}: OpenedResponseProps) {
  const { _id } = form
  const versionId = revisionIn(response)
  const isNewest = versionId === undefined || versionId === form.meta?.versionId
  const [earlier, setEarlier] = useState<object>()
  const [failure, setFailure] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (isNewest) return
    fetchQuestionnaire(_id, environment, { versionId, language: '*' }).then(setEarlier, error =>
      reasonOf(error).then(setFailure),
    )
  }, [_id, environment, versionId, isNewest])

  const questionnaire = (isNewest ? form : earlier) as Questionnaire | undefined
  return (
    <section className="preview" aria-labelledby="response">
      <h2 id="response" ref={heading} tabIndex={-1}>
        {words.responseOf({ date: dateOf(response.authored) })}
      </h2>
      <p>{(isNewest ? words.personIs : words.personEarlier)({ person })}</p>
      {failure && <Failure text={failure} />}
      {!failure && !questionnaire && <p role="status">{words.moment}</p>}
      {questionnaire && <Answers form={questionnaire} record={response} />}
      <Files {...{ environment, applicationId, keyPair, response }} questionnaireId={_id} />
      <button type="button" className="wq-button" onClick={onClose}>
        {words.closeResponse}
      </button>
    </section>
  )
}

interface FilesProps
  extends Pick<OpenedResponseProps, 'environment' | 'applicationId' | 'keyPair' | 'response'> {
  readonly questionnaireId: string
}

/** The files in a response. They are only saved: what a stranger sent is not opened on this page. */
function Files({ environment, applicationId, keyPair, response, questionnaireId }: FilesProps) {
  const step = useStep()
  const files = new Map(
    findValueAttachments(response.item).map(({ id, title }) => [id, title ?? words.aFile]),
  )
  files.delete(undefined)
  if (files.size === 0) return null
  const download = (attachment: string, name: string) =>
    step.run(words.moment, async () => {
      const file = { response: response.id ?? '', attachment }
      save(await downloadResponseFile(keyPair, questionnaireId, file, environment, { applicationId }), name)
    })
  return (
    <>
      <div className="wq-buttons">
        {[...files].map(([id = '', name]) => (
          <button
            key={id}
            type="button"
            className="wq-button"
            aria-disabled={step.doing !== ''}
            onClick={() => void (step.doing === '' && download(id, name))}
          >
            {drawn(words.downloadGiven, { file: <bdi>{name}</bdi> })}
          </button>
        ))}
      </div>
      <StepStatus step={step} />
    </>
  )
}

const revisionIn = ({ meta }: QuestionnaireResponse): string | undefined =>
  meta?.tag?.find(({ system }) => system === 'urn:andiron:questionnaire-revision')?.code

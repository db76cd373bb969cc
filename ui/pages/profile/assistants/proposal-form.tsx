/** The proposed answers in their form: the person completes and changes them, and signs. */
import { QuestionnaireForm, QuestionnaireProvider } from '@andiron/questionnaire'
import type { Questionnaire } from 'fhir/r5.js'
import { useEffect, useState } from 'react'
import { fetchQuestionnaire } from '../../../sdk/questionnaires.ts'
import { Failure } from '../../shell/failure.tsx'
import { useLanguage, words } from '../../shell/language/page-texts.ts'
import { sentenceOf } from '../../shell/run-action.ts'
import { useScene } from '../page-context.ts'

interface ProposedFormProps {
  readonly response: object
  onSign(record: object): Promise<void>
}

export function ProposedForm({ response, onSign }: ProposedFormProps) {
  const { environment } = useScene().keyring
  const language = useLanguage()
  const [form, setForm] = useState<Questionnaire>()
  const [failure, setFailure] = useState('')
  const { questionnaire = '' } = response as { readonly questionnaire?: string }
  const id = questionnaire.replace('Questionnaire/', '')
  useEffect(() => {
    fetchQuestionnaire(id, environment, { language: '*' }).then(
      found => setForm(found as unknown as Questionnaire),
      error => setFailure(sentenceOf(error)),
    )
  }, [id, environment])
  const sign = async (record: object) => {
    setFailure('')
    try {
      await onSign(record)
    } catch (error) {
      setFailure(sentenceOf(error))
      throw error
    }
  }
  return (
    <>
      {form && (
        <QuestionnaireProvider
          questionnaire={form}
          questionnaireId={id}
          initialResponse={response}
          lang={language}
          strings={{
            submit: words.signAndStore,
            submitting: words.signing,
            submitFailed: words.notStored,
          }}
        >
          <QuestionnaireForm review={false} onSubmit={sign} />
        </QuestionnaireProvider>
      )}
      {failure && <Failure text={failure} />}
    </>
  )
}

/** Shows a record: a form with its answers, in the language of the answers, or the raw record. */
import { QuestionnaireProvider, QuestionnaireView } from '@andiron/questionnaire'
import type { Questionnaire } from 'fhir/r5.js'
import { Component, type ReactNode } from 'react'
import { isAdaptive } from '../../../fhir/adaptive.ts'
import { objects, text } from '../../../fhir/values/unchecked-json.ts'
import { useLanguage } from '../shell/language/page-texts.ts'

export interface AnswersProps {
  readonly form: Questionnaire | undefined
  readonly record: object
}

export function Answers({ form, record }: AnswersProps): ReactNode {
  const language = useLanguage()
  const plain = <pre>{JSON.stringify(record, undefined, 2)}</pre>
  if (!form) return plain
  const lang = text((record as { readonly language?: unknown }).language) ?? language
  return (
    <Otherwise show={plain}>
      <QuestionnaireProvider
        questionnaire={isAdaptive(form) ? askedOf(form, record) : form}
        questionnaireId="shown"
        initialResponse={record}
        lang={lang}
        readOnly
      >
        <QuestionnaireView />
      </QuestionnaireProvider>
    </Otherwise>
  )
}

/** The questions of an adaptive form that were asked, in their order, as registered. */
function askedOf(form: Questionnaire, record: object): Questionnaire {
  const bank = new Map((form.item ?? []).map(item => [item.linkId, item]))
  const answered = objects((record as { readonly item?: unknown }).item)
  return { ...form, item: answered.flatMap(({ linkId }) => bank.get(String(linkId)) ?? []) }
}

interface OtherwiseProps {
  readonly show: ReactNode
  readonly children: ReactNode
}

/** A record that does not fit its form is shown raw; the service refuses it later. */
class Otherwise extends Component<OtherwiseProps, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render(): ReactNode {
    return this.state.failed ? this.props.show : this.props.children
  }
}

/** The forms that a person has answered, with the answers. */
import type { Questionnaire, QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r5.js'
import { useEffect, useId, useState } from 'react'
import { uids } from '../../../schemas/uids.ts'
import { fetchQuestionnaire } from '../../sdk/questionnaires.ts'
import { answerText, textsIn } from './answers.ts'
import { ofCollection } from './own.ts'
import { useScene } from './scene.ts'
import { dateOf } from './words.ts'

export function Responses() {
  const { own } = useScene()
  const responses = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Answers</h2>
      {responses.length === 0 && <p>You have not answered a form yet.</p>}
      <ul className="plain">
        {responses.map(response => (
          <li key={response._id}>
            <Response response={response} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Response({ response }: { readonly response: QuestionnaireResponse }) {
  const { environment } = useScene().keyring
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState<Questionnaire>()
  const id = formIn(response)
  useEffect(() => {
    if (id === undefined) return
    // A deleted form has no title; its answers are still shown.
    fetchQuestionnaire(id, environment).then(
      found => setForm(found as unknown as Questionnaire),
      () => {},
    )
  }, [id, environment])
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {form?.title ?? 'A form'} <small>{dateOf(response.authored)}</small>
      </summary>
      {isOpen && <Items items={response.item ?? []} texts={textsIn(form)} />}
    </details>
  )
}

interface ItemsProps {
  readonly items: readonly QuestionnaireResponseItem[]
  readonly texts: ReadonlyMap<string, string>
}

const Items = ({ items, texts }: ItemsProps) => (
  <ul className="answers">
    {items.map(({ linkId, text, answer = [], item = [] }) => (
      <li key={linkId}>
        {texts.get(linkId) ?? text ?? linkId}
        {answer.length > 0 && <strong> {answer.map(answerText).join(', ')}</strong>}
        {item.length > 0 && <Items items={item} texts={texts} />}
      </li>
    ))}
  </ul>
)

/** The `_id` of the form, from the tag that the service sets. */
export const formIn = ({ meta }: Pick<QuestionnaireResponse, 'meta'>): string | undefined =>
  meta?.tag?.find(({ system }) => system === 'urn:andiron:questionnaire')?.code

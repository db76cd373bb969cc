/** The forms that a person has answered, with the answers. */
import type { QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r5.js'
import { useState } from 'react'
import { uids } from '../../../schemas/uids.ts'
import { dateOf, joined } from '../formats.ts'
import { words } from '../language.ts'
import { answerText, textsIn } from './answers.ts'
import { ofCollection } from './own.ts'
import { formIn } from './readership.ts'
import { useScene } from './scene.ts'

export function Responses() {
  const { own } = useScene()
  const responses = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
  if (responses.length === 0) return <p className="empty">{words.noAnswers}</p>
  return (
    <ul className="card list">
      {responses.map(response => (
        <li key={response._id}>
          <Response response={response} />
        </li>
      ))}
    </ul>
  )
}

function Response({ response }: { readonly response: QuestionnaireResponse }) {
  const { forms } = useScene().readership
  const [isOpen, setOpen] = useState(false)
  const form = forms.get(formIn(response) ?? '')
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="dated">
        <strong>{form?.title ?? words.aForm}</strong> <small>{dateOf(response.authored)}</small>
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
        <span>{texts.get(linkId) ?? text ?? linkId}</span>{' '}
        {answer.length > 0 && <strong>{joined(answer.map(answerText))}</strong>}
        {item.length > 0 && <Items items={item} texts={texts} />}
      </li>
    ))}
  </ul>
)

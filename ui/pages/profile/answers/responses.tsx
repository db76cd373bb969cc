/** The forms that a person has answered, with the answers. */
import { Empty } from '@andiron/design/empty'
import type { QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r5.js'
import { useState } from 'react'
import { uids } from '../../../../schemas/uids.ts'
import { dateOf, joined } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { useScene } from '../page-context.ts'
import { ofCollection } from '../person-records.ts'
import { formIn } from '../sharing/readership.ts'
import { answerText, itemsBelow, textsIn } from './answer-text.ts'
import { FormTitle } from './form-title.tsx'

export function Responses() {
  const { own } = useScene()
  const responses = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse)
  if (responses.length === 0) return <Empty of="answers">{words.noAnswers}</Empty>
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
        <strong>
          <FormTitle response={response} />
        </strong>{' '}
        <small>{dateOf(response.authored)}</small>
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
    {items.map((item, at) => {
      const { linkId, text, answer = [] } = item
      const below = itemsBelow(item)
      return (
        // A group that repeats has its `linkId` each time.
        <li key={at}>
          <span>{texts.get(linkId) ?? text ?? words.untitledQuestion}</span>{' '}
          {answer.length > 0 && <strong>{joined(answer.map(answerText))}</strong>}
          {below.length > 0 && <Items items={below} texts={texts} />}
        </li>
      )
    })}
  </ul>
)

/** The title of the form that a response answers. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import type { ReactNode } from 'react'
import { words } from '../../shell/language/page-texts.ts'
import { Bar } from '../../shell/placeholder.tsx'
import { useScene } from '../page-context.ts'
import { formIn } from '../sharing/readership.ts'

export function FormTitle({ response }: { readonly response: QuestionnaireResponse }): ReactNode {
  const { forms, isRead, failure } = useScene().readership
  const title = forms.get(formIn(response) ?? '')?.title
  return title ?? (isRead || failure ? words.aForm : <Bar />)
}

/** The title of the form that a response answers. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import type { ReactNode } from 'react'
import { words } from '../language.ts'
import { Bar } from '../shell/placeholder.tsx'
import { formIn } from './readership.ts'
import { useScene } from './scene.ts'

export function FormTitle({ response }: { readonly response: QuestionnaireResponse }): ReactNode {
  const { forms, isRead, failure } = useScene().readership
  const title = forms.get(formIn(response) ?? '')?.title
  return title ?? (isRead || failure ? words.aForm : <Bar />)
}

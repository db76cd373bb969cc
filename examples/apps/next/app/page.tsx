/** The server reads the form; the person's browser does the rest. */
import { getVisiblePages, type Questionnaire } from '@andiron/questionnaire'
import { connection } from 'next/server'
import { Reflex } from './reflex'
import { Survey } from './survey'

export default async function Page() {
  await connection()
  const answer = await fetch(
    `${process.env.NEXT_PUBLIC_API_BASE_URL}/api/questionnaire/${process.env.NEXT_PUBLIC_QUESTIONNAIRE_ID}`,
  )
  const questionnaire: Questionnaire = await answer.json()
  return (
    <>
      <h1>{questionnaire.title}</h1>
      <p>{getVisiblePages(questionnaire).length} parts</p>
      <Survey questionnaire={questionnaire} />
      <Reflex />
    </>
  )
}

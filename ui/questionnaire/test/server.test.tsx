/** Forms rendered on a server, and what the hook says there. */
import { readFileSync } from 'node:fs'
import type { Questionnaire } from 'fhir/r5.js'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import {
  LegalConsentForm,
  preloadControls,
  QuestionnaireForm,
  QuestionnaireProvider,
  QuestionnaireView,
  QuestionRenderer,
  useQuestionnaire,
} from '../index.ts'
import { ar } from '../strings/index.ts'

const example = (name: string): Questionnaire =>
  JSON.parse(readFileSync(new URL(`../../../examples/forms/${name}.json`, import.meta.url), 'utf8'))

t.test('a form is rendered on a server', async t => {
  await preloadControls()
  const html = renderToString(
    <QuestionnaireProvider questionnaire={example('every-type')}>
      <QuestionnaireForm onSubmit={() => undefined} />
    </QuestionnaireProvider>,
  )
  t.match(html, /<label[^>]*>What is your name\?/)
  console.log(html.slice(0, 1500))
})

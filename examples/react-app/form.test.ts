/** Tests of the form with a synthetic person, through a gateway in memory. Run by `node --test`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application, gateway, person, publishForm, submit } from 'andiron/testing'
import { form } from './form.ts'

test('publishes the form, and refuses a response without answers', async t => {
  const app = await gateway(t)
  const study = await application(app)
  const { _id: questionnaire } = await publishForm(app, study, form)
  const submission = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire }
  const response = await submit(app, person(), { application: study, submission })
  assert.equal(response.statusCode, 422)
})

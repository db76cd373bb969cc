/** The main job with the client of @hey-api/openapi-ts. */
import { client } from './generated/client.gen.js'
import { readResponses, registerApplication, registerQuestionnaire, submit } from './generated/sdk.gen.js'
import { answer, bearer, type Done, FORM, type Job } from './job.js'

export async function run({ baseUrl, registration, application, person }: Job): Promise<Done> {
  client.setConfig({ baseUrl })
  const as = (token: string) => ({ headers: bearer(token), throwOnError: true as const })

  const { data: registered } = await registerApplication({
    body: registration,
    ...as(application('write:application')),
  })
  const { data: form } = await registerQuestionnaire({
    body: FORM,
    ...as(application('write:questionnaire')),
  })
  await submit({ body: answer(registered.applicationId, form._id), ...as(person('write')) })

  const read = (id: string) =>
    readResponses({ path: { id }, headers: bearer(application(`read:questionnaire[${id}]`)) })
  const page = await read(form._id)
  if (!page.data || typeof page.data === 'string') throw new Error('no page')
  const items = (page.data.entry ?? []).map(({ resource }) => resource?.['item'])
  const refused = await read(crypto.randomUUID())
  return { title: form.title, items, refusal: refused.error?.detail }
}

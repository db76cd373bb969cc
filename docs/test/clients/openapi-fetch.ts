/** The main job with the types of openapi-typescript and the client openapi-fetch. */
import createClient from 'openapi-fetch'
import type { paths } from './generated/api.js'
import { answer, bearer, type Done, FORM, type Job } from './job.js'

export async function run({ baseUrl, registration, application, person }: Job): Promise<Done> {
  const { GET, POST } = createClient<paths>({ baseUrl })
  const as = (token: string) => ({ headers: bearer(token) })

  const registered = await POST('/api/application', {
    body: registration,
    ...as(application('write:application')),
  })
  if (!registered.data) throw new Error(registered.error.detail)
  const { applicationId } = registered.data

  const form = await POST('/api/questionnaire', { body: FORM, ...as(application('write:questionnaire')) })
  if (!form.data) throw new Error(form.error.detail)
  const { _id, title } = form.data

  const stored = await POST('/api/submission', { body: answer(applicationId, _id), ...as(person('write')) })
  if (!stored.data?.insertedUid) throw new Error(stored.error?.detail)

  const read = (id: string) =>
    GET('/api/questionnaire/{id}/responses', {
      params: { path: { id } },
      ...as(application(`read:questionnaire[${id}]`)),
    })
  const page = await read(_id)
  if (!page.data || typeof page.data === 'string') throw new Error(page.error?.detail)
  const items = (page.data.entry ?? []).map(({ resource }) => resource?.['item'])
  return { title, items, refusal: (await read(crypto.randomUUID())).error?.detail }
}

/** The main job with the functions of orval, in its mode `fetch`. */
import { readResponses, registerApplication, registerQuestionnaire, submit } from './generated/api.js'
import { answer, bearer, type Done, FORM, type Job } from './job.js'

export async function run({ registration, application, person }: Job): Promise<Done> {
  const as = (token: string): RequestInit => ({ headers: bearer(token) })

  const registered = await registerApplication(registration, as(application('write:application')))
  if (registered.status !== 201) throw new Error(registered.data.detail)
  const form = await registerQuestionnaire(FORM, {}, as(application('write:questionnaire')))
  if (form.status !== 201) throw new Error(form.data.detail)
  const { _id, title } = form.data
  const stored = await submit(answer(registered.data.applicationId, _id), as(person('write')))
  if (stored.status !== 201) throw new Error(stored.data.detail)

  const read = (id: string) => readResponses(id, {}, as(application(`read:questionnaire[${id}]`)))
  const page = await read(_id)
  if (page.status !== 200 || typeof page.data === 'string') throw new Error('no page')
  const items = (page.data.entry ?? []).map(({ resource }) => resource?.['item'])
  const refused = await read(crypto.randomUUID())
  return { title, items, refusal: refused.status === 200 ? undefined : refused.data.detail }
}

/** The published client of Medplum: create, read, search and paging. */
import { MedplumClient, OperationOutcomeError } from '@medplum/core'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { keep } from '../../test/fixtures/files.ts'
import { phq9Response } from '../../test/fixtures/phq-9.ts'
import { seed } from '../../test/fixtures/responses.ts'
import { served, tokenOf } from './fixtures/served.ts'

const { app, baseUrl, study, person, form } = await served(t)
const clientFor = (token?: string) => {
  const client = new MedplumClient({
    baseUrl: new URL('/', baseUrl).href,
    fhirUrlPath: 'fhir',
    cacheTime: 0,
    autoBatchTime: 0,
    fetch,
  })
  if (token !== undefined) client.setAccessToken(token)
  return client
}
const mine = clientFor(tokenOf(person, 'write'))

t.test('creates a response, reads it, and finds it by its form', async t => {
  const sent = {
    ...phq9Response(form),
    resourceType: 'QuestionnaireResponse' as const,
    status: 'completed' as const,
  }
  const created = await mine.createResource(sent as never)
  const { id = '' } = created as { id?: string }
  t.match(created, { resourceType: 'QuestionnaireResponse', status: 'completed' })
  t.same(await mine.readResource('QuestionnaireResponse', id), created)
  const found = await mine.searchResources('QuestionnaireResponse', {
    questionnaire: form,
    _sort: '-authored',
  })
  t.same(
    found.map(each => each.id),
    [id],
  )
  const one = await mine.searchOne('Observation', { code: '44250-9' })
  t.match(one, { derivedFrom: [{ reference: `QuestionnaireResponse/${id}` }] })
})

t.test('creates nothing where one is there already', async t => {
  const identifier = { system: 'https://study.example/visits', value: 'visit-1' }
  const sent = { ...phq9Response(form), status: 'completed', identifier }
  const query = `identifier=${identifier.system}|${identifier.value}`
  const first = await mine.createResourceIfNoneExist(sent as never, query)
  const again = await mine.createResourceIfNoneExist(sent as never, query)
  t.equal((again as { id: string }).id, (first as { id: string }).id)
})

t.test('reads a form, which anyone may', async t => {
  t.match(await clientFor().readResource('Questionnaire', form), { id: form, resourceType: 'Questionnaire' })
  t.match(await clientFor().searchOne('Questionnaire', `url=${baseUrl}/Questionnaire/${form}`), { id: form })
})

t.test('turns page after page', async t => {
  const reader = createKeyPair()
  await seed(
    app,
    study.applicationId,
    reader,
    Array.from({ length: 7 }, () => phq9Response(form)),
  )
  const client = clientFor(tokenOf(reader, 'read'))
  const sizes: number[] = []
  for await (const page of client.searchResourcePages('QuestionnaireResponse', { _count: 3 }))
    sizes.push(page.length)
  t.same(sizes, [3, 3, 1])
})

t.test('downloads a file, and reads it as a resource', async t => {
  const content = Buffer.from('Befund: alles gut, auch nach Jahren.\n')
  const { binaryId } = await keep(app, person, content)
  const { data, contentType } = (await mine.readResource('Binary', binaryId)) as {
    data?: string
    contentType?: string
  }
  t.equal(contentType, 'text/plain')
  t.ok(Buffer.from(data ?? '', 'base64').equals(content))
  const bytes = await (
    await mine.download(`${baseUrl}/Binary/${binaryId}`, { headers: { accept: '*/*' } })
  ).arrayBuffer()
  t.ok(Buffer.from(bytes).equals(content))
  const stranger = clientFor(tokenOf(createKeyPair(), 'read'))
  await t.rejects(stranger.readResource('Binary', binaryId), { message: /There is no Binary/ })
})

t.test('shows why something is refused', async t => {
  const wrong = { ...phq9Response(form), item: [] }
  const failure = await mine.createResource(wrong as never).catch((error: unknown) => error)
  t.ok(failure instanceof OperationOutcomeError)
  t.match((failure as OperationOutcomeError).outcome, {
    issue: [{ severity: 'error', details: { coding: [{ code: 'AND_INVALID_RECORD' }] } }],
  })
})

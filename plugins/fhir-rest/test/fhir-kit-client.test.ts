/** The published `fhir-kit-client`: create, read, search, paging, operations and errors. */
import { Client } from 'fhir-kit-client'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { phq9Response } from '../../test/fixtures/phq-9.ts'
import { seed } from '../../test/fixtures/responses.ts'
import { servedFromNodes, tokenOf } from './fixtures/served.ts'

const { app, baseUrl, study, person, form } = await servedFromNodes(t)
const clientFor = (token?: string) =>
  new Client({ baseUrl, ...(token !== undefined && { bearerToken: token }) })
const mine = clientFor(tokenOf(person, 'write'))
const stranger = clientFor(tokenOf(createKeyPair(), 'read'))

type Found = Awaited<ReturnType<Client['search']>> & {
  total?: number
  link: { relation: string; url: string }[]
  entry?: {
    resource: { id: string; resourceType: string; [name: string]: unknown }
    search: { mode: string }
  }[]
}
const find = async (client: Client, resourceType: string, searchParams: object = {}) =>
  (await client.search({ resourceType, searchParams: searchParams as never })) as Found
const idsOf = ({ entry = [] }: Found) => entry.map(({ resource }) => resource.id)
/** All pages. */
async function everything(client: Client, resourceType: string, searchParams: object): Promise<string[]> {
  const ids: string[] = []
  for (
    let page: Found | undefined = await find(client, resourceType, searchParams);
    page !== undefined;
    page = (await client.nextPage({ bundle: page as never })) as Found | undefined
  )
    ids.push(...idsOf(page))
  return ids
}
const refused = async (reply: Promise<unknown>) => {
  const failure = await reply.then(
    () => ({}),
    error => error.response,
  )
  return failure as { status?: number; data?: unknown }
}

t.test('knows the server by its CapabilityStatement and its SMART configuration', async t => {
  const statement = await clientFor().capabilityStatement()
  t.match(statement, { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', kind: 'instance' })
  t.match(await clientFor().smartAuthMetadata(), {
    authorizeUrl: new URL('/authorize', baseUrl),
    tokenUrl: new URL('/token', baseUrl),
  })
})

t.test('a person fills in a form', async t => {
  const [found] = (await find(clientFor(), 'Questionnaire', { title: 'phq', status: 'active' })).entry ?? []
  t.equal(found?.resource.id, form)
  const body = { ...phq9Response(`${baseUrl}/Questionnaire/${form}`), resourceType: 'QuestionnaireResponse' }
  const created = await mine.create({ resourceType: 'QuestionnaireResponse', body })
  t.match(created, {
    status: 'completed',
    questionnaire: `${baseUrl}/Questionnaire/${form}`,
    subject: { identifier: { system: 'urn:ietf:rfc:3986', value: person.did } },
  })
  const { id = '', meta } = created as { id?: string; meta?: { versionId: string } }
  const { response } = Client.httpFor(created)
  t.equal(
    response?.headers.get('location'),
    `${baseUrl}/QuestionnaireResponse/${id}/_history/${meta?.versionId}`,
  )
  const at = { resourceType: 'QuestionnaireResponse', id }
  t.same({ ...(await mine.read(at)) }, { ...created }, 'and reads what was answered')
  t.same({ ...(await mine.vread({ ...at, version: meta?.versionId ?? '' })) }, { ...created })

  await t.test('and finds what follows from it', async t => {
    const observations = await find(mine, 'Observation', {
      code: 'http://loinc.org|44250-9',
      _include: 'Observation:derived-from',
    })
    t.equal(observations.total, 1)
    t.match(observations.entry, [
      { resource: { resourceType: 'Observation' }, search: { mode: 'match' } },
      { resource: { resourceType: 'QuestionnaireResponse', id }, search: { mode: 'include' } },
    ])
    const extracted = await mine.operation({ ...at, name: 'extract', method: 'GET' })
    t.equal((extracted as unknown as Found).entry?.length, 9)
  })
  await t.test('and nobody else knows of it', async t => {
    const foreign = await refused(stranger.read(at))
    const unknown = await refused(stranger.read({ ...at, id: crypto.randomUUID() }))
    t.equal(foreign.status, 404)
    const blank = ({ data }: { data?: unknown }) =>
      JSON.stringify(data).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    t.equal(blank(foreign), blank(unknown))
    for (const resourceType of ['QuestionnaireResponse', 'Observation'])
      t.same(await find(stranger, resourceType).then(idsOf), [])
    t.same(await find(stranger, 'QuestionnaireResponse', { _id: id, subject: person.did }).then(idsOf), [])
  })
  await t.test('and sees who read it', async t => {
    const { entries } = await app.gateway.audit.of(Buffer.from(person.publicKey).toString('hex'), {
      limit: 200,
    })
    t.ok(
      entries.some(({ action, records }) => action === 'fhirReadQuestionnaireResponse' && records[0] === id),
    )
  })
})

t.test('a wrong response is refused with every issue, and $validate tells the same', async t => {
  const { item, ...wrong } = phq9Response(form, [0, 0, 0])
  const body = { ...wrong, item: [...item, { linkId: 'unknown', answer: [{ valueString: 'x' }] }] }
  const { status, data } = await refused(mine.create({ resourceType: 'QuestionnaireResponse', body }))
  t.equal(status, 422)
  const expression = ['QuestionnaireResponse.item[1]']
  t.match(data, { resourceType: 'OperationOutcome' })
  const issuesOf = (outcome: unknown) => (outcome as { issue: { expression?: string[] }[] }).issue
  t.ok(issuesOf(data).some(issue => issue.expression?.[0] === expression[0]))
  const checked = await clientFor().operation({
    ...{ resourceType: 'QuestionnaireResponse', name: 'validate', method: 'POST' },
    input: { ...body, status: 'completed' } as never,
  })
  t.match(checked, { resourceType: 'OperationOutcome' })
  t.ok(issuesOf(checked).length >= issuesOf(data).length)
})

t.test('many responses, page by page', async t => {
  const reader = createKeyPair()
  const ids = await seed(
    app,
    study.applicationId,
    reader,
    Array.from({ length: 23 }, () => phq9Response(form)),
  )
  const token = tokenOf(reader, 'read')
  const all = new Set(ids)
  const searches: [string, object][] = [
    ['in the order of the store', { _count: 10 }],
    ['sorted', { _count: 10, _sort: '-authored' }],
    ['of a form, sorted backwards by id', { _count: 10, _sort: '-_id', questionnaire: form }],
    ['compared in memory', { _count: 10, subject: reader.did }],
  ]
  for (const [what, searchParams] of searches) {
    const found = await everything(clientFor(token), 'QuestionnaireResponse', searchParams)
    t.equal(found.length, 23, what)
    t.same(new Set(found), all, what)
  }
  t.equal((await find(clientFor(token), 'QuestionnaireResponse', { _count: 10 })).total, 23)
  const [first] =
    (await find(clientFor(token), 'QuestionnaireResponse', { _count: 1, _sort: '-_id' })).entry ?? []
  t.equal(first?.resource.id, ids.toSorted().at(-1))

  await t.test('for the application that published the form', async t => {
    const theirs = clientFor(tokenOf(study.keyPair, `read:questionnaire[${form}]`))
    const found = await everything(theirs, 'QuestionnaireResponse', { _count: 10 })
    t.equal(new Set(found).size, 24, 'and the one from before')
    t.same(
      (await everything(theirs, 'QuestionnaireResponse', { questionnaire: form, _count: 50 })).length,
      24,
    )
    t.match(await theirs.read({ resourceType: 'QuestionnaireResponse', id: ids[0] ?? '' }), { id: ids[0] })
    const other = clientFor(tokenOf(study.keyPair, 'write:questionnaire'))
    t.equal((await refused(find(other, 'QuestionnaireResponse'))).status, 403)
    t.equal((await refused(find(theirs, 'QuestionnaireResponse', { questionnaire: 'x' }))).status, undefined)
    t.equal((await refused(find(theirs, 'Observation'))).status, 403)
  })
})

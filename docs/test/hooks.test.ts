/** External plugins run at every hook of the built-in plugins: they can refuse and narrow, but not widen. */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { builtIn, createError, createGateway, definePlugin, type Manifest } from 'andiron'
import t from 'tap'
import { CORE_HOOKS } from '../../core/contract/hooks.ts'
import { toHex } from '../../core/crypto/bytes.ts'
import { createSelfSignedJwt } from '../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../core/crypto/keys.ts'
import { readEnvelope } from '../../core/crypto/nuc.ts'
import { memory } from '../../core/test/fixtures/memory.ts'
import {
  bearer,
  form,
  now,
  ownerOf,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../plugins/test/fixtures/actors.ts'
import { keep } from '../../plugins/test/fixtures/files.ts'
import { uids } from '../../schemas/uids.ts'
import { root } from '../generate/pages.ts'
import houseRules from '../hooks.examples.ts'

const Refused = createError('OUTSIDER_REFUSED', 'An outsider refuses this', 409)

/** By the name of a hook: the action of the external plugin, besides listening. */
const deeds = new Map<string, (value: never) => unknown>()
const heard: [string, unknown][] = []
const listen = (name: string) => (value: unknown) => {
  heard.push([name, value])
  const deed = deeds.get(name)
  return deed ? deed(value as never) : value
}
const lastOf = (name: string) => heard.findLast(([each]) => each === name)?.[1]

const SEVEN = [
  'auth-jwt',
  'delegation',
  'presign',
  'fhir-questionnaire',
  'fhir-document-reference',
  'attachments',
  'mcp',
]
const manifests = new Map<string, Manifest>(builtIn.map(({ manifest }) => [manifest.name, manifest]))
const opened = [...manifests.values()].flatMap(({ name: opener, openHooks = {} }) =>
  Object.entries(openHooks).map(([name, kind]) => ({ name, kind, opener })),
)

const ofTheCore = Object.entries(CORE_HOOKS).map(([name, kind]) => ({ name, kind }))

const outsider = definePlugin({
  name: 'outsider',
  version: '1.0.0',
  hooks: Object.fromEntries(
    [...opened, ...ofTheCore, { name: 'onInfection' }].map(({ name }) => [name, listen(name)]),
  ) as object,
})

const app = await createGateway(
  { ...memory, plugins: { 'house-rules': {}, 'fhir-bulk': { settleSeconds: 0 } } },
  { builtIn: [...builtIn, houseRules, outsider], fastify: { logger: false } },
)
t.teardown(() => app.close())
await app.ready()
const rules = app.houseRules
const study = await registered(app)
const person = createKeyPair()

/** Runs with the external plugin refusing, or doing something else, at one hook. */
async function during<T>(name: string, deed: (value: never) => unknown, run: () => Promise<T>): Promise<T> {
  deeds.set(name, deed)
  try {
    return await run()
  } finally {
    deeds.delete(name)
  }
}
const refuse = () => {
  throw new Refused()
}
const breakDown = () => {
  throw new Error('a notice broke: postgres://user:secret@host')
}

const delegate = (who: KeyPair, more: object = {}) =>
  sendRequest(app, 'POST', '/api/auth/delegate', bearer(who, ['write']), { audienceDid: who.did, ...more })
const sign = (requestType: string, body: object, who = person) =>
  sendRequest(
    app,
    'POST',
    `/api/auth/delegate/storage?requestType=${requestType}`,
    bearer(who, ['write']),
    body,
  )
const upload = { reference: 'x', fileName: 'a.txt', fileType: 'text/plain', fileSize: 7 }

const contact = [{ name: 'A synthetic study' }]
const photos = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Photos',
  contact,
  item: [{ linkId: 'photos', text: 'Photos', type: 'attachment', repeats: true }],
}
const publish = (resource: object) =>
  sendRequest(app, 'POST', '/api/questionnaire', bearer(study.keyPair, ['write:questionnaire']), resource)

const { _id: formId } = await published(app, study, photos)
const answer = (binaryId: string, who = person) =>
  sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(who, ['write']),
    submissionOf(study.applicationId, {
      ...{ resourceType: 'QuestionnaireResponse', questionnaire: formId, status: 'completed' },
      item: [{ linkId: 'photos', answer: [{ valueAttachment: { id: binaryId } }] }],
    }),
  )

const program = { client_id: 'https://assistant.example/client.json', client_name: 'Assistant' }
/** The result of a method, or its error, as an assistant gets it. */
async function message(method: string, params: object, extra: object = {}) {
  const token = createSelfSignedJwt({ keyPair: person, scopes: ['read'], now: now(), extra: { ...extra } })
  const { body } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  })
  return JSON.parse(body)
}
const call = async (name: string, given: object = {}, extra: object = {}) =>
  (await message('tools/call', { name, arguments: given }, extra)).result

t.test(
  'each plugin of a business declares its schemas and its hooks, and the docs have every hook',
  async t => {
    const page = await readFile(new URL('docs/hooks.md', root), 'utf8')
    for (const name of SEVEN) {
      const { schemas = [], openHooks = {} } = manifests.get(name) ?? {}
      t.ok(schemas.length > 0, `${name} has schemas`)
      t.ok(Object.keys(openHooks).length > 0, `${name} opens hooks`)
    }
    for (const { name, kind } of ofTheCore) t.ok(page.includes(`| \`${name}\` | ${kind} | the core |`), name)
    for (const { name, kind, opener } of opened) {
      t.ok(page.includes(`| \`${name}\` | ${kind} | \`${opener}\` |`), `${name} is in the docs`)
      t.ok(Object.hasOwn(houseRules.manifest.hooks ?? {}, name), `${name} has an example`)
    }
    const { components } = (await app.inject('/openapi.json')).json()
    for (const name of SEVEN)
      for (const { $id } of manifests.get(name)?.schemas ?? [])
        t.ok(components.schemas[$id], `${$id} is a component`)
  },
)

t.test('acceptToken and afterRevocation', async t => {
  const signOut = (who: KeyPair) => sendRequest(app, 'POST', '/api/profile/sign-out', bearer(who, ['write']))

  await t.test('a suspended key is refused by every scheme', async t => {
    const suspended = createKeyPair()
    t.equal((await delegate(suspended)).statusCode, 200)
    ;(rules.suspended as Set<string>).add(toHex(suspended.publicKey))
    const refused = { status: 403, code: 'HOUSE_SUSPENDED' }
    t.match((await delegate(suspended)).json(), refused)
    for (const url of ['/api/questionnaire', '/api/profile/audit', '/fhir/QuestionnaireResponse'])
      t.match(
        (await sendRequest(app, 'GET', url, bearer(suspended, ['write:questionnaire', 'read']))).body,
        /This key is suspended/,
        url,
      )
    const reading = await sendRequest(app, 'POST', '/mcp', bearer(suspended, ['read']), {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    t.match(reading.json(), refused)
  })

  await t.test('an error without a row refuses as well, and its text stays in the log', async t => {
    const answer = await during('acceptToken', breakDown, () => delegate(person))
    t.match(answer.json(), { status: 500, code: 'AND_INTERNAL' })
    t.notMatch(answer.body, /secret/)
  })

  await t.test('a listener adds no scope to a token, not even for the next request', async t => {
    const token = bearer(person, ['read'])
    const widen = ({ claims }: { claims: { scopes: string[] } }) => claims.scopes.push('write')
    const use = () => sendRequest(app, 'POST', '/api/auth/delegate', token, { audienceDid: person.did })
    t.equal((await during('acceptToken', widen as never, use)).statusCode, 500)
    t.match((await use()).json(), { status: 403, code: 'AND_INSUFFICIENT_SCOPE' })
  })

  await t.test('the value names the route and the claims', async t => {
    await delegate(person)
    t.match(lastOf('acceptToken'), {
      route: 'POST /api/auth/delegate',
      claims: { iss: person.did, scopes: ['write'] },
    })
  })

  await t.test(
    'whoever signs out everywhere is disconnected, and a broken notice changes nothing',
    async t => {
      const departing = createKeyPair()
      let closed = 0
      rules.connections.set(toHex(departing.publicKey), () => {
        closed += 1
      })
      t.equal((await during('afterRevocation', breakDown, () => signOut(departing))).statusCode, 204)
      t.equal(closed, 1)
      t.match(lastOf('afterRevocation'), { until: Number })
    },
  )

  await t.test('a token can be revoked, whatever refuses its use', async t => {
    const keyPair = createKeyPair()
    const token = createSelfSignedJwt({ keyPair, scopes: ['read'], now: now(), nonce: 'nonce-of-it' })
    const revoke = () =>
      app.inject({
        method: 'POST',
        url: '/revoke',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}`,
      })
    t.equal((await during('acceptToken', refuse, revoke)).statusCode, 200)
    t.strictSame(lastOf('afterRevocation'), { nonce: 'nonce-of-it' })
    const headers = { authorization: `Bearer ${token}` }
    t.equal((await app.inject({ url: '/api/profile/audit', headers })).statusCode, 401)
  })
})

t.test(
  'afterAuditEntries: every read is noticed once it is written down, by people and by programs',
  async t => {
    const { binaryId } = await keep(app, person, Buffer.from('content'))
    const reads: [string, () => Promise<unknown>][] = [
      ['my_document_references by the person', () => call('my_document_references')],
      ['my_document_references by assistant', () => call('my_document_references', {}, program)],
      [
        'exportProfile by the person',
        () => sendRequest(app, 'GET', '/api/profile/export', bearer(person, ['read'])),
      ],
      [
        'readResponses by application',
        async () => {
          await answer(binaryId)
          const scope = `read:questionnaire[${formId}]`
          return sendRequest(
            app,
            'GET',
            `/api/questionnaire/${formId}/responses`,
            bearer(study.keyPair, [scope]),
          )
        },
      ],
    ]
    for (const [name, read] of reads) {
      const before = rules.counts.get(name) ?? 0
      await during('afterAuditEntries', breakDown, read)
      t.equal(rules.counts.get(name), before + 1, name)
      const [entry] = lastOf('afterAuditEntries') as { person: string; at: number }[]
      const { entries } = await app.gateway.audit.of(ownerOf(person).key, { limit: 200 })
      t.ok(
        entries.some(({ at }) => at === entry?.at),
        'and stands in the trail',
      )
    }
  },
)

t.test('narrowDelegation and afterDelegation', async t => {
  const termsOf = (token: string) => {
    const [{ payload }] = readEnvelope(token)
    return payload as unknown as { exp: number; pol: [string, [unknown, [string, string, string[]]]][] }
  }

  await t.test('ten minutes instead of an hour, and it is counted', async t => {
    const answer = await during('afterDelegation', breakDown, () =>
      delegate(person, { applicationId: study.applicationId }),
    )
    t.equal(answer.statusCode, 200, answer.body)
    t.ok(termsOf(answer.json().delegation.token).exp <= now() + 601)
    t.equal(rules.counts.get(`delegations of ${study.applicationId}`), 1)
  })

  await t.test('fewer collections', async t => {
    const one = (terms: object) => ({ ...terms, collections: [uids.Observation] })
    const { delegation } = (await during('narrowDelegation', one, () => delegate(person))).json()
    t.strictSame(termsOf(delegation.token).pol[0]?.[1][1], [
      ...['anyOf', '.args.collection'],
      [uids.Observation],
    ])
  })

  const wider: [string, (terms: never) => unknown][] = [
    ['a collection of the service', (terms: object) => ({ ...terms, collections: [uids.Questionnaire] })],
    ['a later end', (terms: { expiresAt: number }) => ({ ...terms, expiresAt: terms.expiresAt + 3600 })],
    ['an end that is no number', (terms: object) => ({ ...terms, expiresAt: Number.NaN })],
    ['an end as a text', (terms: { expiresAt: number }) => ({ ...terms, expiresAt: `${terms.expiresAt}` })],
    ['no terms', () => undefined],
    ['a text', () => 'all of it'],
    [
      'an object like a list',
      (terms: object) => ({ ...terms, collections: { every: () => true, length: 0 } }),
    ],
    [
      'more in place',
      (terms: { collections: string[] }) => {
        terms.collections.push(uids.Questionnaire)
        return terms
      },
    ],
  ]
  for (const [what, widen] of wider)
    await t.test(`no delegation for ${what}`, async t => {
      const answer = await during('narrowDelegation', widen, () => delegate(person))
      t.equal(answer.statusCode, 500)
      t.notMatch(answer.body, /eyJ/)
    })

  await t.test('a transform refuses, too', async t => {
    t.match((await during('narrowDelegation', refuse, () => delegate(person))).json(), {
      code: 'OUTSIDER_REFUSED',
    })
  })
})

t.test('beforeSignedUrl and afterSignedUrl', async t => {
  await t.test('a type of files that is not accepted', async t => {
    const answer = await sign('write', { ...upload, fileType: 'application/x-msdownload' })
    t.match(answer.json(), { status: 415, code: 'HOUSE_FILE_TYPE' })
  })
  await t.test('uploads are counted, and a broken notice changes nothing', async t => {
    const before = rules.counts.get('bytes announced') ?? 0
    t.equal((await during('afterSignedUrl', breakDown, () => sign('write', upload))).statusCode, 200)
    t.equal(rules.counts.get('bytes announced'), before + 7)
    t.notMatch(JSON.stringify(lastOf('afterSignedUrl')), /https?:/, 'nobody is handed the URL')
  })
  await t.test('a refusal takes no quota, twenty at once', async t => {
    const fresh = createKeyPair()
    const { quotas } = app.gateway
    const answers = await during('beforeSignedUrl', refuse, () =>
      Promise.all(Array.from({ length: 20 }, () => sign('write', upload, fresh))),
    )
    t.ok(answers.every(({ statusCode }) => statusCode === 409))
    const room = {
      kind: 'upload-key',
      subject: ownerOf(fresh).key,
      records: 1,
      bytes: 1,
      at: Date.now(),
      window: 60_000,
    }
    const taken = await quotas.take({ ...room, limit: { records: 1, bytes: 1 } })
    t.ok('taken' in taken, 'all of it is left')
  })
  await t.test('downloads and deletions pass it, with the file', async t => {
    const { binaryId } = await keep(app, person, Buffer.from('content'))
    for (const [type, method] of [
      ['read', 'GET'],
      ['delete', 'DELETE'],
    ] as const) {
      const ask = () => sign(type, { binaryFileId: binaryId })
      t.equal((await during('beforeSignedUrl', refuse, ask)).statusCode, 409, type)
      t.match(lastOf('beforeSignedUrl'), { method, binaryFileId: binaryId })
      t.equal((await ask()).statusCode, 200, type)
    }
  })
})

t.test('validateQuestionnaire and afterQuestionnaire', async t => {
  await t.test('a form without a contact is refused, and nothing of it is stored', async t => {
    const { contact: _, ...anonymous } = photos
    const title = 'Nobody to ask'
    t.match((await publish({ ...anonymous, title })).json(), { status: 422, code: 'HOUSE_NO_CONTACT' })
    const { records } = await app.gateway.records.find(uids.Questionnaire, { title }, { limit: 1 })
    t.same(records, [])
  })
  await t.test('a revision names the one that it replaces, and the same content runs no hook', async t => {
    const first = (await publish(form('gad-7') && { ...form('gad-7'), contact })).json()
    const put = (resource: object) =>
      sendRequest(
        app,
        'PUT',
        `/api/questionnaire/${first._id}`,
        bearer(study.keyPair, ['write:questionnaire']),
        resource,
      )
    const before = heard.length
    t.equal((await put({ ...form('gad-7'), contact })).statusCode, 200)
    t.notOk(heard.slice(before).some(([name]) => name === 'validateQuestionnaire'))
    const title = 'Another title'
    const second = await during('afterQuestionnaire', breakDown, () =>
      put({ ...form('gad-7'), contact, title }),
    )
    t.equal(second.statusCode, 200, second.body)
    t.match(lastOf('afterQuestionnaire'), { id: first._id, replaces: first.meta.versionId })
  })
  await t.test('FHIR clients pass it, and a listener changes nothing of the form', async t => {
    const create = () =>
      sendRequest(
        app,
        'POST',
        '/fhir/Questionnaire',
        { ...bearer(study.keyPair, ['write:questionnaire']), 'content-type': 'application/fhir+json' },
        { ...photos, title: 'By FHIR' },
      )
    t.equal((await during('validateQuestionnaire', refuse, create)).statusCode, 409)
    const change = ({ questionnaire }: { questionnaire: { item: object[] } }) => questionnaire.item.pop()
    t.equal((await during('validateQuestionnaire', change as never, create)).statusCode, 500)
  })
})

t.test('nextQuestion: a screening ends at the first no, and an engine asks nothing else', async t => {
  const url = 'https://house.example/screening'
  const ADAPTIVE = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-questionnaireAdaptive'
  const extension = [
    { url: ADAPTIVE, valueBoolean: true },
    { url, valueBoolean: true },
  ]
  const item = ['a', 'b', 'c'].map(linkId => ({ linkId, text: linkId, type: 'boolean' }))
  const screening = { resourceType: 'Questionnaire', status: 'active', title: 'Screening' }
  const { _id: id } = await published(app, study, { ...screening, contact, extension, item })
  const step = async (answers: boolean[]) => {
    const named = { resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: id }
    const path = '/fhir/Questionnaire/$next-question'
    let response = (await sendRequest(app, 'POST', path, {}, named)).json()
    const items: object[] = []
    for (const [at, valueBoolean] of answers.entries()) {
      items.push({ linkId: item[at]?.linkId, answer: [{ valueBoolean }] })
      response = (await sendRequest(app, 'POST', path, {}, { ...response, item: items })).json()
    }
    return response
  }
  t.match(await step([true]), {
    status: 'in-progress',
    contained: [{ item: [{ linkId: 'a' }, { linkId: 'b' }] }],
  })
  t.match(await step([true, false]), { status: 'completed' })
  t.match(await step([true, true, true]), { status: 'completed' })
  for (const next of [['x'], ['a', 'a'], ['__proto__']])
    t.match(
      await during(
        'nextQuestion',
        (value: object) => ({ ...value, next }),
        () => step([]),
      ),
      { issue: [{ details: { coding: [{ code: 'AND_INTERNAL' }] } }] },
      next.join(),
    )
  t.match(await during('nextQuestion', refuse, () => step([])), {
    issue: [{ details: { coding: [{ code: 'OUTSIDER_REFUSED' }] } }],
  })
})

t.test(
  'readResponses, readRecords: an embargo holds on every way to responses and their records',
  async t => {
    const { binaryId } = await keep(app, person, Buffer.from('content'))
    const { insertedUid } = (await answer(binaryId)).json()
    const arrivals = '8b1f4c53-6f0e-4a9f-9f57-0d1c2b3a4e55'
    const scopes = [`read:questionnaire[${formId}]`, 'read:questionnaire[*]', `read:collection[${arrivals}]`]
    const token = bearer(study.keyPair, scopes)
    const ways: [string, object][] = [
      [`/api/questionnaire/${formId}/responses`, {}],
      [`/api/questionnaire/${formId}/responses?_format=csv`, {}],
      [`/api/questionnaire/${formId}/responses/${insertedUid}/attachments/${binaryId}`, {}],
      [`/fhir/QuestionnaireResponse?questionnaire=${formId}`, {}],
      ['/fhir/QuestionnaireResponse', {}],
      [`/fhir/QuestionnaireResponse/${insertedUid}`, {}],
      [`/fhir/Questionnaire/${formId}/$export`, { prefer: 'respond-async' }],
      ['/fhir/$export', { prefer: 'respond-async' }],
      [`/api/collection/${arrivals}/records`, {}],
      [`/api/collection/${arrivals}/records`, { accept: 'application/x-ndjson' }],
    ]
    const read = (url: string, headers: object) => sendRequest(app, 'GET', url, { ...token, ...headers })
    const exported = await read(`/fhir/Questionnaire/${formId}/$export`, { prefer: 'respond-async' })
    t.equal(exported.statusCode, 202, exported.body)
    const place = new URL(String(exported.headers['content-location'])).pathname
    let manifest = await read(place, {})
    while (manifest.statusCode === 202) {
      await delay(50)
      manifest = await read(place, {})
    }
    const { output }: { output: { type: string; url: string }[] } = manifest.json()
    const file = output.find(({ type }) => type === 'QuestionnaireResponse')?.url ?? ''
    ways.push([new URL(file).pathname, {}])
    for (const [url, headers] of ways) t.ok((await read(url, headers)).statusCode < 300, `${url} before`)
    Object.assign(rules, { embargo: '2999-01-01T00:00:00Z' })
    t.teardown(() => Object.assign(rules, { embargo: undefined }))
    for (const [url, headers] of ways) {
      const answer = await read(url, headers)
      t.equal(answer.statusCode, 403, url)
      t.match(answer.body, /2999/, url)
    }
    const own = await sendRequest(
      app,
      'GET',
      `/fhir/QuestionnaireResponse/${insertedUid}`,
      bearer(person, ['read']),
    )
    t.equal(own.statusCode, 200, 'people read their own')
  },
)

t.test('a record is what was checked: no listener changes it afterwards', async t => {
  const { binaryId } = await keep(app, person, Buffer.from('content'))
  const changes: [string, (draft: never) => unknown][] = [
    ['a field', ({ record }: { record: { status: string } }) => (record.status = 'amended')],
    ['an answer', ({ record }: { record: { item: object[] } }) => record.item.pop()],
  ]
  for (const hook of ['validateSubmission', 'beforeWrite'])
    for (const [what, change] of changes)
      t.equal((await during(hook, change, () => answer(binaryId))).statusCode, 500, `${what} in ${hook}`)
})

t.test('acceptAttachment and describeFile', async t => {
  await t.test('a file with a virus keeps its response out', async t => {
    const infected = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
    const { binaryId } = await keep(app, person, Buffer.from('x'.repeat(300_000) + infected))
    t.match((await answer(binaryId)).json(), { status: 422, code: 'HOUSE_INFECTED' })
    t.strictSame(lastOf('onInfection'), { binaryId }, 'and the hook of the integrator says so')
  })

  const pdf = async () => {
    const file = { file_name: 'labs.pdf', file_type: 'application/pdf' }
    return (await keep(app, person, Buffer.from('%PDF-1.7'), file)).binaryId
  }
  const describedIn = async (binaryId: string) => {
    const { documentReferenceUid } = (await answer(binaryId)).json()
    return app.gateway.records.read(uids.DocumentReference, documentReferenceUid)
  }

  await t.test('a PDF is described as a laboratory report', async t => {
    t.match(await describedIn(await pdf()), { type: { coding: [{ code: '11502-2' }] } })
  })

  await t.test('the file, its size, its person and its author stay what they are', async t => {
    const other = (await keep(app, person, Buffer.from('another'))).binaryId
    const lie = (file: object) => ({
      ...file,
      ...{ binaryId: other, name: 'x', size: 1, contentType: 'text/html', author: study.keyPair.did },
      ...{ subjectDid: study.keyPair.did, status: 'entered-in-error', description: 'as told' },
    })
    const binaryId = await pdf()
    const described = await during('describeFile', lie, () => describedIn(binaryId))
    t.match(described, {
      description: 'as told',
      status: 'current',
      subject: { reference: person.did },
      content: [{ attachment: { url: `binary/${binaryId}`, size: 8, contentType: 'application/pdf' } }],
    })
    t.notMatch(JSON.stringify(described?.['author']), /as told/)
  })

  await t.test('a description of another shape is no description', async t => {
    const binaryId = await pdf()
    for (const wrong of [{ type: 'text' }, { category: { constructor: 1 } }]) {
      const answered = await during(
        'describeFile',
        (file: object) => ({ ...file, ...wrong }),
        () => answer(binaryId),
      )
      t.ok(answered.statusCode >= 400, answered.body)
    }
  })
})

t.test('openFile and onFileDeletion', async t => {
  const file = await keep(app, person, Buffer.from('content'))
  const { binaryId } = file
  const { insertedUid } = (await answer(binaryId)).json()

  await t.test('programs open pictures only; people open everything', async t => {
    t.match(await call('my_document_content', { binaryId, as: 'text' }, program), {
      isError: true,
      content: [{ text: /Programs may open pictures/ }],
    })
    t.match(await call('my_document_content', { binaryId, as: 'text' }), {
      content: [{ text: 'content' }],
    })
  })

  await t.test('every door to the content', async t => {
    const ticketUrl = async () => {
      const ticket = await app.files.ticket(ownerOf(person), binaryId)
      return ticket?.url.replace(app.gateway.baseUrl, '') ?? ''
    }
    const scope = `read:questionnaire[${formId}]`
    const doors: [string, () => Promise<{ statusCode: number; body: string }>][] = [
      ['a ticket', async () => app.inject(await ticketUrl())],
      [
        'an application',
        () =>
          sendRequest(
            app,
            'GET',
            `/api/questionnaire/${formId}/responses/${insertedUid}/attachments/${binaryId}`,
            bearer(study.keyPair, [scope]),
          ),
      ],
      ['FHIR', () => sendRequest(app, 'GET', `/fhir/Binary/${binaryId}`, bearer(person, ['read']))],
    ]
    for (const [name, open] of doors) {
      t.match((await open()).body, /content/, `${name} before`)
      const refused = await during('openFile', refuse, open)
      t.equal(refused.statusCode, 409, name)
      t.match(lastOf('openFile'), { binaryId, owner: ownerOf(person).key, size: 7 })
      t.notMatch(JSON.stringify(lastOf('openFile')), /encryption_key/, 'the key is not handed over')
    }
    const archive = await during('openFile', refuse, () =>
      sendRequest(app, 'GET', '/api/profile/export', bearer(person, ['read'])),
    )
    t.equal(archive.statusCode, 200)
    t.match(archive.rawPayload.toString('latin1'), /files\.json/, 'an archive goes on without the file')
  })

  await t.test('what an integrator keeps of a file is named as left', async t => {
    rules.thumbnails.set(binaryId, '7d0f3c1a-5a4e-4a43-8f0b-0a7f6f1f2b11')
    const remove = () => sendRequest(app, 'DELETE', `/api/attachment/${binaryId}`, bearer(person, ['write']))
    const left: { document: string }[] = (await remove()).json().left
    t.ok(left.some(({ document }) => document === '7d0f3c1a-5a4e-4a43-8f0b-0a7f6f1f2b11'))
  })
})

t.test('beforeAssistantCall and afterAssistantCall', async t => {
  const { binaryId } = await keep(app, person, Buffer.from('content'))
  const uri = `health://me/documents/${binaryId}`

  await t.test('a program that is not on the list reads nothing, by a tool or as a resource', async t => {
    Object.assign(rules, { programs: ['https://other.example/client.json'] })
    t.teardown(() => Object.assign(rules, { programs: undefined }))
    t.match(await call('my_document_references', {}, program), {
      isError: true,
      content: [{ text: /not on the list/ }],
    })
    for (const [method, params] of [
      ['resources/read', { uri }],
      ['resources/list', {}],
    ] as const) {
      const { error, result } = await message(method, params, program)
      t.match(error?.message, /not on the list/, method)
      t.equal(result, undefined)
    }
    t.equal(rules.counts.get('my_document_references: refused'), 1)
  })

  await t.test(
    'the text of an error that is no row stays in the log, by a tool or as a resource',
    async t => {
      for (const [method, params] of [
        ['tools/call', { name: 'my_document_references', arguments: {} }],
        ['resources/read', { uri }],
        ['resources/list', {}],
      ] as const) {
        const answer = await during('beforeAssistantCall', breakDown, () => message(method, params))
        t.match(JSON.stringify(answer), /Something failed in the service/, method)
        t.notMatch(JSON.stringify(answer), /secret/, method)
      }
    },
  )

  await t.test('the end of a call names its records, and a broken notice changes nothing', async t => {
    const given = await during('afterAssistantCall', breakDown, () => call('my_document_references'))
    t.ok(given.structuredContent.total > 0)
    t.match(lastOf('afterAssistantCall'), { kind: 'tool', name: 'my_document_references', answered: true })
    t.ok((lastOf('afterAssistantCall') as { records: string[] }).records.includes(binaryId))
    t.match((await message('resources/read', { uri: 'health://me/nothing' })).error.message, /not found/i)
  })

  await t.test('arguments are a copy', async t => {
    const change = (call: { arguments: Record<string, unknown> }) => {
      call.arguments['binaryId'] = 'x'
    }
    const changed = await during('beforeAssistantCall', change as never, () =>
      call('my_document_content', { binaryId, as: 'text' }),
    )
    t.equal(changed.isError, true)
  })
})

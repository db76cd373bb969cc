/** Requests on the wire, their retries, and the handling of every response. */
import { createGzip } from 'node:zlib'
import Ajv from 'ajv'
import formats from 'ajv-formats'
import t from 'tap'
import { createDelegation, verifyEnvelope } from '../../../core/crypto/nuc.ts'
import type { Issue } from '../../../schemas/issue.ts'
import { Submission } from '../../../schemas/submission.ts'
import {
  AndironError,
  configureEnvironments,
  createNodeClient,
  DocumentReferenceHelpers,
  loadEnvironment,
  QuestionnaireResponseSchema,
  registerQuestionnaire,
  resolveEnvironment,
  type SubmissionPayload,
  storageKeyPairOf,
  submitData,
  uids,
  WELSHARE_API_ENVIRONMENT,
  WelshareApi,
} from '../index.ts'
import { checkPayload, wireOf } from '../payload.ts'
import { reshareSecrets } from '../reshare.ts'
import { holdsShare, joinSecrets, splitSecrets, withoutShares } from '../secrets.ts'
import { json, server } from './fixtures/server.ts'

const keypair = storageKeyPairOf('07'.repeat(32))
const environment = {
  version: '1',
  network: 'test',
  apiBaseUrl: 'http://127.0.0.1:9',
  nodes: [],
  builderDid: keypair.did,
  collections: {},
  fileScheme: 'andiron',
  didPrefix: 'did:nil:',
  eip712Domain: { name: 'Andiron Health Wallet', version: '1.0' },
}
const payload = {
  applicationId: 'sleep-study',
  timestamp: '2026-11-21T12:00:00Z',
  schemaId: QuestionnaireResponseSchema.schemaUid,
  submission: { resourceType: 'QuestionnaireResponse', questionnaire: 'q', item: [] },
}
const insertedUid = '2f6d1c1e-9a3b-4b57-8c1d-5f0e7a9b3c21'

t.test('resolves names, base URLs and what is known of a deployment', async t => {
  t.same(resolveEnvironment('development'), { apiBaseUrl: 'http://localhost:8420' })
  t.same(resolveEnvironment('https://profile.example/'), { apiBaseUrl: 'https://profile.example' })
  t.same(resolveEnvironment('https://example.org/profile/'), { apiBaseUrl: 'https://example.org/profile' })
  t.same(resolveEnvironment({ ...environment, apiBaseUrl: 'https://a.example/' }), {
    ...environment,
    apiBaseUrl: 'https://a.example',
  })
  t.same(
    resolveEnvironment('production', { production: { apiBaseUrl: 'https://profile.example' } }),
    { apiBaseUrl: 'https://profile.example' },
    'a table of the application',
  )
  t.same(Object.keys(WELSHARE_API_ENVIRONMENT), ['production', 'staging', 'preview', 'development'])
})

t.test('says what to pass when a deployment is not known', async t => {
  const cases: [Parameters<typeof resolveEnvironment>[0], RegExp][] = [
    [
      'production',
      /'production' has no 'apiBaseUrl': call configureEnvironments\(\{ production: 'https:\/\/…', staging: 'https:\/\/…' \}\) once/,
    ],
    ['prodution', /'prodution' is not known: use 'production', 'staging', 'preview', 'development'/],
    ['toString', /is not known/],
    [WELSHARE_API_ENVIRONMENT.staging, /has no 'apiBaseUrl'/],
    ['https://user:secret@profile.example', /without user/],
    ['https://profile.example?token=1', /without user, query/],
    [{ apiBaseUrl: 'ftp://profile.example' }, /http or https/],
    [undefined as unknown as string, /has no 'apiBaseUrl'/],
  ]
  for (const [input, message] of cases) {
    t.throws(() => resolveEnvironment(input), { code: 'AND_UNKNOWN_ENVIRONMENT', message })
  }
})

t.test('the addresses behind names are set once, for every operation', async t => {
  const { url } = await server(t, response => json(response, 200, { ...environment, apiBaseUrl: 'x' }))
  t.teardown(() => Object.assign(WELSHARE_API_ENVIRONMENT, { production: {}, staging: {} }))
  const refused = [
    [{ production: url, prodution: url }, /'prodution' is not known/],
    [{ production: 'profile.example' }, /http or https/],
    [{ production: url, staging: {} }, /'staging' has no 'apiBaseUrl'/],
    [
      JSON.parse(`{ "production": "${url}", "__proto__": { "apiBaseUrl": "${url}" } }`),
      /'__proto__' is not known/,
    ],
  ] as [Parameters<typeof configureEnvironments>[0], RegExp][]
  for (const [input, message] of refused)
    t.throws(() => configureEnvironments(input), { code: 'AND_UNKNOWN_ENVIRONMENT', message })
  t.throws(() => resolveEnvironment('production'), { code: 'AND_UNKNOWN_ENVIRONMENT' }, 'nothing was set')

  configureEnvironments({ production: `${url}/`, staging: { apiBaseUrl: 'https://staging.example' } })
  t.same(resolveEnvironment('production'), { apiBaseUrl: url })
  t.same(resolveEnvironment(WELSHARE_API_ENVIRONMENT.production), { apiBaseUrl: url })
  t.same(resolveEnvironment('staging'), { apiBaseUrl: 'https://staging.example' })
  t.equal((await loadEnvironment('production')).apiBaseUrl, url)
  t.throws(() => resolveEnvironment('preview'), { code: 'AND_UNKNOWN_ENVIRONMENT' })
})

t.test('a DocumentReference is made of everything that it needs', async t => {
  const { createDocumentReference } = DocumentReferenceHelpers
  const about = {
    ...{ binaryId: insertedUid, fileName: 'a.pdf', fileType: 'application/pdf', fileSize: 0 },
    subjectDid: keypair.did,
  }
  t.equal(createDocumentReference(about).content[0]?.attachment.url, `binary/${insertedUid}`)
  for (const name of Object.keys(about))
    for (const value of [undefined, null, '', Number.NaN])
      t.throws(
        () => createDocumentReference({ ...about, [name]: value }),
        {
          ...{ code: 'AND_INVALID_DOCUMENT', message: `'${name}' must be given` },
          issues: [{ expression: `DocumentDescription.${name}` }],
        },
        `${name}: ${value}`,
      )
  t.throws(() => createDocumentReference({} as never), {
    message: "'binaryId', 'fileName', 'fileType', 'fileSize', 'subjectDid' must be given",
  })
  t.throws(() => createDocumentReference(undefined as never), { code: 'AND_INVALID_DOCUMENT' })
})

t.test('asks a deployment what it is once, and again after a failure', async t => {
  const { url, requests } = await server(t, (response, _, before) =>
    before === 0 ? json(response, 404, {}) : json(response, 200, environment),
  )
  await t.rejects(loadEnvironment(url), { code: 'AND_HTTP', status: 404 })
  const [first, second] = await Promise.all([loadEnvironment(url), loadEnvironment(`${url}/`)])
  t.same(first, { ...environment, apiBaseUrl: url }, 'the address that was given is the one that is used')
  t.same(second, first)
  t.same(await loadEnvironment({ apiBaseUrl: url, didPrefix: 'did:own:' }), {
    ...first,
    didPrefix: 'did:own:',
  })
  t.equal(requests.length, 2)
  t.equal(requests[0]?.url, '/.well-known/andiron.json')
  t.equal(requests[0]?.headers.authorization, undefined)
  t.equal(await loadEnvironment(environment).then(({ apiBaseUrl }) => apiBaseUrl), environment.apiBaseUrl)
})

t.test('refuses a description that is none', async t => {
  const { url } = await server(t, (response, _, before) =>
    before === 0 ? json(response, 200, { version: '1' }) : response.end('<html>'),
  )
  await t.rejects(loadEnvironment(url), { code: 'AND_BAD_ANSWER', message: /JSON object with 'network'/ })
  await t.rejects(loadEnvironment(url), { code: 'AND_BAD_ANSWER', message: /not a JSON object$/ })
})

t.test('submits once, whatever happens on the way', async t => {
  const { url, requests } = await server(t, (response, _, before) => {
    if (before === 0) return void response.socket?.destroy()
    if (before === 1) return json(response, 503, {}, { 'retry-after': '0' })
    return json(response, 201, { insertedUid })
  })
  t.same(await WelshareApi.submitData(keypair, { ...payload, timestamp: new Date(0) }, url), { insertedUid })
  t.equal(requests.length, 3)
  const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']))
  t.equal(keys.size, 1)
  t.match([...keys][0], /^[0-9a-f-]{36}$/)
  t.equal(new Set(requests.map(({ body }) => body)).size, 1)
  t.same(JSON.parse(requests[0]?.body ?? ''), { ...payload, timestamp: '1970-01-01T00:00:00.000Z' })
  t.match(requests[0], { method: 'POST', url: '/api/submission' })
  await submitData({ sessionKeyPair: keypair }, payload, url, { idempotencyKey: 'mine' })
  t.equal(requests[3]?.headers['idempotency-key'], 'mine')
  await submitData(keypair, payload, url)
  t.notOk(keys.has(requests[4]?.headers['idempotency-key']), 'another call is another submission')
})

t.test('gives up after three attempts, and says which endpoint', async t => {
  const { url, requests } = await server(t, response => void response.socket?.destroy())
  await t.rejects(submitData(keypair, payload, url), {
    code: 'AND_NETWORK',
    message: `POST ${url}/api/submission is unreachable`,
    cause: TypeError,
  })
  t.equal(requests.length, 3)
})

t.test('does not wait longer than a person would', async t => {
  const { url, requests } = await server(t, response => json(response, 503, {}, { 'retry-after': '3600' }))
  await t.rejects(submitData(keypair, payload, url), { code: 'AND_HTTP', status: 503 })
  t.equal(requests.length, 1)
})

t.test('ends when it is told to, with the reason it is given', async t => {
  const reason = new Error('the person left')
  const { url, requests } = await server(t, () => controller.abort(reason))
  const controller = new AbortController()
  await t.rejects(submitData(keypair, payload, url, { signal: controller.signal }), reason)
  t.equal(requests.length, 1)
  await t.rejects(submitData(keypair, payload, url, { signal: AbortSignal.abort(reason) }), reason)
  t.equal(requests.length, 1)
})

t.test('ends between two attempts as well', async t => {
  const reason = new Error('the person left')
  const controller = new AbortController()
  const { url, requests } = await server(t, response => {
    json(response, 503, {}, { 'retry-after': '9' })
    response.once('close', () => setTimeout(() => controller.abort(reason), 20))
  })
  await t.rejects(submitData(keypair, payload, url, { signal: controller.signal }), reason)
  t.equal(requests.length, 1)
})

t.test('follows no redirect with a token', async t => {
  const elsewhere = await server(t, response => json(response, 201, { insertedUid }))
  const { url } = await server(t, response =>
    response.writeHead(307, { location: `${elsewhere.url}/api/submission` }).end(),
  )
  await t.rejects(submitData(keypair, payload, url), { code: 'AND_NETWORK' })
  t.equal(elsewhere.requests.length, 0)
})

t.test('tells a problem with its code and all of its issues', async t => {
  const issue = (expression: string): Issue => ({
    severity: 'error',
    code: 'required',
    rule: 'QR-1',
    expression,
    text: 'The question must be answered.',
  })
  const problem = {
    type: 'urn:andiron:error:AND_INVALID_RECORD',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'The record is not valid for its collection',
    code: 'AND_INVALID_RECORD',
    issues: [issue('QuestionnaireResponse.item[0]'), issue('QuestionnaireResponse.item[1]')],
  }
  const { url, requests } = await server(t, response => json(response, 422, problem))
  const error = await submitData(keypair, payload, url).catch(error => error)
  t.type(error, AndironError)
  t.type(error, Error)
  t.match(error, { name: 'AndironError', code: problem.code, status: 422, issues: problem.issues, problem })
  t.equal(error.message, `POST ${url}/api/submission answered 422: ${problem.detail}`)
  t.equal(requests.length, 1, 'a refusal is not asked for again')
})

t.test('reads the failures of others as well', async t => {
  const outcome = {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: 'required',
        details: {
          coding: [{ code: 'QR-1' }, { code: 'AND_INVALID_RECORD' }],
          text: 'An answer is missing.',
        },
        expression: ['QuestionnaireResponse.item[0]'],
      },
      { severity: 'warning', code: 'value', diagnostics: 'odd' },
    ],
  }
  const cases: [number, string | object, object][] = [
    [
      422,
      outcome,
      {
        code: 'AND_INVALID_RECORD',
        message: /answered 422: An answer is missing\.$/,
        issues: [
          { rule: 'QR-1', expression: 'QuestionnaireResponse.item[0]', text: 'An answer is missing.' },
          { severity: 'warning', expression: '', text: 'odd' },
        ],
      },
    ],
    [400, { resourceType: 'OperationOutcome' }, { code: 'AND_HTTP', message: /answered 400$/ }],
    [
      400,
      { ts: 'now', errors: ['DocumentNotFoundError', 'collection: a'] },
      { message: /DocumentNotFoundError: coll/ },
    ],
    [403, 'Forbidden', { code: 'AND_HTTP', message: /answered 403: Forbidden$/ }],
    [418, '<html><script>alert(1)</script>', { message: /answered 418$/ }],
    [400, '[1]', { message: /answered 400$/ }],
  ]
  let answer: (typeof cases)[number] | undefined
  const { url } = await server(t, response => {
    const [status, body] = answer ?? [500, '']
    if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    else json(response, status, body)
  })
  for (answer of cases) {
    const error: unknown = await WelshareApi.fetchWelshareApp('sleep-study', url).catch(error => error)
    t.match(error, { status: answer[0], ...answer[2] })
  }
})

t.test('an answer that breaks off is a failure of the network', async t => {
  const { url } = await server(t, response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    createGzip().pipe(response)
    response.write('not gzip')
    response.end()
  })
  await t.rejects(WelshareApi.fetchWelshareApp('sleep-study', url), { code: 'AND_NETWORK' })
})

t.test('what cannot be written is not called a failure of the network', async t => {
  const { url, requests } = await server(t, response => json(response, 201, { insertedUid }))
  await t.rejects(submitData(keypair, payload, url, { idempotencyKey: 'a\nb' }), TypeError)
  await t.rejects(registerQuestionnaire(keypair, { count: 1n }, url), TypeError)
  t.equal(requests.length, 0)
})

t.test('no error shows a query or a token', async t => {
  const { url, requests } = await server(t, response => json(response, 400, { code: 1 }))
  const error = await WelshareApi.fetchDelegation(keypair, url).catch(error => error)
  const token = requests[0]?.headers.authorization?.slice('Bearer '.length) ?? ''
  t.ok(token.length > 100)
  t.notMatch(JSON.stringify([error, error.message, error.stack, error.cause]), token)
  t.same(JSON.parse(requests[0]?.body ?? ''), { audienceDid: keypair.did })
})

t.test('finds every problem of a payload before anything is sent', async t => {
  const circle: Record<string, unknown> = { resourceType: 'QuestionnaireResponse', questionnaire: 'q' }
  circle['self'] = circle
  const { url, requests } = await server(t, response => json(response, 201, { insertedUid }))
  const cases: [object, string[]][] = [
    [
      { applicationId: '', timestamp: 'yesterday', schemaId: 'x', submission: [] },
      ['body.applicationId', 'body.timestamp', 'body.schemaId', 'body.submission'],
    ],
    [{}, ['body.applicationId', 'body.timestamp', 'body.schemaId', 'body.submission']],
    [
      { ...payload, submission: {} },
      ['QuestionnaireResponse.resourceType', 'QuestionnaireResponse.questionnaire'],
    ],
    [{ ...payload, submission: circle }, ['body.submission']],
    [{ ...payload, timestamp: new Date('never') }, ['body.timestamp']],
    [{ ...payload, timestamp: '2026-11-31T12:00:00Z' }, ['body.timestamp']],
  ]
  for (const [wrong, expressions] of cases) {
    const error = await submitData(keypair, wrong as typeof payload, url).catch(error => error)
    t.equal(error.code, 'AND_INVALID_SUBMISSION')
    t.same(
      error.issues.map((issue: Issue) => issue.expression),
      expressions,
    )
  }
  t.equal(requests.length, 0)
})

t.test("judges a payload as the gateway's schema does", async t => {
  const validator = new Ajv.default({ strict: false })
  formats.default(validator)
  const accepts = validator.compile(Submission)
  const values = {
    applicationId: ['a', 'sleep-study', 'A.b_c-1', '-a', 'a b', 'a'.repeat(64), 'a'.repeat(65), 1, null],
    timestamp: [
      '2026-11-21T12:00:00Z',
      '2026-11-21T12:00:00.123456+01:00',
      '2026-11-21 12:00:00Z',
      '2026-02-30T12:00:00Z',
      '2028-02-29T12:00:00Z',
      '2026-11-21T25:00:00Z',
      '2026-11-21T12:00:00',
      '2026-11-21',
      '',
      1,
    ],
    schemaId: [
      uids.Binary,
      uids.Binary.toUpperCase(),
      `urn:uuid:${uids.Binary}`,
      'b14b538f7de34767ad77464d755d78bd',
      '',
      1,
    ],
    submission: [{}, { a: [] }, [], null, 'text'],
  }
  for (const [member, variants] of Object.entries(values)) {
    for (const variant of variants) {
      const sent = wireOf({
        ...payload,
        schemaId: uids.Binary,
        [member]: variant,
      } as SubmissionPayload<object>)
      t.equal(checkPayload(sent).length === 0, accepts(sent), `${member}: ${JSON.stringify(variant)}`)
    }
  }
})

t.test('a secret becomes a share for each node, wherever it stands', async t => {
  const document = { a: [{ '%allot': 'one' }, 2], b: { c: { '%allot': 'three' }, d: null } }
  const three = { nodes: 3 }
  const parts = await splitSecrets<unknown>(document, three)
  t.equal(parts.length, 3)
  for (const part of parts) {
    t.match(part, { a: [{ '%share': String }, 2], b: { c: { '%share': String }, d: null } })
    t.ok(holdsShare(part))
    t.same(withoutShares(part), { a: [{ '%share': '' }, 2], b: { c: { '%share': '' }, d: null } })
  }
  t.same(await joinSecrets(parts, three), { a: ['one', 2], b: { c: 'three', d: null } })
  t.notOk(holdsShare(await joinSecrets(parts, three)))
  await t.rejects(joinSecrets([parts[0], {}], { nodes: 2 }), { code: 'AND_MALFORMED_SHARE' })
  for (const secret of [{ '%allot': 1 }, { '%allot': 'a', '%share': 'b' }, { '%allot': 'x'.repeat(4097) }]) {
    await t.rejects(splitSecrets<unknown>({ secret }, three), { code: 'AND_MALFORMED_SECRET' })
  }
  await t.rejects(splitSecrets({ secret: { '%allot': 'a' } }, { nodes: 1 }), { code: 'AND_MALFORMED_SECRET' })
  await t.rejects(joinSecrets(parts.slice(1), three), { code: 'AND_MALFORMED_SHARE' }, 'two of three')

  const some = await splitSecrets<unknown>(document, { nodes: 3, threshold: 2 })
  t.same(await joinSecrets(some.slice(1), three), { a: ['one', 2], b: { c: 'three', d: null } })
  await t.rejects(joinSecrets(some.slice(2), three), { code: 'AND_MALFORMED_SHARE' })
  await t.rejects(splitSecrets<unknown>(document, { nodes: 3, threshold: 1 }), {
    code: 'AND_MALFORMED_SECRET',
  })
  const key = new Uint8Array(32).fill(7)
  const changes = await reshareSecrets(parts, { nodes: 3, threshold: 2 }, key, ['collection', 'document'])
  t.same(
    changes.map(({ path }) => path),
    Array(3).fill('b.c.%share'),
    'a list has no lasting place for a share',
  )
  t.same(await reshareSecrets(parts, { nodes: 3, threshold: 2 }, key, ['collection', 'document']), changes)
  const elsewhere = await reshareSecrets(parts, { nodes: 3, threshold: 2 }, key, ['collection', 'other'])
  t.notSame(elsewhere[0]?.share, changes[0]?.share, 'and never for two places')
  const hostile = JSON.parse(
    '{"a.b":{"%share":"AA=="},"$set":{"%share":"AA=="},"__proto__":{"x":1},"0":{"%share":"AA=="}}',
  )
  t.same(await reshareSecrets([hostile, hostile], { nodes: 2, threshold: 2 }, key, []), [])
})

t.test('many old secrets get their threshold a few at a time', async t => {
  const secret = { text: { '%allot': 'a secret' } }
  const documents = Array.from({ length: 40 }, () => ({
    collection: insertedUid,
    document: crypto.randomUUID(),
  }))
  const parts = await splitSecrets<object>(secret, { nodes: 2 })
  let current = 0
  let most = 0
  let updates = 0
  const nodes = await Promise.all(
    parts.map(async part => {
      const { url } = await server(t, (response, { url, body }) => {
        const asked = (JSON.parse(body) as { documents?: { document: string }[] }).documents
        if (url.startsWith('/v1/users/data/read'))
          return json(response, 200, { data: asked?.map(({ document }) => ({ _id: document, ...part })) })
        updates += 1
        current += 1
        most = Math.max(most, current)
        // The others that are sent at once arrive meanwhile.
        return setTimeout(() => {
          current -= 1
          response.writeHead(204).end()
        }, 5)
      })
      return { url, did: keypair.did }
    }),
  )
  const secretSharing = { scheme: 'shamir-gf256', threshold: 2 } as const
  const client = createNodeClient({ keypair, nodes, secretSharing })
  const answers = await client.readAllData(documents)
  t.same(
    answers.map(each => each.status === 'fulfilled' && each.value['text']),
    documents.map(() => 'a secret'),
  )
  t.equal(updates, 2 * documents.length)
  t.ok(most <= 2 * 6, `${most} at once`)
})

t.test('a node that says yes and stores nothing is not believed', async t => {
  const { url, requests } = await server(t, (response, { method }) =>
    method === 'POST'
      ? json(response, 201, { data: { created: [], errors: [] } })
      : response.writeHead(404).end('Not Found'),
  )
  const node = { url, did: storageKeyPairOf('08'.repeat(32)).did }
  const builder = storageKeyPairOf('09'.repeat(32))
  const expiresAt = Math.floor(Date.now() / 1000) + 600
  const command = '/nil/db/data/create'
  const token = createDelegation({
    issuer: builder,
    audience: keypair.did,
    subject: builder.did,
    command,
    expiresAt,
  })
  const delegation = {
    type: 'nuc' as const,
    token,
    issuer: builder.did,
    audience: keypair.did,
    command,
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    nodes: [node],
  }
  const client = createNodeClient({ keypair, nodes: [node] })
  const acl = { grantee: builder.did, read: true, write: false, execute: true }
  const document = { collection: uids.Binary, owner: keypair.did, data: { a: 1 }, acl }
  await t.rejects(client.createData(delegation, document), {
    code: 'AND_NODE_FAILED',
    message: /without storing the document/,
  })
  const envelope = requests[0]?.headers.authorization?.slice('Bearer '.length) ?? ''
  const invocation = verifyEnvelope(envelope, { audience: node.did, now: Date.now() / 1000, command })
  t.equal(invocation.invoker, keypair.did)
  t.equal(invocation.subject, builder.did)
  t.same(
    requests.map(({ method }) => method),
    ['POST', 'GET', 'DELETE'],
    'it is asked what it has, and whatever it has is withdrawn',
  )
})

t.test('finds the attachments of a response wherever they are', async t => {
  const attachment = (id: string) => ({ id, url: `andiron://test/user-uploads/x/${id}` })
  const found = QuestionnaireResponseSchema.findValueAttachments([
    { answer: [{ valueAttachment: attachment('1') }, { valueAttachment: attachment('2') }] },
    { item: [{ item: [{ answer: [{ valueAttachment: attachment('3') }] }] }] },
    { answer: [{ item: [{ answer: [{ valueAttachment: attachment('4') }] }] }], item: [] },
    {},
  ])
  t.same(
    found.map(({ id }) => id),
    ['1', '2', '3', '4'],
  )
  t.same(QuestionnaireResponseSchema.findValueAttachments(undefined), [])
  t.equal(QuestionnaireResponseSchema.schemaUid, 'b14b538f-7de3-4767-ad77-464d755d78bd')
})

t.test('many documents are one request to a node, and one each to a node without it', async t => {
  const documents = Array.from({ length: 250 }, (_, at) => ({
    collection: insertedUid,
    document: `2f6d1c1e-9a3b-4b57-8c1d-${String(at).padStart(12, '0')}`,
  }))
  /** @param page - the number of documents in one answer; none from a node of nilDB */
  const nodeOf = (page: ((asked: number) => number) | undefined) =>
    server(t, (response, { method, url, body }) => {
      if (method === 'GET') return json(response, 200, { data: { _id: url.split('/').at(-1) } })
      if (!page) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found')
      const asked = (JSON.parse(body) as { documents: { document: string }[] }).documents
      const data = asked.slice(0, page(asked.length)).map(({ document }) => ({ _id: document }))
      return json(response, 200, { data })
    })
  const read = async (...of: Parameters<typeof nodeOf>) => {
    const { url, requests } = await nodeOf(...of)
    const client = createNodeClient({ keypair, nodes: [{ url, did: keypair.did }] })
    const answers = await client.readAllData(documents)
    const many = requests.filter(({ method }) => method === 'POST').length
    return {
      read: answers.map(each => (each.status === 'fulfilled' ? each.value._id : each.reason.code)),
      requests: [many, requests.length - many],
    }
  }
  const ids = documents.map(({ document }) => document)
  t.same(await read(asked => asked), { read: ids, requests: [3, 0] })
  t.same(await read(() => 99), { read: ids, requests: [3, 0] }, 'an answer with fewer is continued')
  t.same(await read(undefined), { read: ids, requests: [1, 250] })
  const none = { read: ids.map(() => 'AND_BAD_ANSWER'), requests: [1, 0] }
  t.same(await read(() => 0), none, 'an empty answer ends the reading')
})

/** An assistant reads a profile: with the official clients of both eras, no other person's data, and every read logged. */
import t from 'tap'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { uids } from '../../../schemas/uids.ts'
import { bearer, now, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { assistant, ERAS, listening } from '../fixtures/assistants.ts'

const { app, url } = await listening(t)
const study = await registered(app)
const alice = createKeyPair()
const bob = createKeyPair()

const week = (keyPair: KeyPair, more: object = {}) =>
  createSelfSignedJwt({ keyPair, scopes: ['read'], now: now(), lifetime: 604_800, ...more })

const measured = (
  who: KeyPair,
  code: string,
  value: number,
  unit: string,
  at: string,
  category = 'vital-signs',
) =>
  sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(who, ['write']),
    submissionOf(
      study.applicationId,
      {
        ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: at },
        category: [
          {
            coding: [
              { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: category },
            ],
          },
        ],
        code: { coding: [{ system: 'http://loinc.org', code, display: `Measure ${code}` }] },
        valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
      },
      uids.Observation,
    ),
  )

for (const [value, at] of [
  [71, '2026-01-05'],
  [70, '2026-03-05T08:00:00Z'],
  [69.5, '2026-02-05'],
] as const) {
  const answer = await measured(alice, '29463-7', value, 'kg', at)
  if (answer.statusCode !== 201) throw new Error(answer.body)
}
await measured(alice, '8867-4', 64, '/min', '2026-02-06', 'laboratory')
await measured(bob, '29463-7', 99, 'kg', '2026-01-01')

interface Answer {
  readonly isError?: boolean
  readonly content: { readonly type: string; readonly text: string }[]
  readonly structuredContent: Record<string, never> & {
    readonly observations: { readonly id: string; readonly valueQuantity: { readonly value: number } }[]
    readonly rows: Record<string, unknown>[]
    readonly csv: string
    readonly nextCursor?: string
    readonly total: number
    readonly returned: number
  }
}

for (const era of ERAS)
  t.test(`in the era of ${era}`, async t => {
    const client = await assistant(t, era, `${url}/mcp`, week(alice))
    const call = async (given: object = {}): Promise<Answer> =>
      (await client.callTool({ name: 'my_observations', arguments: { ...given } })) as never
    const values = async (given: object) =>
      (await call(given)).structuredContent.observations.map(({ valueQuantity }) => valueQuantity.value)

    await t.test('every tool says what it is, takes and gives', async t => {
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      t.ok(names.includes('my_observations'), names.join())
      for (const tool of tools) {
        t.match(tool.annotations, { title: String, readOnlyHint: true }, tool.name)
        t.match(tool, { title: String, inputSchema: { type: 'object' }, outputSchema: { type: 'object' } })
      }
      t.ok(JSON.stringify(tools).length < 8000, 'and is short about it')
    })

    await t.test('all of the person, the newest first, and nobody else', async t => {
      const { structuredContent, content } = await call()
      t.match(structuredContent, { total: 4, returned: 4, format: 'fhir' })
      t.same(await values({}), [70, 64, 69.5, 71])
      t.same(JSON.parse(content[0]?.text ?? ''), structuredContent.observations, 'the text says the same')
      t.match(content[1]?.text, 'That is 4 of 4')
      t.notMatch(JSON.stringify(structuredContent), /_acl|_owner|_attestation/)
    })

    await t.test('what is asked for', async t => {
      const cases: [object, number[]][] = [
        [{ sort: 'oldest' }, [71, 69.5, 64, 70]],
        [{ code: '29463-7' }, [70, 69.5, 71]],
        [{ code: 'http://loinc.org|8867-4' }, [64]],
        [{ code: 'http://snomed.info/sct|8867-4' }, []],
        [{ category: 'laboratory' }, [64]],
        [{ from: '2026-02' }, [70, 64, 69.5]],
        [{ to: '2026-02' }, [64, 69.5, 71]],
        [{ from: '2026-02-05', to: '2026-02-05' }, [69.5]],
        [{ from: '2027' }, []],
      ]
      for (const [given, expected] of cases) t.same(await values(given), expected, JSON.stringify(given))
    })

    await t.test('in rows and as a table', async t => {
      const { structuredContent } = await call({ format: 'compact', code: '8867-4' })
      t.match(structuredContent.rows, [
        { date: /^2026-02-06/, code: '8867-4', name: 'Measure 8867-4', value: 64, unit: '/min' },
      ])
      const { content } = await call({ format: 'csv', code: '8867-4' })
      t.match(
        content[0]?.text,
        /^id,date,code,name,value,unit\r\n[^,]+,2026-02-06.*,8867-4,Measure 8867-4,64,\/min\r\n$/,
      )
    })

    await t.test('page by page', async t => {
      const seen: number[] = []
      let next: object = { code: '29463-7', sort: 'oldest', limit: 2 }
      for (let pages = 0; pages < 2; pages++) {
        const { structuredContent } = await call(next)
        t.equal(structuredContent.total, 3)
        seen.push(...structuredContent.observations.map(({ valueQuantity }) => valueQuantity.value))
        next = { cursor: structuredContent.nextCursor }
      }
      t.same(seen, [71, 69.5, 70])
      t.same(next, { cursor: undefined })
      for (const cursor of ['x', 'e30', Buffer.from('{"q":{"limit":-1},"after":"x"}').toString('base64url')])
        t.match(await call({ cursor }), { isError: true, content: [{ text: /call again without it/ }] })
    })

    await t.test('wrong arguments are told, not guessed', async t => {
      const cases: [object, RegExp][] = [
        [{ sort: 'best' }, /arguments.sort: This must be one of 'newest', 'oldest'/],
        [{ kode: 'x' }, /arguments.kode: 'kode' is not known here/],
        [{ limit: '3', from: 'yesterday' }, /arguments.from.*arguments.limit/],
      ]
      for (const [given, expected] of cases)
        t.match(await call(given), { isError: true, content: [{ text: expected }] })
      await t.rejects(client.callTool({ name: 'my_secrets', arguments: {} }), { code: -32602 })
    })

    await t.test('resources and prompts', async t => {
      const { resources } = await client.listResources()
      t.ok(resources.some(({ uri }) => uri === 'health://me/observations'))
      const { contents } = await client.readResource({ uri: 'health://me/observations' })
      t.match(contents, [{ mimeType: 'text/csv', text: /8867-4/ }])
      await t.rejects(client.readResource({ uri: 'health://me/nothing' }), {
        code: era === '2025-11-25' ? -32002 : -32602,
      })
      const { prompts } = await client.listPrompts()
      t.same(
        prompts.map(({ name }) => name),
        ['trend', 'appointment'],
      )
      const { messages } = await client.getPrompt({ name: 'trend', arguments: { what: 'weight' } })
      t.match(messages[0]?.content, { text: /weight/ })
      await t.rejects(client.getPrompt({ name: 'trend', arguments: {} }), { code: -32602 })
    })
  })

t.test('a result is never larger than an assistant can take', async t => {
  const carol = createKeyPair()
  const note = 'x'.repeat(3000)
  for (let index = 0; index < 40; index++)
    await sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(carol, ['write']),
      submissionOf(
        study.applicationId,
        {
          ...{
            resourceType: 'Observation',
            status: 'final',
            valueString: index === 7 ? note.repeat(20) : note,
          },
          code: { coding: [{ system: 'http://loinc.org', code: '48767-8' }] },
          effectiveDateTime: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
        },
        uids.Observation,
      ),
    )
  const client = await assistant(t, '2026-07-28', `${url}/mcp`, week(carol))
  for (const format of ['fhir', 'compact', 'csv']) {
    const ids = new Set<unknown>()
    let omitted = 0
    let given: Record<string, unknown> = { format }
    for (;;) {
      const answer = (await client.callTool({
        name: 'my_observations',
        arguments: given,
      })) as unknown as Answer
      const { structuredContent, content } = answer
      const size = JSON.stringify(structuredContent).length + content.map(({ text }) => text).join('').length
      t.ok(size <= 100_000, `${size}`)
      t.equal(structuredContent.total, 40)
      for (const each of structuredContent.observations ?? structuredContent.rows ?? [])
        ids.add(each['id' as never])
      for (const row of structuredContent.csv?.split('\r\n').slice(1, -1) ?? []) ids.add(row.split(',', 1)[0])
      omitted += (structuredContent['omitted'] as unknown as [] | undefined)?.length ?? 0
      if (structuredContent.nextCursor === undefined) break
      given = { cursor: structuredContent.nextCursor }
    }
    t.same([ids.size, omitted], [39, 1], format)
  }
})

t.test('each access is in the trail of the person', async t => {
  const dora = createKeyPair()
  await measured(dora, '29463-7', 60, 'kg', '2026-01-05')
  const named = week(dora, { extra: { client_id: 'https://claude.example/client', client_name: 'Claude' } })
  const client = await assistant(t, '2025-11-25', `${url}/mcp`, named)
  const { structuredContent } = (await client.callTool({
    name: 'my_observations',
    arguments: {},
  })) as never as Answer
  await client.readResource({ uri: 'health://me/observations' })
  await client.callTool({ name: 'my_observations', arguments: { limit: 0 } })
  const trail = await sendRequest(app, 'GET', '/api/profile/audit', bearer(dora, ['read']))
  t.equal(trail.statusCode, 200, trail.body)
  const records = structuredContent.observations.map(({ id }) => id)
  const client_ = { id: 'https://claude.example/client', name: 'Claude' }
  t.match(trail.json().entries, [
    { action: 'health://me/observations', records, client: client_, at: /Z$/ },
    { action: 'my_observations', records, client: client_, at: /Z$/ },
  ])
  t.equal(trail.json().entries.length, 2, 'what was refused read nothing')
  t.same(
    (await sendRequest(app, 'GET', '/api/profile/audit', bearer(createKeyPair(), ['read']))).json().entries,
    [],
  )
})

t.test('who may call', async t => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const send = (token: string | undefined, path = '/api/mcp-user', headers: object = {}) =>
    sendRequest(
      app,
      'POST',
      path,
      {
        ...{ accept: 'application/json, text/event-stream', host: '127.0.0.1:8420' },
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ping,
    )
  for (const path of ['/api/mcp-user', '/api/user/mcp', '/mcp'])
    t.equal((await send(week(alice), path)).statusCode, 200, path)

  const mallory = createKeyPair()
  const accepted: [string, string][] = [
    ['for a week', week(alice)],
    ['for an hour, with another scope', week(alice, { scopes: ['read', 'write'], lifetime: 3600 })],
    ['for this path', week(alice, { audience: `${url}/api/mcp-user` })],
    ['for an alias', week(alice, { audience: `${url}/mcp` })],
    ['for this gateway', week(alice, { audience: url })],
  ]
  for (const [what, token] of accepted) t.equal((await send(token)).statusCode, 200, what)
  const refused: [string, string | undefined, number][] = [
    ['no token', undefined, 401],
    ['not a token', 'x', 401],
    ['for longer than a week', week(alice, { lifetime: 604_801 }), 401],
    ['for a week, with another scope', week(alice, { scopes: ['read', 'write'] }), 401],
    ['of an application', week(alice, { applicationId: study.applicationId, lifetime: 3600 }), 401],
    ['for another place', week(alice, { audience: 'https://elsewhere.example/mcp' }), 401],
    ['expired', week(alice, { now: now() - 604_900 }), 401],
    ['changed', week(alice).replace(/\.[^.]+\./, `.${week(mallory).split('.')[1]}.`), 401],
    ['without the scope', week(alice, { scopes: ['write'], lifetime: 3600 }), 403],
  ]
  for (const [what, token, status] of refused) {
    const answer = await send(token)
    t.equal(answer.statusCode, status, what)
    const challenge = String(answer.headers['www-authenticate'])
    t.match(challenge, `resource_metadata="${url}/.well-known/oauth-protected-resource/api/mcp-user"`, what)
    t.match(challenge, 'scope="read"')
    t.equal(challenge.includes('error='), token !== undefined)
  }

  const places: [object, number][] = [
    [{ host: 'localhost' }, 200],
    [{ host: '[::1]:1' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ origin: 'http://localhost:3000' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
  ]
  for (const [headers, status] of places)
    t.equal((await send(week(alice), '/mcp', headers)).statusCode, status, JSON.stringify(headers))
  t.equal((await send(undefined, '/mcp', { host: 'evil.example' })).statusCode, 403, 'before anything else')

  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await sendRequest(app, method, '/mcp', {
      authorization: `Bearer ${week(alice)}`,
      host: '127.0.0.1',
    })
    t.same([answer.statusCode, answer.headers['allow']], [405, 'POST'])
    t.equal((await sendRequest(app, method, '/mcp', { host: '127.0.0.1' })).statusCode, 401)
  }
})

t.test('an operator can ask for an audience, and name other hosts', async t => {
  const { app, url } = await listening(t, {
    plugins: { mcp: { requireAudience: true, allowedHosts: ['profile.example'] } },
  })
  const send = async (token: string) =>
    (
      await sendRequest(
        app,
        'POST',
        '/mcp',
        {
          ...{ accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` },
          ...{ host: 'profile.example', origin: 'https://profile.example' },
        },
        { jsonrpc: '2.0', id: 1, method: 'ping' },
      )
    ).statusCode
  t.equal(await send(week(alice)), 401)
  t.equal(await send(week(alice, { audience: `${url}/mcp` })), 200)
})

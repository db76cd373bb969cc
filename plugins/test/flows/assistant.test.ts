/**
 * An assistant reads a profile: with the official clients of both eras, no other person's data, and every read logged.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { tokensOf } from '../../../core/contract/listing.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
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
      ((await call({ view: 'fhir', structured: true, ...given })).structuredContent.observations ?? []).map(
        ({ valueQuantity }) => valueQuantity.value,
      )

    await t.test('every tool has a title, a description and schemas', async t => {
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      t.ok(names.includes('my_observations'), names.join())
      for (const tool of tools) {
        t.match(tool.annotations, { title: String, readOnlyHint: Boolean }, tool.name)
        t.match(tool, { title: String, inputSchema: { type: 'object' }, outputSchema: { type: 'object' } })
      }
      t.ok(JSON.stringify(tools).length < 16_000, `${JSON.stringify(tools).length} characters`)
    })

    await t.test('all of the person, the newest first, and nobody else', async t => {
      const { structuredContent, content } = await call()
      t.match(structuredContent, { total: 4, returned: 4, view: 'fhir' })
      const observations = JSON.parse(content[0]?.text ?? '') as { valueQuantity: { value: number } }[]
      t.same(
        observations.map(({ valueQuantity }) => valueQuantity.value),
        [70, 64, 69.5, 71],
      )
      t.match(content[1]?.text, 'That is 4 of 4')
      t.notMatch(content[0]?.text, /_acl|_owner|_attestation/)
      t.notOk('observations' in structuredContent, 'not twice')
      const asked = await call({ structured: true })
      t.same(asked.structuredContent.observations, observations)
      t.notMatch(asked.content, [{ text: /resourceType/ }], 'not twice')
    })

    await t.test('by codes, words, categories and periods', async t => {
      const cases: [object, number[]][] = [
        [{ sort: 'oldest' }, [71, 69.5, 64, 70]],
        [{ code: '29463-7' }, [70, 69.5, 71]],
        [{ code: 'my weight' }, [70, 69.5, 71]],
        [{ code: 'Körpergewicht' }, [70, 69.5, 71]],
        [{ code: 'measure 29463-7' }, [70, 69.5, 71]],
        [{ code: 'pulse' }, [64]],
        [{ code: 'pulse, weights', sort: 'oldest' }, [71, 69.5, 64, 70]],
        [{ code: 'http://loinc.org|8867-4' }, [64]],
        [{ code: 'http://snomed.info/sct|8867-4' }, []],
        [{ category: 'laboratory' }, [64]],
        [{ category: 'lab tests' }, [64]],
        [{ category: 'Vital Signs' }, [70, 64, 69.5, 71]],
        [{ from: '2026-02' }, [70, 64, 69.5]],
        [{ to: '2026-02' }, [64, 69.5, 71]],
        [{ from: '2026-02-05', to: '2026-02-05' }, [69.5]],
        [{ from: '2026-03-05T08:00:00Z' }, [70]],
        [{ from: '2026-03-05T08:00:01Z' }, []],
        [{ from: '2027' }, []],
      ]
      for (const [given, expected] of cases) t.same(await values(given), expected, JSON.stringify(given))
    })

    await t.test('each view', async t => {
      const trend = await call({ code: 'weight' })
      t.match(trend.structuredContent, {
        ...{ view: 'trend', total: 3 },
        series: [{ name: 'Body weight', unit: 'kg', n: 3, mean: 70.17, min: 69.5, max: 71 }],
      })
      t.match(trend.content[0]?.text, /Body weight, code 29463-7, kg: 3 from 2026-01-05 to 2026-03-05/)
      t.match(trend.content[0]?.text, /2026-01-05,71\n2026-02-05,69.5\n2026-03-05 08:00,70/)
      t.notMatch(trend.content[0]?.text, /[0-9a-f]{8}-[0-9a-f]{4}-/, 'no identifiers')
      t.match(
        (await call({ code: 'weight', by: 'month' })).content[0]?.text,
        /month,value mean \(min–max\),n\n2026-01,71/,
      )
      const summary = await call({ view: 'summary' })
      t.match(summary.content[0]?.text, /Body weight,29463-7,kg,3,2026-01-05,2026-03-05/)
      const latest = await call({ view: 'latest', structured: true })
      t.match(latest.structuredContent.rows, [
        { name: 'Body weight', date: '2026-03-05 08:00', value: 70, unit: 'kg', n: 3 },
        { name: 'Heart rate', value: 64 },
      ])
      const table = await call({ view: 'table', timeZone: 'Pacific/Auckland' })
      t.match(table.content[0]?.text, /2026-03-05 21:00,Body weight,70,kg/)
      t.match(table.content[0]?.text, /Dates are in Pacific\/Auckland/)
    })

    await t.test('page by page', async t => {
      const seen: number[] = []
      let next: object = { code: '29463-7', view: 'fhir', structured: true, sort: 'oldest', limit: 2 }
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

    await t.test('an argument without a meaning is an error that names those with one', async t => {
      const cases: [object, RegExp][] = [
        [{ sort: 'best' }, /arguments.sort: This must be one of 'newest', 'oldest'/],
        [{ kode: 'x' }, /arguments.kode: 'kode' is not known here/],
        [{ limit: '3', view: 'best' }, /arguments.view.*arguments.limit/],
        [{ from: 'yesterday', to: '2026-13-45' }, /'from' is 'yesterday'.*'to' is '2026-13-45'/],
        [{ to: '2026-02-30' }, /'to' is '2026-02-30', which is no date/],
        [{ from: '2026-03', to: '2026-01' }, /'from' is '2026-03', which is after 'to'/],
        [
          { category: 'zodiac', timeZone: 'Mars' },
          /'Mars'.*'category' is 'zodiac'.*vital-signs \(4\), laboratory \(1\)/,
        ],
        [{ code: 'x'.repeat(100_000) }, /arguments.code/],
      ]
      for (const [given, sentence] of cases)
        t.match(
          await call(given),
          { isError: true, content: [{ text: sentence }] },
          JSON.stringify(given).slice(0, 99),
        )
      await t.rejects(client.callTool({ name: 'my_secrets', arguments: {} }), { code: -32602 })
    })

    await t.test('an answer that found nothing lists what exists', async t => {
      for (const given of [
        { code: 'cholesterol' },
        { code: '__proto__' },
        { code: 'constructor', from: '2020' },
      ]) {
        const { content, structuredContent } = await call(given)
        t.match(structuredContent, {
          total: 0,
          available: [
            { name: 'Body weight', n: 3 },
            { name: 'Heart rate', n: 1 },
          ],
        })
        t.match(
          content[0]?.text,
          /Nothing was found for .* 4 observations[\s\S]*Body weight,29463-7,kg,3,2026-01-05,2026-03-05/,
        )
      }
      const { content } = await call({ code: 'weight', from: '2026-06' })
      t.match(content[0]?.text, /There are 3 in other periods:[\s\S]*2026-01-05,2026-03-05$/)
    })

    await t.test('resources and prompts', async t => {
      const { resources } = await client.listResources()
      t.ok(resources.some(({ uri }) => uri === 'health://me/observations'))
      const { contents } = await client.readResource({ uri: 'health://me/observations' })
      t.match(contents, [{ mimeType: 'text/csv', text: /Heart rate,64/ }])
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
  for (const structured of [false, true])
    for (const view of ['fhir', 'table']) {
      const ids = new Set<unknown>()
      let [pages, returned, omitted] = [0, 0, 0]
      let given: Record<string, unknown> = { view, structured }
      for (;;) {
        const answer = (await client.callTool({
          name: 'my_observations',
          arguments: given,
        })) as unknown as Answer
        const { structuredContent, content } = answer
        const text = content.map(part => part.text).join('')
        t.ok(tokensOf(JSON.stringify(structuredContent) + text) <= 10_000)
        t.equal(structuredContent.total, 40)
        pages += 1
        returned += structuredContent.returned
        for (const id of text.matchAll(/"id":"([^"]+)"/g)) ids.add(id[1])
        for (const { id } of structuredContent.observations ?? []) ids.add(id)
        omitted += (structuredContent['omitted'] as unknown as [] | undefined)?.length ?? 0
        if (structuredContent.nextCursor === undefined) break
        given = { cursor: structuredContent.nextCursor }
      }
      t.same([returned, omitted], view === 'fhir' ? [39, 1] : [40, 0], `${view} on ${pages} pages`)
      if (view === 'fhir') t.equal(ids.size, 39)
    }
})

t.test('the meaning of a record is kept', async t => {
  const erin = createKeyPair()
  const observed = (code: string, display: string, more: object) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(erin, ['write']),
      submissionOf(
        study.applicationId,
        {
          ...{ resourceType: 'Observation', status: 'final' },
          code: { coding: [{ system: 'http://loinc.org', code, display }] },
          ...more,
        },
        uids.Observation,
      ),
    )
  const glucose = (value: number, more: object) =>
    observed('2345-7', 'Glucose [Mass/volume] in Serum or Plasma', {
      valueQuantity: { value, unit: 'mg/dL' },
      referenceRange: [{ low: { value: 70, unit: 'mg/dL' }, high: { value: 99, unit: 'mg/dL' } }],
      ...more,
    })
  const interpretation = [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'H' }],
    },
  ]
  for (const answer of [
    await glucose(140, {
      effectiveDateTime: '2026-03-01T23:30:00+02:00',
      interpretation,
      status: 'preliminary',
    }),
    await glucose(88, { effectiveDateTime: '2026-03-02', note: [{ text: 'After\na long night' }] }),
    await glucose(987.65, { effectiveDateTime: '2026-03-03', status: 'entered-in-error' }),
    await observed('44261-6', 'PHQ-9 total', { valueInteger: 12, effectiveDateTime: '2026-03-04' }),
    await observed('93832-4', 'Sleep', {
      valueQuantity: { value: 42, unit: 'h' },
      effectivePeriod: { start: '2026-03-01', end: '2026-03-07' },
    }),
  ])
    t.equal(answer.statusCode, 201, answer.body)
  const client = await assistant(t, '2026-07-28', `${url}/mcp`, week(erin))
  const text = async (given: object) =>
    ((await client.callTool({ name: 'my_observations', arguments: { ...given } })) as unknown as Answer)
      .content[0]?.text ?? ''
  const sugar = await text({ code: 'blood sugar' })
  t.match(
    sugar,
    /Glucose in serum, code 2345-7, mg\/dL: 2 from 2026-03-01 to 2026-03-02; reference range 70–99/,
  )
  t.match(sugar, /2026-03-01 23:30,140,high,70–99,preliminary\n2026-03-02,88,,70–99,After a long night/)
  t.match(await text({ code: 'depression' }), /2026-03-04,12,moderate \(10–14\)/)
  t.match(await text({ code: 'sleep', from: '2026-03-06' }), /2026-03-01 to 2026-03-07,42/)
  for (const view of ['fhir', 'table', 'latest', 'summary', 'trend'])
    t.notMatch(await text({ view, timeZone: 'Europe/Berlin' }), /987\.65|entered-in-error/, view)
})

t.test('each access is in the trail of the person', async t => {
  const dora = createKeyPair()
  await measured(dora, '29463-7', 60, 'kg', '2026-01-05')
  const named = week(dora, { extra: { client_id: 'https://claude.example/client', client_name: 'Claude' } })
  const client = await assistant(t, '2025-11-25', `${url}/mcp`, named)
  const { structuredContent } = (await client.callTool({
    name: 'my_observations',
    arguments: { structured: true },
  })) as never as Answer
  const records = structuredContent.observations.map(({ id }) => id)
  await client.readResource({ uri: 'health://me/observations' })
  await client.callTool({ name: 'my_observations', arguments: { limit: 0 } })
  const trail = await sendRequest(app, 'GET', '/api/profile/audit', bearer(dora, ['read']))
  t.equal(trail.statusCode, 200, trail.body)
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
    t.match(
      await send(week(alice), path),
      { statusCode: 200, headers: { 'cache-control': 'no-store' } },
      path,
    )

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

t.test('the server presents itself by the name and the icon of the deployment', async t => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>')
  const theme = { name: 'Lindenhof Klinik', icon: join(directory, 'icon.svg') }
  const themed = await listening(t, { plugins: { pages: { theme } } })
  for (const era of ERAS) {
    const plain = await assistant(t, era, `${url}/mcp`, week(alice))
    t.match(plain.getServerVersion(), { name: 'andiron', title: 'andiron', version: /\d/ }, era)
    const info = (await assistant(t, era, `${themed.url}/mcp`, week(alice))).getServerVersion()
    t.match(info, { name: 'andiron', title: theme.name, websiteUrl: themed.app.gateway.baseUrl }, era)
    const [icon] = info?.icons ?? []
    t.match(icon, { mimeType: 'image/svg+xml', sizes: ['any'] })
    const { pathname, origin } = new URL(icon?.src ?? '')
    t.equal(origin, themed.app.gateway.baseUrl)
    t.equal((await themed.app.inject(pathname)).statusCode, 200)
  }
})

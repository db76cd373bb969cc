/** The plugin contract, by gateways made of small plugins. */
import createError from '@fastify/error'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import '../../tooling/register.js'
import { order } from '../contract/order.ts'
import { createGateway } from '../gateway.ts'
import { type Caller, type ConfigInput, definePlugin, type Plugin } from '../index.ts'
import { gatewayOf, memory } from './fixtures/memory.ts'

const named = (name: string, ...dependencies: string[]): Plugin =>
  definePlugin({ name, version: '1.0.0', dependencies })
const namesOf = (plugins: readonly { manifest: { name: string } }[]) =>
  plugins.map(({ manifest }) => manifest.name)
const none = () => false
const COUNT = {
  type: 'object',
  properties: { count: { type: 'integer' }, limit: { type: 'integer', default: 10 } },
} as const
const caller: Caller = { did: `did:nil:02${'ab'.repeat(32)}`, key: `02${'ab'.repeat(32)}`, scopes: ['write'] }

/** A scheme that believes everyone. */
const trusting = definePlugin({
  name: 'trusting',
  version: '1.0.0',
  security: {
    anyone: { describe: { type: 'http', scheme: 'bearer' }, errors: [], authenticate: () => caller },
  },
})

t.test('plugins are ordered by what they depend on', async t => {
  const ordered = order(
    [named('mcp', 'attachments'), named('attachments', 'presign'), named('presign')],
    none,
  )
  t.same(namesOf(ordered), ['presign', 'attachments', 'mcp'])
  t.same(namesOf(order([named('b'), named('a')], none)), ['b', 'a'], 'otherwise as given')
  t.throws(() => order([named('mcp', 'attachments')], none), {
    code: 'AND_MISSING_DEPENDENCY',
    message: "Plugin 'mcp' needs 'attachments', which is not installed",
  })
  t.throws(() => order([named('mcp', 'attachments')], () => true), { message: /which the config disables/ })
  const plugins = [
    named('mcp', 'files'),
    named('files', 'auth'),
    named('pages'),
    named('jwt', 'auth', 'pages'),
  ]
  t.throws(() => order(plugins, name => name === 'auth'), {
    message: `Plugins 'files', 'jwt', 'mcp' need 'auth', which the config disables. To take all of them out: "plugins": {"auth":false,"files":false,"jwt":false,"mcp":false}`,
  })
  t.throws(() => order([named('x', 'a'), named('a', 'b'), named('b', 'a')], none), {
    message: /: a → b → a$/,
  })
})

t.test('a plugin that the config disables', async t => {
  const plugins = [named('auth'), named('delegation', 'auth')]
  await t.rejects(gatewayOf(t, plugins, { plugins: { auth: false } }), {
    code: 'AND_MISSING_DEPENDENCY',
    message: `Plugin 'delegation' needs 'auth', which the config disables. To take all of them out: "plugins": {"auth":false,"delegation":false}`,
  })
  t.same(
    namesOf((await gatewayOf(t, plugins, { plugins: { auth: false, delegation: false } })).gateway.plugins),
    [],
  )
  const app = await gatewayOf(t, plugins, { plugins: { delegation: false } })
  t.same(namesOf(app.gateway.plugins), ['auth'])
})

t.test('options', async t => {
  const plugin = definePlugin({
    name: 'presign',
    version: '1.0.0',
    config: {
      type: 'object',
      additionalProperties: false,
      required: ['expiresIn'],
      properties: { expiresIn: { type: 'integer', default: 15 } },
    },
    routes(app, { expiresIn }) {
      app.get('/expiry', { schema: { security: [] } }, async () => ({ expiresIn }))
    },
  })
  t.test('are defaulted, typed and handed in', async t => {
    const app = await gatewayOf(t, [plugin])
    t.same((await app.inject('/expiry')).json(), { expiresIn: 15 })
    const other = await gatewayOf(t, [plugin], { plugins: { presign: { expiresIn: 5 } } })
    t.same((await other.inject('/expiry')).json(), { expiresIn: 5 })
  })
  t.test('that are wrong are all listed, for every plugin', async t => {
    await t.rejects(
      gatewayOf(t, [plugin, named('bare')], { plugins: { presign: { expiresin: 1 }, bare: { x: 1 } } }),
      {
        code: 'AND_INVALID_CONFIG',
        message: /plugins\.presign\.expiresin: .*Did you mean 'expiresIn'\?\nplugins\.bare\.x: /,
      },
    )
  })
})

t.test('a module that the config names', async t => {
  const directory = new URL('./fixtures/', import.meta.url)
  const load = (key: string) =>
    createGateway(
      { ...memory, plugins: { [key]: {} } },
      { builtIn: [named('mcp')], directory, fastify: { logger: false } },
    )

  t.test('is loaded from beside the config file', async t => {
    const app = await load('./outside-plugin.ts')
    t.teardown(() => app.close())
    t.same(namesOf(app.gateway.plugins), ['mcp', 'outside'])
    t.equal(app.gateway.plugins[1]?.from, './outside-plugin.ts')
  })
  t.test('is refused with the nearest known name when there is none', async t => {
    await t.rejects(load('mpc'), { code: 'AND_UNKNOWN_PLUGIN', message: /'mpc' .*Did you mean 'mcp'\?/ })
    await t.rejects(load('./nowhere.js'), { code: 'AND_UNKNOWN_PLUGIN' })
  })
  t.test('is refused when it is no plugin', async t => {
    await t.rejects(load('./memory.ts'), { code: 'AND_NOT_A_PLUGIN' })
  })
})

t.test('a plugin that is off by default is on when the config names it', async t => {
  const quiet = definePlugin({ name: 'quiet', version: '1.0.0', optIn: true })
  const cases: [object, boolean][] = [
    [{}, false],
    [{ quiet: false }, false],
    [{ quiet: true }, true],
    [{ quiet: {} }, true],
  ]
  for (const [plugins, on] of cases) {
    const { gateway } = await gatewayOf(t, [quiet], { plugins } as ConfigInput)
    t.equal(gateway.plugins.length, on ? 1 : 0, JSON.stringify(plugins))
  }
})

t.test('declarations that collide are refused', async t => {
  const uid = '0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10'
  const keeps = (name: string) =>
    definePlugin({
      name,
      version: '1.0.0',
      collections: [{ uid, name, kind: 'owned', schema: { type: 'object' } }],
    })
  await t.rejects(gatewayOf(t, [keeps('a'), keeps('b')]), {
    code: 'AND_DUPLICATE_COLLECTION',
    message: /by 'a' and by 'b'/,
  })
  const offers = (name: string) =>
    definePlugin({
      name,
      version: '1.0.0',
      tools: [
        {
          ...{ name: 'nap', title: 'Nap', description: '', input: {} },
          run: async () => ({ structuredContent: {}, records: [] }),
        },
      ],
    })
  await t.rejects(gatewayOf(t, [offers('a'), offers('b')]), {
    code: 'AND_DUPLICATE_TOOL',
    message: "The tool, resource or prompt 'nap' of plugin 'b' is already declared by plugin 'a'",
  })
  const serves = (name: string) =>
    definePlugin({
      name,
      version: '1.0.0',
      fhir: { types: [{ type: 'Basic', collection: uid, description: '' }] },
    })
  await t.rejects(gatewayOf(t, [serves('a'), serves('b')]), {
    code: 'AND_DUPLICATE_FHIR_TYPE',
    message: /'Basic' of plugin 'b' .* plugin 'a'$/,
  })
  const proves = definePlugin({
    name: 'other',
    version: '1.0.0',
    ...{ security: trusting.manifest.security ?? {} },
  })
  await t.rejects(gatewayOf(t, [trusting, proves]), { code: 'AND_DUPLICATE_SECURITY_SCHEME' })
  await t.rejects(gatewayOf(t, [named('a'), named('a')]), { code: 'AND_DUPLICATE_PLUGIN' })
})

t.test('a listener of a built-in hook starts where the config takes the plugin of that hook out', async t => {
  const opens = definePlugin({ name: 'opens', version: '1.0.0', openHooks: { goodNight: 'guard' } })
  const hooks = { goodNight: () => t.fail('never called') } as object
  const listens = definePlugin({ name: 'listens', version: '1.0.0', hooks })
  const app = await gatewayOf(t, [opens, listens], { plugins: { opens: false } })
  await app.ready()
  t.same(
    app.gateway.plugins.map(({ manifest }) => manifest.name),
    ['listens'],
  )
})

t.test('a listener of a hook that no plugin opens is refused with the nearest', async t => {
  const hooks = { afterWrit() {} } as object
  await t.rejects(gatewayOf(t, [definePlugin({ name: 'a', version: '1.0.0', hooks })]), {
    code: 'AND_UNKNOWN_HOOK',
    message: /'a' listens to 'afterWrit'.* Did you mean 'afterWrite'\?/,
  })
})

t.test('a plugin may open a hook of its own, in any order', async t => {
  const heard: unknown[] = []
  const listener = definePlugin({
    name: 'a',
    version: '1.0.0',
    hooks: { onNap: (nap: unknown) => void heard.push(nap) } as object,
  })
  const opener = definePlugin({ name: 'b', version: '1.0.0', openHooks: { onNap: 'notice' } })
  const app = await gatewayOf(t, [listener, opener])
  await app.gateway.hooks.run('onNap' as 'afterWrite', { minutes: 20 } as never, {
    caller,
    app,
    log: app.log,
    now: new Date(),
  })
  t.same(heard, [{ minutes: 20 }])
  t.ok(app.gateway.hooks.attended('onNap' as 'afterWrite'))
  for (const name of ['afterWrite', 'constructor', '__proto__'] as const)
    t.notOk(app.gateway.hooks.attended(name as 'afterWrite'), name)
})

t.test('a hook is opened once: no plugin turns the guard of another into a notice', async t => {
  const opener = (name: string, hook: string) =>
    definePlugin({ name, version: '1.0.0', openHooks: { [hook]: 'notice' } })
  for (const [plugins, hook] of [
    [[opener('a', 'onNap'), opener('b', 'onNap')], 'onNap'],
    [[opener('b', 'validateSubmission')], 'validateSubmission'],
  ] as const)
    await t.rejects(gatewayOf(t, plugins), {
      code: 'AND_DUPLICATE_HOOK',
      message: `Plugin 'b' opens the hook '${hook}', which is already open`,
    })
})

t.test('a route with a schema that is none does not start, however many gateways did before', async t => {
  const plugin = definePlugin({
    name: 'door',
    version: '1.0.0',
    routes: app =>
      void app.post('/door', { schema: { security: [], body: { type: 'objekt' } } }, async () => 1),
  })
  const app = await gatewayOf(t, [plugin])
  await t.rejects(async () => app.ready(), { message: /schema is invalid: data\/type must be/ })
})

t.test('a schema of an integrator that does not compile keeps the gateway from starting', async t => {
  const collects = definePlugin({
    name: 'naps',
    version: '1.0.0',
    collections: [
      {
        uid: '0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10',
        name: 'naps',
        kind: 'owned',
        schema: { properties: { at: { $ref: 'Nap#' } } },
      },
    ],
  })
  await t.rejects(gatewayOf(t, [collects]), {
    code: 'AND_UNUSABLE_SCHEMA',
    message: /collection 'naps' cannot be compiled: can't resolve reference Nap#/,
  })
  const takes = definePlugin({
    name: 'naps',
    version: '1.0.0',
    config: { type: 'object', properties: { length: { type: 'number', minimum: 'long' } } },
  })
  await t.rejects(gatewayOf(t, [takes]), { message: /schema is invalid: data\/properties\/length\/minimum/ })
})

t.test('a proven schema is compiled when it is first applied, and one that is none refuses', async t => {
  const door = (schema: object) =>
    definePlugin({
      name: 'door',
      version: '1.0.0',
      routes: app =>
        void app.post(
          '/door',
          { schema: { security: [], body: schema, querystring: COUNT } },
          async request => [request.body, request.query],
        ),
    })
  const open = async (plugin: Plugin) => {
    const app = await createGateway(memory, {
      ...{ builtIn: [plugin], proven: new Set([plugin]) },
      fastify: { logger: false },
    })
    t.teardown(() => app.close())
    return (payload: object, query = '') => app.inject({ method: 'POST', url: `/door${query}`, payload })
  }
  const broken = await open(door({ type: 'object', properties: { at: { $ref: 'Nap#' } } }))
  for (const _ of [1, 2]) t.match((await broken({})).json(), { status: 500, code: 'AND_INTERNAL' })
  const sound = await open(door({ type: 'object', required: ['at'], properties: { at: { type: 'string' } } }))
  t.match((await sound({ at: 'noon' }, '?count=3')).json(), [{ at: 'noon' }, { count: 3, limit: 10 }])
  t.match((await sound({ at: 3 })).json(), { status: 400, issues: [{ expression: 'body.at' }] })
  t.match((await sound({})).json(), { status: 400, issues: [{ expression: 'body.at' }] })
  t.match((await sound({ at: 'noon' }, '?count=x')).json(), { issues: [{ expression: 'querystring.count' }] })
})

t.test('security fails closed', async t => {
  const routes = (schema?: object) =>
    definePlugin({
      name: 'door',
      version: '1.0.0',
      routes: app => void app.get('/door', { ...(schema && { schema }) }, async () => 'in'),
    })

  t.test('a route that says nothing does not start', async t => {
    const app = await gatewayOf(t, [routes()])
    await t.rejects(async () => app.ready(), { code: 'AND_UNDECLARED_SECURITY', message: /GET \/door/ })
  })
  t.test('nor one that is hidden from the document', async t => {
    const app = await gatewayOf(t, [routes({ hide: true })])
    await t.rejects(async () => app.ready(), { code: 'AND_UNDECLARED_SECURITY' })
  })
  t.test('nor one that names a scheme nobody provides', async t => {
    const app = await gatewayOf(t, [routes({ security: [{ selfSigned: ['write'] }] })])
    await t.rejects(async () => app.ready(), {
      code: 'AND_UNKNOWN_SECURITY_SCHEME',
      message: /GET \/door .*'selfSigned'/,
    })
  })
  t.test('nor one that a plain Fastify plugin adds', async t => {
    const app = await gatewayOf(t, [])
    await app.register(async scope => void scope.get('/plain', async () => 1))
    await t.rejects(async () => app.ready(), { code: 'AND_UNDECLARED_SECURITY' })
  })
  t.test('a public one says so', async t => {
    const app = await gatewayOf(t, [routes({ security: [] })])
    t.equal((await app.inject('/door')).statusCode, 200)
  })
  t.test('an empty alternative holds for who sends no token, and for nobody whose token fails', async t => {
    const Refused = createError('AND_REFUSED', 'no', 401)
    const schemes = definePlugin({
      name: 'schemes',
      version: '1.0.0',
      security: {
        token: {
          describe: { type: 'http', scheme: 'bearer' },
          errors: [],
          authenticate({ headers }) {
            if (headers.authorization !== 'Bearer good') throw new Refused()
            return caller
          },
        },
      },
    })
    const door = definePlugin({
      name: 'door',
      version: '1.0.0',
      routes: app =>
        void app.get('/door', { schema: { security: [{ token: [] }, {}] } }, async request => ({
          caller: request.caller?.did,
        })),
    })
    const app = await gatewayOf(t, [schemes, door])
    const by = (authorization?: string) =>
      app.inject({ url: '/door', headers: { ...(authorization !== undefined && { authorization }) } })
    t.same((await by()).json(), {})
    t.same((await by('Bearer good')).json(), { caller: caller.did })
    for (const bad of ['Bearer bad', 'Bearer ', 'Basic good', '', ' '])
      t.equal((await by(bad)).statusCode, 401, `'${bad}'`)
    const single = await gatewayOf(t, [routes({ security: [{}] })])
    await t.rejects(async () => single.ready(), { code: 'AND_UNDECLARED_SECURITY' })
  })
  t.test('one of the alternatives must hold, and in it every scheme', async t => {
    const Refused = createError('AND_REFUSED', 'no', 401)
    const Short = createError('AND_SHORT', 'scope', 403)
    const scheme = (authenticate: () => Caller) => ({
      describe: { type: 'http', scheme: 'bearer' },
      errors: [],
      authenticate,
    })
    const schemes = definePlugin({
      name: 'schemes',
      version: '1.0.0',
      security: {
        yes: scheme(() => caller),
        no: scheme(() => {
          throw new Refused()
        }),
        short: scheme(() => {
          throw new Short()
        }),
      },
    })
    const cases: [object[], number][] = [
      [[{ yes: [] }], 200],
      [[{ no: [] }], 401],
      [[{ no: [] }, { yes: [] }], 200],
      [[{ yes: [], no: [] }], 401],
      [[{ no: [] }, { short: [] }], 403],
      [[{ short: [] }, { no: [] }], 403],
    ]
    for (const [security, status] of cases) {
      const app = await gatewayOf(t, [schemes, routes({ security })])
      t.equal((await app.inject('/door')).statusCode, status, JSON.stringify(security))
    }
  })
})

t.test('a plain Fastify plugin can be registered beside ours', async t => {
  const app = await gatewayOf(t, [trusting])
  await app.register(
    async scope =>
      void scope.get('/plain', { schema: { security: [{ anyone: [] }] } }, async ({ caller }) => caller.did),
  )
  t.equal((await app.inject('/plain')).body, caller.did)
})

t.test('every failure has the same body', async t => {
  const failing = definePlugin({
    name: 'failing',
    version: '1.0.0',
    routes(app) {
      app.get('/fails/:id', { schema: { security: [] } }, async () => {
        throw new Error('the password is hunter2')
      })
      const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } as const
      app.post('/takes', { schema: { security: [], body } }, async ({ body }) => body)
    },
  })
  const app = await gatewayOf(t, [failing], { limits: { body: 1024 } })
  const json = { 'content-type': 'application/json' }
  const cases: [string, InjectOptions, number, string][] = [
    ['an unknown path', { url: '/nowhere?token=x' }, 404, 'AND_NOT_FOUND'],
    ['a URL that cannot be decoded', { url: '/fails/%E0%A4%A' }, 400, 'AND_BAD_URL'],
    ['a parameter that is too long', { url: `/fails/${'x'.repeat(3000)}` }, 400, 'AND_BAD_URL'],
    ['a fault of ours', { url: '/fails/1' }, 500, 'AND_INTERNAL'],
    [
      'a body of another type',
      { method: 'POST', url: '/takes', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      415,
      'AND_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body that is too large',
      { method: 'POST', url: '/takes', headers: json, body: `{"n":${'1'.repeat(2000)}}` },
      413,
      'AND_PAYLOAD_TOO_LARGE',
    ],
    [
      'a body that is no JSON',
      { method: 'POST', url: '/takes', headers: json, body: '{' },
      400,
      'AND_INVALID_JSON',
    ],
    [
      'a body of the wrong shape',
      { method: 'POST', url: '/takes', headers: json, body: '{"n":"5"}' },
      400,
      'AND_INVALID_REQUEST',
    ],
  ]
  for (const [what, request, status, code] of cases)
    t.test(what, async t => {
      const answer = await app.inject(request)
      t.equal(answer.statusCode, status)
      t.match(answer.headers['content-type'], /^application\/problem\+json/)
      t.match(answer.json(), {
        type: `urn:andiron:error:${code}`,
        title: String,
        status,
        detail: String,
        code,
      })
      t.notMatch(answer.body, /hunter2|token=x/)
    })
  t.test('a body of the wrong shape says everything that is wrong', async t => {
    const answer = await app.inject({ method: 'POST', url: '/takes', body: {} })
    t.match(answer.json().issues, [
      { severity: 'error', code: 'required', expression: 'body.n', text: "'n' is missing." },
    ])
  })
  t.test('there is no HEAD route that nobody declared', async t => {
    t.equal((await app.inject({ method: 'HEAD', url: '/fails/1' })).statusCode, 404)
  })
})

t.test(
  'an answer leaves whole, also from a scope that was made before the last schema was added',
  async t => {
    const declared = {
      ...{ $id: 'Declared', type: 'object', additionalProperties: true },
      properties: { known: { type: 'boolean' } },
    } as const
    const later = { $id: 'Later', type: 'object' } as const
    const app = await gatewayOf(t, [
      definePlugin({
        name: 'early',
        version: '1.0.0',
        schemas: [declared],
        routes: scope => {
          scope.get(
            '/whole',
            { schema: { security: [], response: { 200: { $ref: 'Declared#' } } } },
            async () => ({ known: true, unknown: { deep: [1.5] } }) as never,
          )
        },
      }),
      definePlugin({ name: 'late', version: '1.0.0', schemas: [later] }),
    ])
    t.same((await app.inject('/whole')).json(), { known: true, unknown: { deep: [1.5] } })
  },
)

t.test('schemas are those of their scope, each with a name of its own', async t => {
  const shared = { $id: 'Shared', type: 'object', properties: { at: { type: 'integer' } } } as const
  const app = await gatewayOf(t, [named('empty')])
  const seen: string[][] = []
  app.register(async scope => {
    scope.addSchema({ $id: 'Inner', type: 'object' })
    app.addSchema(shared)
    seen.push(Object.keys(scope.getSchemas()))
    t.throws(() => scope.addSchema({ $id: 'Shared', type: 'object' }), {
      code: 'FST_ERR_SCH_ALREADY_PRESENT',
      message: /'Shared'/,
    })
    t.throws(() => scope.addSchema({ type: 'object' }), { code: 'FST_ERR_SCH_MISSING_ID' })
    t.equal(scope.getSchema('Inner'), scope.getSchemas()['Inner'])
    t.doesNotThrow(() => scope.addSchema(Object.assign(Object.create(null), { $id: 'Bare' })))
  })
  app.register(async scope => {
    seen.push(Object.keys(scope.getSchemas()))
  })
  await app.ready()
  t.same(seen, [
    ['Problem', 'Inner', 'Shared'],
    ['Problem', 'Shared'],
  ])
  t.notOk(Object.hasOwn(app.getSchemas(), 'Inner'), 'nor has the gateway what a scope added')
})

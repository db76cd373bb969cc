/** An invalid plugin is refused with its name, the location of the error and a remedy. */
import { readFileSync } from 'node:fs'
import { mock } from 'node:test'
import createError from '@fastify/error'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { STATE } from '../contract/plugin.ts'
import { createGateway } from '../gateway.ts'
import { definePlugin } from '../index.ts'
import { gatewayOf, memory } from './fixtures/memory.ts'

const NAMED = { name: 'naps', version: '1.0.0' }
const define = (spec: object) => () => definePlugin(spec as typeof NAMED)

t.test('an unknown key of a spec is refused with the nearest known one', async t => {
  t.throws(define({ ...NAMED, hook: {}, depedencies: [] }), {
    code: 'AND_INVALID_PLUGIN',
    message:
      /^The spec of plugin 'naps' .*\nspec\.hook: .* unknown key 'hook'\. Did you mean 'hooks'\?\nspec\.depedencies: .* Did you mean 'dependencies'\?$/,
  })
  t.throws(define({ ...NAMED, moments: {} }), { message: /unknown key 'moments'/ })
  const [own] = [JSON.parse('{ "__proto__": 1, "constructor": 2 }') as object]
  t.throws(define({ ...own, ...NAMED }), { message: /unknown key 'constructor'/ })
})

t.test('a value of the wrong kind is refused, every one at once, without its content', async t => {
  const spec = {
    version: 2,
    setup: 'later',
    hooks: { afterWrite: true },
    openHooks: { onNap: 'notify' },
    collections: [{ uid: 'u', name: 'n', kind: 'own', schema: {}, validates() {} }],
    tools: [{ name: 'x', title: 'x', description: 'x', input: () => {} }],
    security: { anyone: { describe: {}, errors: [] } },
  }
  t.throws(define(spec), {
    code: 'AND_INVALID_PLUGIN',
    message: [
      "The spec of plugin '(without a name)' is invalid.",
      'spec.name: expected a value, got nothing',
      'spec.version: expected a text, got 2',
      "spec.openHooks.onNap: expected one of guard, transform, notice, got 'notify'. Did you mean 'notice'?",
      'spec.hooks.afterWrite: expected a function, got true',
      'spec.security.anyone.authenticate: expected a value, got nothing',
      'spec.tools.0.input: expected an object, got a function',
      'spec.tools.0.run: expected a value, got nothing',
      "spec.collections.0.validates: expected one of uid, name, kind, schema, secrets, personal, applicationField, enrich, validate, got the unknown key 'validates'. Did you mean 'validate'?",
      "spec.collections.0.uid: expected a UUID in lower case, got 'u'",
      "spec.collections.0.kind: expected one of owned, standard, got 'own'. Did you mean 'owned'?",
      "spec.setup: expected a function, got 'later'",
    ].join('\n'),
  })
  for (const spec of [undefined, null, [], 'naps', () => {}])
    t.throws(define(spec as never), { code: 'AND_INVALID_PLUGIN' })
})

t.test('a file whose spec is refused is named by its plugin, not as a file that cannot be read', async t => {
  const folder = t.testdir({
    'naps.mjs': `import { definePlugin } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
export default definePlugin({ name: 'naps', version: '1.0.0', rotues() {} })`,
  })
  await t.rejects(load(folder, './naps.mjs'), {
    code: 'AND_INVALID_PLUGIN',
    path: ['plugins', './naps.mjs'],
    message: /plugin 'naps'.*\nspec\.rotues: .* Did you mean 'routes'\?$/,
  })
})

t.test('a Node.js that loads no TypeScript says what to do', async t => {
  // As it refuses one; those from 22.18 on load it.
  const refusal = (
    extension: string,
  ) => `const refused = new TypeError('Unknown file extension "${extension}"')
throw Object.assign(refused, { code: 'ERR_UNKNOWN_FILE_EXTENSION' })\n`
  const folder = t.testdir({ 'typed.mjs': refusal('.ts'), 'other.mjs': refusal('.txt') })
  const message = /"\.ts"\. Compile it to JavaScript, or use Node\.js 22\.18 or later/
  await t.rejects(load(folder, './typed.mjs'), { code: 'AND_BROKEN_PLUGIN', message })
  await t.rejects(load(folder, './other.mjs'), { message: /"\.txt" \(/ })
})

t.test('a file that cannot be loaded is refused with the line', async t => {
  const folder = t.testdir({
    'syntax.mjs': "import './other.mjs'\nexport default 1\n",
    'other.mjs': 'export const a = 1\n\nconst b = {\n  c: = 2,\n}\n',
    'export.mjs': "// a comment\nimport { nope } from './right.mjs'\nnope()\n",
    'right.mjs': 'export const yes = 1\n',
    'throws.mjs': "import './right.mjs'\n\nthrow new Error('no nap today')\n",
    'text.mjs': "throw 'no nap'\n",
    // Without a `type` in a package.json, Node.js tries both kinds.
    'untyped.js': "import './right.mjs'\n\nexport default {\n  a: 1\n  b: 2\n}\n",
    'common.cjs': 'const a = {\n  b: 1\n  c: 2\n}\n',
  })
  for (const [file, message] of [
    ['syntax.mjs', /'\.\/syntax\.mjs' cannot be loaded: Unexpected token '=' \(\S*other\.mjs:4\)$/],
    ['export.mjs', /does not provide an export named 'nope' \(\S*export\.mjs:2\)$/],
    ['throws.mjs', /no nap today \(\S*throws\.mjs:3\)$/],
    ['text.mjs', /'\.\/text\.mjs' cannot be loaded: no nap$/],
    ['untyped.js', /Unexpected identifier 'b' \(\S*untyped\.js:5\)$/],
    ['common.cjs', /Unexpected identifier 'c' \(\S*common\.cjs:3\)$/],
  ] as const)
    await t.rejects(load(folder, `./${file}`), { code: 'AND_BROKEN_PLUGIN', message }, file)
})

t.test('a setup that does not end is named after ten seconds in which the event loop turned', async t => {
  const waits = (part: 'setup' | 'routes') =>
    definePlugin({
      ...NAMED,
      async [part]() {
        setImmediate(() => mock.timers.tick(10_000))
        await new Promise(() => {})
      },
    })
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  for (const part of ['setup', 'routes'] as const)
    await t.rejects(gatewayOf(t, [waits(part)]), {
      code: 'AND_PLUGIN_TIMEOUT',
      message: new RegExp(`^Plugin 'naps': ${part} did not end within 10 seconds`),
    })
})

t.test('an unknown key inside a tool, a job or an offer of FHIR is refused, too', async t => {
  const run = async () => {}
  const spec = {
    ...NAMED,
    tools: [
      { ...{ name: 'x', title: 'x', description: 'x', input: {}, run }, annotations: { readOnly: true } },
    ],
    jobs: { sweep: { description: 'Sweeps', run, times: { evry: 1000 } } },
    fhir: {
      types: [
        {
          ...{ type: 'Basic', collection: 'c', description: '', searches: [], readers: ['everyone'] },
          search: [{ name: 'code', type: 'tokn', description: '', value() {} }],
        },
      ],
      operations: [{ name: 'x', type: 'Basic', level: 'server', description: '', definition: 'd', run }],
      listedTypes: [{ type: 'Basic', description: '', interaction: [] }],
    },
  }
  t.throws(define(spec), {
    message: [
      "The spec of plugin 'naps' is invalid.",
      "spec.tools.0.annotations.readOnly: expected one of readOnlyHint, destructiveHint, idempotentHint, openWorldHint, got the unknown key 'readOnly'",
      "spec.fhir.types.0.searches: expected one of type, collection, description, example, readers, search, newest, summary, mandatory, compartment, find, complete, inLanguage, content, creatable, publishing, applicationOf, got the unknown key 'searches'. Did you mean 'search'?",
      "spec.fhir.types.0.readers.0: expected one of anyone, person, application, got 'everyone'",
      "spec.fhir.types.0.search.0.value: expected one of name, type, description, values, parts, field, target, byCompartment, got the unknown key 'value'. Did you mean 'values'?",
      "spec.fhir.types.0.search.0.type: expected one of token, date, string, uri, reference, quantity, composite, got 'tokn'. Did you mean 'token'?",
      'spec.fhir.types.0.search.0.values: expected a value, got nothing',
      "spec.fhir.operations.0.level: expected one of type, instance, got 'server'",
      "spec.fhir.listedTypes.0.interaction: expected one of type, description, interactions, search, releases, elements, got the unknown key 'interaction'. Did you mean 'interactions'?",
      'spec.fhir.listedTypes.0.interactions: expected a value, got nothing',
      "spec.jobs.sweep.times.evry: expected one of lease, pause, longestPause, every, got the unknown key 'evry'. Did you mean 'every'?",
    ].join('\n'),
  })
})

t.test(
  'a plugin of another copy of andiron has its database and jobs, and one of another version is refused',
  async t => {
    const folder = t.testdir({
      'copy.mjs': `import { definePlugin } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
export const made = definePlugin({ name: 'naps', version: '1.0.0', jobs: { sweep: { description: 'Sweeps', run() {} } },
  setup(app, options, { jobs }) { app.decorate('queues', Object.keys(jobs)) } })
export default Object.assign(made, { madeWith: '0.0.9' })`,
    })
    await t.rejects(load(folder, './copy.mjs'), {
      code: 'AND_OTHER_VERSION',
      path: ['plugins', './copy.mjs'],
      message: /copy of andiron 0\.0\.9 of its own, and this is andiron \d+\.\d+\.\d+: .* 'peerDependencies'/,
    })
    t.equal(Symbol.keyFor(STATE), 'andiron.plugin.state', 'one key for all copies')
  },
)

t.test('an error of Node.js or of Fastify with a code names the plugin and the line', async t => {
  const fails = (setup: (app: FastifyInstance) => unknown) =>
    definePlugin({ ...NAMED, setup: setup as never })
  for (const [setup, message] of [
    [() => readFileSync('/nowhere/naps.json'), /setup failed: ENOENT.*plugin-start\.test\.[jt]s:\d+\)$/],
    [(app: FastifyInstance) => app.decorate('gateway', {} as never), /setup failed: .*'gateway'.*:\d+\)$/],
  ] as const)
    await t.rejects(gatewayOf(t, [fails(setup)]), { code: 'AND_PLUGIN_FAILED', message })
})

t.test('a listener that does not settle is named after ten seconds', async t => {
  const waits = definePlugin({ ...NAMED, hooks: { validateSubmission: () => new Promise(() => {}) } })
  const app = await gatewayOf(t, [waits])
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const running = app.gateway.hooks.run('validateSubmission', {} as never, {} as never)
  mock.timers.tick(10_000)
  await t.rejects(running, {
    code: 'AND_PLUGIN_TIMEOUT',
    message: /^Plugin 'naps': its listener of the hook 'validateSubmission' did not end within 10 seconds/,
  })
})

t.test('a setup that fails says its own error', async t => {
  const NoNaps = createError('NAPS_NONE', 'No naps', 500)
  const fails = definePlugin({
    ...NAMED,
    async setup() {
      throw new NoNaps()
    },
  })
  await t.rejects(gatewayOf(t, [fails]), { code: 'NAPS_NONE' })
})

t.test('a part that fails without an error row is named by plugin, file and line', async t => {
  for (const part of ['setup', 'routes'] as const) {
    const fails = definePlugin({
      ...NAMED,
      [part](app: { naps?: { list: string[] } }) {
        app.naps?.list.push('noon')
        throw new TypeError('no list of naps')
      },
    })
    await t.rejects(gatewayOf(t, [fails]), {
      code: 'AND_PLUGIN_FAILED',
      message: new RegExp(
        `^Plugin 'naps': ${part} failed: no list of naps \\(\\S*plugin-start\\.test\\.[jt]s:\\d+\\)$`,
      ),
      cause: { name: 'TypeError' },
    })
  }
})

t.test('a built-in plugin that is turned off under a wrong name is refused', async t => {
  const off = (name: string) =>
    createGateway(
      { ...memory, plugins: { [name]: false } },
      { builtIn: [definePlugin({ name: 'attachments', version: '1.0.0' })], fastify: { logger: false } },
    )
  await t.rejects(off('atachments'), {
    code: 'AND_UNKNOWN_PLUGIN',
    path: ['plugins', 'atachments'],
    message: /'atachments' .* Did you mean 'attachments'\?$/,
  })
  for (const name of ['attachments', './atachments.js', 'sleep-diary']) await (await off(name)).close()
})

t.test('two plugins that serve the same route are both named', async t => {
  const serves = (name: string, ...urls: string[]) =>
    definePlugin({
      name,
      version: '1.0.0',
      async routes(app) {
        await app.register(async scope => {
          for (const url of urls) scope.get(url, { schema: { security: [] } }, async () => '')
        })
      },
    })
  await t.rejects(gatewayOf(t, [serves('sleep', '/night/:id'), serves('naps', '/nap', '/night/:key')]), {
    code: 'AND_DUPLICATE_ROUTE',
    message: "Route GET /night/:key of plugin 'naps' is already served by plugin 'sleep'",
  })
  await t.rejects(gatewayOf(t, [serves('sleep', '/night'), serves('naps', '/nap', '/night')]), {
    message: "Route GET /night of plugin 'naps' is already served by plugin 'sleep'",
  })
  await t.rejects(gatewayOf(t, [serves('naps', '/nap', '/nap')]), {
    message: "Route GET /nap of plugin 'naps' is already served by the same plugin",
  })
})

const load = (folder: string, name: string) =>
  createGateway(
    { ...memory, plugins: { [name]: {} } },
    { builtIn: [], directory: new URL(`file://${folder}/`), fastify: { logger: false } },
  )

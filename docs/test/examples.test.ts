/** The code of hand-written pages is taken from files that compile, and works. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createJWTForStorageKeys, storageKeyPairOf } from '@andiron/sdk'
import { builtIn, createGateway } from 'andiron'
import t from 'tap'
import '../../tooling/register.js'
import { checkConfig } from '../../core/config/config.ts'
import sleepGoals from '../../examples/sleep-goals/sleep-goals.ts'
import type { Environment } from '../../ui/sdk/index.ts'
import { gateway } from '../../ui/sdk/test/fixtures/gateway.ts'
import { problems } from '../check.examples.ts'
import { root } from '../generate/pages.ts'
import { mainJob } from '../main-job.examples.ts'
import { register, types } from '../registration.examples.ts'

const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8')
const guides = (await readdir(new URL('docs', root))).filter(file => file.endsWith('.md'))
const examples = await readdir(new URL('examples', root), { recursive: true })
const PAGES = [
  'README.md',
  ...guides.map(file => `docs/${file}`),
  ...examples
    .filter(file => /(^|\/)README\.md$/.test(file) && !file.includes('node_modules'))
    .map(file => `examples/${file}`),
]

/** One gateway for every test that needs storage nodes. */
let started: Promise<Environment> | undefined
const environment = () => (started ??= gateway(t))

/** The code blocks of a language, trimmed. */
function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , text = '']) => text.trim())
}

t.test('every block of TypeScript is part of a file that compiles', async t => {
  const files = [
    ...(await readdir(new URL('examples', root), { recursive: true })).map(file => `examples/${file}`),
    ...(await readdir(new URL('docs', root))).map(file => `docs/${file}`),
    ...(await readdir(new URL('ui/react/test/fixtures', root))).map(file => `ui/react/test/fixtures/${file}`),
  ].filter(file => /\.tsx?$/.test(file))
  const sources = await Promise.all(files.map(read))
  for (const page of PAGES)
    for (const block of blocksOf(await read(page), 'ts'))
      t.ok(
        sources.some(source => source.includes(block)),
        `${page}: ${block.slice(0, 60)}`,
      )
})

t.test('every config in the pages is valid', async t => {
  for (const page of PAGES)
    for (const block of blocksOf(await read(page), 'json')) {
      const { $schema: _, ...config } = JSON.parse(
        block.replaceAll('${DATABASE_URL}', 'postgres://x').replaceAll('${REDIS_URL}', 'redis://x'),
      )
      // The answer of a server is no config.
      if ('transactionTime' in config || 'resourceType' in config) continue
      t.doesNotThrow(() => checkConfig(config), `${page}: ${block.slice(0, 60)}`)
    }
})

t.test('no page links to what is not there', async t => {
  const pages = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md', ...PAGES]
  for (const name of ['sdk', 'react', 'questionnaire']) pages.push(`ui/${name}/README.md`)
  for (const folder of ['docs/decisions', 'cli/create-andiron'])
    pages.push(
      ...(await readdir(new URL(folder, root)))
        .filter(file => file.endsWith('.md'))
        .map(file => `${folder}/${file}`),
    )
  for (const page of pages) {
    const text = await read(page)
    for (const [, target = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const place = new URL(target, new URL(page, root))
      const there =
        target === '' ? text : await readFile(place, 'utf8').catch(error => error.code === 'EISDIR')
      t.ok(there, `${page} → ${target}`)
      if (anchor && typeof there === 'string' && (target === '' || target.endsWith('.md')))
        t.ok(anchorsOf(there).has(anchor), `${page} → ${target}#${anchor}`)
    }
  }
})

/** The anchors of the headings of a page, as its readers on the web make them. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

t.test('every page is in the navigation of the site', async t => {
  const config = await read('docs/site/.vitepress/config.mjs')
  const named = [...config.matchAll(/guide\('[^']+', '([\w-]+)'\)/g)].map(([, page]) => `${page}.md`)
  t.same(named.sort(), (await readdir(new URL('docs', root))).filter(file => file.endsWith('.md')).sort())
})

t.test('every test that the attacks name is there', async t => {
  const page = await read('docs/attacks.md')
  const named = new Set([...page.matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, file = '']) => file))
  t.ok(named.size > 50, 'they are found')
  for (const file of named) t.ok(await read(file).catch(() => ''), file)
})

t.test('the list of decisions is complete', async t => {
  const page = await read('docs/architecture.md')
  for (const file of await readdir(new URL('docs/decisions', root)))
    t.ok(page.includes(`(decisions/${file})`), file)
})

t.test('the main job of the README runs', async t => {
  const { apiBaseUrl: url } = await environment()
  const form = {
    resourceType: 'Questionnaire',
    status: 'active',
    title: 'Sleep',
    item: [{ linkId: 'hours', text: 'How many hours did you sleep?', type: 'decimal', required: true }],
  }
  const printed = t.capture(console, 'log')
  await mainJob(url, form, [{ linkId: 'hours', answer: [{ valueDecimal: 7.5 }] }])
  t.match(printed(), [{ args: [[{ linkId: 'hours', answer: [{ valueDecimal: 7.5 }] }]] }])
})

t.test('an application without the SDK registers, publishes and reads', async t => {
  const { apiBaseUrl: url } = await environment()
  const item = [{ linkId: 'rested', type: 'boolean', text: 'Did you wake up rested?' }]
  const form = { resourceType: 'Questionnaire', status: 'active', item }
  const study = await register(url, 'by-hand', form)
  t.match(await (await fetch(`${url}/api/application/by-hand`)).json(), { did: study.did })
  const authorization = `Bearer ${await study.token()}`
  const responses = await fetch(`${url}/api/questionnaire/${study.questionnaire}/responses`, {
    headers: { authorization },
  })
  t.match(await responses.json(), { resourceType: 'Bundle', type: 'searchset' })
  await t.rejects(register(url, 'by-hand', form), { message: /'by-hand'/ })

  const described = { primaryType: 'ApplicationRegistration', types }
  t.match(await (await fetch(`${url}/openapi.json`)).json(), {
    components: { schemas: { ApplicationRegistration: { 'x-eip712': described } } },
  })
})

t.test('the study of the tutorial runs, and its plugin loads', async t => {
  const { apiBaseUrl: url } = await environment()
  const [study = '', plugin = ''] = blocksOf(await read('docs/tutorial.md'), 'js')
  // Beside this file, where the names of the packages are known.
  const file = (name: string) => new URL(`.${name}-${process.pid}.mjs`, import.meta.url)
  t.teardown(() => Promise.all(['study', 'plugin'].map(name => rm(file(name), { force: true }))))
  await writeFile(file('study'), study.replace('http://127.0.0.1:8420', url))
  await writeFile(file('plugin'), plugin)
  const printed = t.capture(console, 'log')
  await import(file('study').href)
  t.match(
    printed().map(({ args: [first] }) => first),
    ['published', 'AND_INVALID_RECORD', 'stored', 'response', 'record', 'record'],
  )
  const { default: thanks } = await import(file('plugin').href)
  t.match(thanks.manifest, { name: 'thanks', config: { required: ['text'] } })
})

t.test('the check of the guide tells what is wrong, and where', async t => {
  const form = JSON.parse(await read('examples/forms/phq-9.json'))
  const response = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: form.url }
  t.match(await problems(form, response), [/^QuestionnaireResponse error: /])
})

t.test('the guide states the length of its plugin', async t => {
  const lines = (await read('examples/sleep-goals/sleep-goals.ts')).split('\n').length - 1
  t.match(await read('docs/writing-a-plugin.md'), `in ${lines} lines`)
})

t.test('the plugin of the guide serves, refuses and is described', async t => {
  const app = await createGateway(
    {
      builderKey: '5e'.repeat(32),
      stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' } },
      plugins: { 'sleep-goals': { hours: 7.5 } },
    },
    { builtIn: [...builtIn, sleepGoals], fastify: { logger: false } },
  )
  t.teardown(() => app.close())
  const token = createJWTForStorageKeys(storageKeyPairOf('07'.repeat(32)), { scopes: ['read'] })
  const answer = await app.inject({ url: '/api/sleep-goal', headers: { authorization: `Bearer ${token}` } })
  t.same(answer.json(), { hours: 7.5 })
  t.equal((await app.inject('/api/sleep-goal')).statusCode, 401)

  const call = async (given: object) =>
    (
      await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
        payload: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'my_sleep_goal', arguments: given },
        },
      })
    ).json().result
  t.match(await call({ nights: 7 }), {
    structuredContent: { hours: 52.5 },
    content: [{ text: '{"hours":52.5}' }],
  })
  t.match(await call({ nights: 'all' }), { isError: true })

  const draft = {
    uid: 'x',
    applicationId: 'x',
    collection: { uid: 'x', name: 'x', kind: 'owned', schema: {} },
    answer: {},
  } as const
  const context = { app, caller: { did: 'x', key: 'x', scopes: [] }, log: app.log, now: new Date() }
  const { hooks } = sleepGoals.manifest
  t.throws(() => hooks?.validateSubmission?.({ ...draft, record: { naps: 6 } }, context), {
    code: 'SLEEP_TOO_MANY_NAPS',
  })
  t.doesNotThrow(() => hooks?.validateSubmission?.({ ...draft, record: { naps: 5 } }, context))

  const { paths } = (await app.inject('/openapi.json')).json()
  t.match(paths['/api/sleep-goal'].get, { tags: ['Sleep'], security: [{ selfSigned: ['read'] }] })
})

/** Reload: a changed config or plugin takes over in a new instance, and a broken one changes nothing. */
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { freePort } from '../../core/stores/test/fixtures/free-port.ts'
import { createMemoryTokenStore } from '../../core/stores/tokens/tokens-memory.ts'
import { compiled, directoryWith, launch } from '../../core/test/fixtures/cli.ts'
import { isWhole } from '../../core/test/fixtures/rounds.ts'
import { builtIn } from '../../plugins/index.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import { requestReload } from '../control.ts'
import { takeTurn } from '../reload-turn.ts'
import { here } from './fixtures/here.ts'
import { load } from './fixtures/load.ts'

const command = compiled
const andiron = pathToFileURL(join(dirname(command), '../plugins/index.js')).href

/** Nothing on disk, no waiting. */
const memory = {
  builderKey: '1f'.repeat(32),
  stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
}

const without = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, false]))
/** With few built-in plugins, since each start sets them up. */
const only = (...names: readonly string[]) => ({
  ...memory,
  plugins: without(builtIn.map(({ manifest }) => manifest.name).filter(name => !names.includes(name))),
})
const bare = only('operations')

/** A plugin, by the code of its routes. */
const pluginOf = (routes: string, name = 'probe', rest = '') => `
import { definePlugin } from ${JSON.stringify(andiron)}
import { word } from './word.mjs'
${rest}
const free = { schema: { security: [] } }
export default definePlugin({ name: '${name}', version: '1.0.0', routes(app) {
  app.get('/probe', free, async () => ({ word, pid: process.pid }))
  ${routes}
} })`

interface Probe {
  readonly word: string
  readonly pid: number
}

/** A gateway with a plugin in its directory. */
async function gatewayWith(
  t: Test,
  config: { readonly plugins?: object; readonly limits?: object },
  plugin: string,
  args: readonly string[] = [],
) {
  const port = await freePort()
  const content = {
    port,
    log: { level: 'warn' },
    ...config,
    plugins: { ...config.plugins, './probe.mjs': {} },
  }
  const cwd = await directoryWith(t, {
    'andiron.json': content,
    'probe.mjs': plugin,
    'word.mjs': "export const word = 'first'",
  })
  if (!('stores' in config)) {
    await chmod(cwd, 0o755)
    await copyDeployment(join(cwd, 'data'))
  }
  const { child, ended, until } = launch(command, ['start', ...args], cwd)
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await until(/health +http.*\n/)
  const url = `http://127.0.0.1:${port}`
  return {
    ...{ cwd, child, ended, until, url, config: content },
    probe: () => probeOf(url),
    write: (name: string, text: string) => writeFile(join(cwd, name), text),
    reload: () => here(['reload'], { cwd }),
    /** Reloads without a process of its own, and returns the reason of a failure. */
    reloadFast: async () => {
      const outcome = await requestReload(join(cwd, 'data'), child.pid as number)
      return outcome?.reloaded ? undefined : String(outcome?.sentence)
    },
  }
}

/** On a connection of its own: an idle one gets its next answer from the former instance. */
const probeOf = (url: string): Promise<Probe> =>
  new Promise((resolve, reject) => {
    get(`${url}/probe`, { agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', part => {
        text += part
      })
      answer.once('end', () => resolve(JSON.parse(text)))
    }).once('error', reject)
  })

/** Resolves once the function returns true. */
async function eventually(is: () => Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await is())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time')
    await wait(50)
  }
}

/** KiB in memory of a process and the processes below it, without PostgreSQL. */
async function memoryOf(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [status, children] = [await read('status'), await read(`task/${pid}/children`)]
  if (/^Name:\s+postgres/m.test(status)) return 0
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(memoryOf))
  return below.reduce((sum, each) => sum + each, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0))
}

t.test('reloads under load lose no answer, and a broken one keeps the running instance', async t => {
  const times = Number(process.env['ANDIRON_RELOADS'] ?? (isWhole ? 6 : 3))
  const every = times > 20 ? 10 : 3
  const { child, url, probe, write, reloadFast, cwd } = await gatewayWith(
    t,
    { plugins: { 'storage-node': { requestsPerMinute: 1_000_000 } } },
    pluginOf(`
  const { tokens } = app.gateway
  app.put('/kept/:id', free, async ({ params: { id } }) => {
    await tokens.put('probe', id, id, Date.now() + 3_600_000)
    return { id }
  })
  app.get('/kept/:id', free, async ({ params: { id } }) => ({ kept: await tokens.peek('probe', id) }))
  app.get('/slow', free, async () => {
    await new Promise(resolve => setTimeout(resolve, 1_000))
    return { pid: process.pid }
  })`),
  )
  const acknowledged: string[] = []
  let isEnding = false
  const writing = (async () => {
    for (let at = 0; !isEnding; at++) {
      const answer = await fetch(`${url}/kept/${at}`, { method: 'PUT' })
      if (answer.status !== 200) throw new Error(`${answer.status} for a write`)
      acknowledged.push(String(at))
      await wait(50)
    }
  })()
  const slow: Promise<number>[] = []
  const { port } = new URL(url)
  const node = `http://127.0.0.1:${Number(port) + 1}/about`
  const { counts, failures, end } = load([`${url}/probe`, `${url}/health/ready`, node, `${url}/slow`], 4, 100)
  const breaks: [file: string, content: string, sentence: RegExp][] = [
    ['word.mjs', 'export const word = = 1', /word\.mjs:1/],
    ['andiron.json', '{\n "prot": 1 }', /andiron\.json:2: prot\n.*Did you mean 'port'\?/s],
    ['word.mjs', 'export const word = nothing.at.all', /word\.mjs:1/],
    ['andiron.json', '{\n "port": ', /andiron\.json:2: not JSON/],
  ]
  let broken = 0
  const before = await memoryOf(child.pid as number)
  for (let at = 0; at < times; at++) {
    const { pid, word } = await probe()
    if (at % every === every - 1) {
      const [file, content, sentence] = breaks[broken++ % breaks.length] as (typeof breaks)[number]
      const sound = await readFile(join(cwd, file), 'utf8')
      await write(file, content)
      t.match(await reloadFast(), sentence)
      t.same(await probe(), { pid, word }, 'the running instance goes on')
      await write(file, sound)
    } else {
      slow.push(fetch(`${url}/slow`, { headers: { connection: 'close' } }).then(answer => answer.status))
      await write('word.mjs', `export const word = 'word ${at}'`)
      t.equal(await reloadFast(), undefined)
      const after = await probe()
      t.equal(after.word, `word ${at}`)
      t.not(after.pid, pid)
    }
    if (at % 20 === 19)
      t.comment(
        `${at + 1} reloads: ${[...counts].join(' ')}, ${(await memoryOf(child.pid as number)) >> 10} MiB`,
      )
  }
  isEnding = true
  await writing
  await end()
  t.ok(
    (await Promise.all(slow)).every(status => status === 200),
    'requests in progress are answered',
  )
  t.same([...counts.keys()], ['200'], failures.join('\n'))
  let kept = 0
  for (const id of acknowledged)
    if (((await (await fetch(`${url}/kept/${id}`)).json()) as { kept?: string }).kept === id) kept += 1
  t.equal(kept, acknowledged.length, 'every acknowledged write is there')
  let after = Number.POSITIVE_INFINITY
  const isFlat = async () => {
    after = await memoryOf(child.pid as number)
    return after < before * 1.25
  }
  await eventually(isFlat)
  t.comment(
    `${times} reloads, ${broken} of them broken: ${counts.get('200')} answers, 0 others; ` +
      `${acknowledged.length} writes kept; memory ${before >> 10} MiB before, ${after >> 10} MiB after`,
  )
})

t.test('SIGHUP reloads and ends nothing; what cannot take over leaves the running instance', async t => {
  const { child, probe, write, reload, reloadFast, config, cwd } = await gatewayWith(t, bare, pluginOf(''))
  const { pid } = await probe()
  await write('word.mjs', "export const word = 'second'")
  child.kill('SIGHUP')
  // The former instance may answer one more time: the word and the process are of one answer.
  let second = await probe()
  await eventually(async () => {
    second = await probe()
    return second.word === 'second'
  })
  t.not(second.pid, pid)

  await write('word.mjs', "export const word = 'third'")
  for (let at = 0; at < 20; at++) child.kill('SIGHUP')
  const asked = [1, 2, 3].map(() => reloadFast())
  const { code } = await launch(command, ['reload'], cwd).ended
  t.same([code, ...(await Promise.all(asked))], [0, undefined, undefined, undefined], 'many requests at once')
  const { mode } = await stat(join(cwd, `data/reload-${child.pid}.sock`))
  t.equal(mode & 0o777, 0o600, 'only its owner may connect')
  const third = await probe()
  t.equal(third.word, 'third')
  t.equal(child.exitCode, null)

  const stores = { ...memory.stores, tokens: { driver: 'redis', url: 'redis://127.0.0.1:1' } }
  await write('andiron.json', JSON.stringify({ ...config, stores }))
  t.match(await reload(), { code: 1, stderr: /The token store does not answer/ })
  t.same(await probe(), third)
  await write('andiron.json', JSON.stringify({ ...config, limits: { reload: 1_000 } }))
  t.match(await reload(), { code: 0 })

  const last = await probe()
  const cases: [code: string, sentence: RegExp][] = [
    ['process.exit(0)', /process ended|not ready after 1 seconds/],
    ['process.kill(process.pid, "SIGKILL")', /process ended|not ready after 1 seconds/],
    ['for (;;) {}', /not ready after 1 seconds/],
  ]
  for (const [code, sentence] of cases) {
    await write('word.mjs', `export const word = 'x'\n${code}`)
    t.match(await reload(), { code: 1, stderr: sentence }, code)
    t.same(await probe(), last)
  }
})

t.test(
  'with --watch, a change of the config, of a file of a plugin or of a picture of the theme reloads',
  async t => {
    const themed = only('operations', 'auth-jwt', 'oauth', 'pages')
    const { child, config, probe, url, write } = await gatewayWith(t, themed, pluginOf(''), ['--watch'])
    let errors = ''
    child.stderr?.on('data', part => {
      errors += part
    })
    await write('word.mjs', "export const word = 'second'")
    await eventually(async () => (await probe()).word === 'second')
    await write('word.mjs', 'export const word = = 1')
    await eventually(async () => /word\.mjs:1/.test(errors))
    t.equal((await probe()).word, 'second')
    await write('word.mjs', "export const word = 'mended'")
    await eventually(async () => (await probe()).word === 'mended')

    // A change of a picture of the theme, also of one that stopped a reload.
    const theme = { logo: 'logo.svg' }
    const svg = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"/>`
    // The page of a refused sign-in needs no built pages.
    const logo = async () => {
      const page = await (await fetch(`${url}/authorize?client_id=unknown`)).text()
      return /<img [^>]*width="(\d+)"/.exec(page)?.[1]
    }
    const { pid } = await probe()
    await write('logo.svg', svg(8))
    await write(
      'andiron.json',
      JSON.stringify({ ...config, plugins: { ...config.plugins, pages: { theme } } }),
    )
    await eventually(async () => (await probe()).pid !== pid && (await logo()) === '8')
    await write('logo.svg', 'no picture')
    await eventually(async () => /plugins\.pages\.theme\.logo/.test(errors))
    t.equal(await logo(), '8')
    await write('logo.svg', svg(16))
    await eventually(async () => (await logo()) === '16')
  },
)

t.test('a plugin that fails at run time fails alone', async t => {
  const { child, url, probe } = await gatewayWith(
    t,
    bare,
    pluginOf(
      `
  const later = work => void setTimeout(work, 5)
  const never = () => new Promise(() => {})
  app.get('/throws', free, () => { throw new Error('thrown in a handler') })
  app.get('/throws-text', free, async () => { throw 'a text' })
  app.get('/throws-null', free, async () => { throw null })
  app.get('/timer', free, () => { later(() => { throw new Error('thrown in a timer') }); return never() })
  app.get('/promise', free, () => { void (async () => { throw new Error('nobody awaits it') })(); return never() })
  app.get('/answered', free, async () => { later(() => { throw new Error('thrown after the answer') }); return {} })
  app.get('/text', free, () => { later(() => { throw 'a text' }); return never() })
  setInterval(() => { throw new Error('thrown in an interval') }, 200).unref()
  later(() => Promise.reject(new Error('rejected at the start')))`,
    ),
  )
  let logged = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', part => {
      logged += part
    })
  const { pid } = await probe()
  for (const path of ['/throws', '/throws-text', '/throws-null', '/timer', '/promise', '/text']) {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(5_000) })
    t.equal(answer.status, 500, path)
    t.match(await answer.json(), { code: 'AND_INTERNAL' })
    t.equal((await fetch(`${url}/openapi.json`)).status, 200, 'another route')
  }
  t.equal((await fetch(`${url}/answered`)).status, 200)
  for (const each of ['thrown after the answer', 'thrown in an interval'])
    await eventually(async () => logged.includes(each))
  t.equal((await probe()).pid, pid)
  t.equal(child.exitCode, null)
})

t.test('of several gateways, one at a time reloads', async t => {
  const tokens = createMemoryTokenStore()
  t.teardown(() => tokens.close())
  let at = 0
  let most = 0
  const one = async () => {
    const end = await takeTurn(tokens)
    most = Math.max(most, ++at)
    await wait(20)
    at -= 1
    await end()
  }
  await Promise.all(Array.from({ length: 5 }, one))
  t.equal(most, 1)
})

t.test('a command without a gateway says so', async t => {
  const cwd = await directoryWith(t)
  const outcome = await here(['reload'], { cwd })
  t.match(outcome, { code: 1, stderr: /^andiron: No gateway runs with the data directory '.*'\.\n$/ })
})

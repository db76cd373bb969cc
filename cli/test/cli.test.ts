/** The command `andiron`, run as an operator runs it. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { compiled, directoryWith, launch as launchOf, type Said } from '../../core/test/fixtures/cli.ts'
import { here } from './fixtures/here.ts'

const STACK = /^\s+at .+:\d+:\d+/m
/** Nothing on disk, no waiting. */
const memory = {
  builderKey: '1f'.repeat(32),
  port: 0,
  log: { level: 'silent' },
  stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' } },
}

const command = compiled
const launch = (args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv) =>
  launchOf(command, args, cwd, env)
/** Runs a command to its end. */
const andiron = (args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): Promise<Said> =>
  launch(args, cwd, env).ended
/** As `andiron`, for commands that load much. */
const inProcess = (args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>) =>
  here(args, { cwd, env })

t.test('help teaches', async t => {
  const cwd = await directoryWith(t)
  const [general, ofStart, version, nothing] = await Promise.all([
    andiron(['--help'], cwd),
    inProcess(['help', 'start'], cwd),
    inProcess(['--version'], cwd),
    inProcess([], cwd),
  ])
  t.equal(general.code, 0)
  for (const part of [/start/, /plugins/, /doctor/, /Examples:/, /ANDIRON_PORT/, /Exit codes: 0 .* 1 .* 2 /])
    t.match(general.stdout, part)
  t.match(ofStart, { code: 0, stdout: /--config <file>.*--host.*--port.*--data/s })
  t.match(version, { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
  t.match(nothing, { code: 2, stderr: /Usage: andiron/ }, 'without a command it says which there are')
})

t.test('a command line that is wrong ends with 2 and the nearest that is right', async t => {
  const cwd = await directoryWith(t)
  const cases: [string[], RegExp][] = [
    [['strat'], /unknown command 'strat'\n\(Did you mean start\?\)/],
    [['start', '--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['plugins', 'all'], /too many arguments/],
    [['start', '--config'], /argument missing/],
  ]
  const said = await Promise.all(cases.map(([args]) => inProcess(args, cwd)))
  for (const [at, [args, stderr]] of cases.entries())
    t.match(said[at], { code: 2, stdout: '', stderr }, args.join(' '))
})

t.test(
  'a config that is wrong is told by file, line, path, what was expected, what is there and what is near',
  async t => {
    const cases: Record<string, [unknown, RegExp]> = {
      'several.json': [
        '{\n  "port": "x",\n  "stores": {\n    "records": { "driver": "netwrk" }\n  }\n}',
        /:2: port\n {2}expected an integer from 0 to 65535\n {2}got 'x'\n.*:4: stores\.records\.driver\n {2}expected one of network, memory\n {2}got 'netwrk'\n {2}Did you mean 'network'\?/s,
      ],
      'option.json': [
        '{\n  "plugins": {\n    "delegation": { "expiresin": 5 }\n  }\n}',
        /:3: plugins\.delegation\.expiresin\n {2}expected one of expiresIn, requireApplication\n {2}got the unknown key 'expiresin'\n {2}Did you mean 'expiresIn'\?/,
      ],
      'module.json': [
        '{\n  "plugins": {\n    "delegaton": {}\n  }\n}',
        /module\.json:3: The config names a plugin 'delegaton' .*Did you mean 'delegation'\?/,
      ],
      'disabled.json': [
        '{\n  "plugins": {\n    "auth-jwt": false\n  }\n}',
        /disabled\.json:3: Plugins '[a-z-]+'(, '[a-z-]+')+ need 'auth-jwt', which the config disables\. To take all of them out: "plugins": \{"auth-jwt":false,.+\}\n$/,
      ],
      'comma.json': ['{\n  "port": 1,,\n}', /comma\.json:2: not JSON: /],
      'missing.json': [undefined, /missing\.json: cannot be read \(ENOENT\)/],
    }
    const files = Object.entries(cases).flatMap(([name, [content]]) =>
      content === undefined ? [] : [[name, content]],
    )
    const cwd = await directoryWith(t, Object.fromEntries(files))
    const said = await Promise.all(
      Object.keys(cases).map(
        async (name): Promise<[string, Said]> => [name, await andiron(['start', '-c', name], cwd)],
      ),
    )
    for (const [name, { code, stdout, stderr }] of said) {
      t.equal(code, 1, name)
      t.equal(stdout, '')
      t.match(stderr, /^andiron: /)
      t.match(stderr, cases[name]?.[1] as RegExp)
      t.notMatch(stderr, STACK)
    }
    t.same(
      (await readdir(cwd)).sort(),
      files.map(([name]) => name).sort(),
      'nothing is made before the config is right',
    )
  },
)

t.test('what is on the command line and in the environment is checked as the file is', async t => {
  const cwd = await directoryWith(t)
  const [option, variable] = await Promise.all([
    andiron(['start', '--port', 'eighty'], cwd),
    andiron(['start'], cwd, { ANDIRON_BASE_URL: 'profile.example' }),
  ])
  t.match(option, { code: 1, stderr: /port\n {2}expected an integer from 0 to 65535\n {2}got 'eighty'/ })
  t.match(variable, { code: 1, stderr: /baseUrl\n {2}expected .*\n {2}got 'profile\.example'/ })
})

t.test('plugins', async t => {
  const cwd = await directoryWith(t, {
    'andiron.json': { plugins: { 'storage-node': false, './nap.js': {} } },
    'nap.js': `export default Object.assign(async () => {}, { manifest: { name: 'nap', version: '0.3.0' } })`,
  })
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
  const [text, json] = await Promise.all([inProcess(['plugins'], cwd), inProcess(['plugins', '--json'], cwd)])

  t.test('are listed with where they come from and what they bring', async t => {
    t.equal(text.code, 0, text.stderr)
    t.match(text.stdout, /^on {3}delegation 1\.0\.0 \(built in\)\n {5}needs +auth-jwt\n +applications\n/m)
    t.match(text.stdout, /options +expiresIn = 3600/)
    t.match(text.stdout, /schemas +Delegation\n +DelegationRequest\n +DelegationAnswer\n/)
    t.match(text.stdout, /opens +narrowDelegation \(transform\)\n +afterDelegation \(notice\)\n/)
    t.match(text.stdout, /listens to +validateSubmission\n +deriveRecords\n +onFileDeletion\n/)
    t.match(text.stdout, /routes +POST \/api\/auth\/delegate\n/)
    t.match(text.stdout, /collections +Questionnaire \(standard, [0-9a-f-]{36}\)/)
    t.match(text.stdout, /^on {3}nap 0\.3\.0 \(\.\/nap\.js\)$/m)
    t.match(text.stdout, /^off {2}storage-node 1\.0\.0 \(built in\)$/m)
  })
  t.test('can be read by programs', async t => {
    t.match(JSON.parse(json.stdout), [{ name: 'operations', enabled: true, routes: Array }])
  })
  t.test('are listed without starting or making anything', async t => {
    t.same((await readdir(cwd)).sort(), ['andiron.json', 'nap.js', 'package.json'])
  })
})

t.test('the doctor', async t => {
  t.test('finds nothing wrong in a fresh directory, and makes nothing', async t => {
    const cwd = await directoryWith(t, { 'andiron.json': { port: 0 } })
    const { code, stdout } = await andiron(['doctor'], cwd)
    t.equal(code, 0, stdout)
    t.match(stdout, /^ok .* config: .*andiron\.json$/m)
    t.match(stdout, /builder key: created at the first start\n +Then back up .*builder\.key/)
    t.match(stdout, /\nNo problems found\.\n$/)
    t.same(await readdir(cwd), ['andiron.json'])
  })
  t.test('says what is wrong with a config, and ends with 1', async t => {
    const cwd = await directoryWith(t, { 'andiron.json': '{\n  "hots": "0.0.0.0"\n}' })
    const { code, stdout, stderr } = await inProcess(['doctor'], cwd)
    t.equal(code, 1)
    t.match(
      stdout,
      /^WRONG .*\n.*andiron\.json:2: hots\n.*\n.*\n +Did you mean 'host'\?\n\n1 problem found\.\n$/,
    )
    t.notMatch(stdout + stderr, STACK)
  })
  t.test('says what is wrong with a theme, which only its plugin knows', async t => {
    const theme = { logo: 'missing.svg', colours: { accent: '#ff6600' } }
    const cwd = await directoryWith(t, { 'andiron.json': { port: 0, plugins: { pages: { theme } } } })
    const { code, stdout, stderr } = await inProcess(['doctor'], cwd)
    t.equal(code, 1)
    t.match(stdout, /andiron\.json:\d+: plugins\.pages\.theme\.logo\n +expected a file that/)
    t.match(stdout, /theme\.colours\.accent\n +expected a contrast .*\n.*\n +Did you mean '#c74e00'\?/)
    t.notMatch(stdout + stderr, STACK)
  })
  t.test('prints no password, wherever it came from', async t => {
    const url = 'postgres://andiron:${PASSWORD}@127.0.0.1:1/andiron'
    const cwd = await directoryWith(t, {
      'andiron.json': {
        port: 0,
        stores: { database: { driver: 'postgres', url } },
        builderKey: '1'.repeat(64),
      },
      'wrong.json': { stores: { database: { driver: 'postgres', url: `mysql://${url}` } }, data: './x' },
    })
    const secret = { PASSWORD: 'correct-horse' }
    for (const command of ['doctor', 'start', 'plugins'])
      for (const file of ['andiron.json', 'wrong.json']) {
        const runs = command === 'start' ? andiron : inProcess
        const { stdout, stderr } = await runs([command, '--config', file], cwd, secret)
        t.notMatch(stdout + stderr, /correct|horse/, `${command} ${file}`)
      }
  })
  t.test('finds a key that others can read, and says how to mend it', async t => {
    const cwd = await directoryWith(t, { 'andiron.json': { port: 0 } })
    const key = join(cwd, 'data', 'builder.key')
    await mkdir(join(cwd, 'data', 'postgres'), { recursive: true })
    await writeFile(key, `${'1f'.repeat(32)}\n`)
    await chmod(key, 0o644)
    const { code, stdout } = await inProcess(['doctor'], cwd)
    t.equal(code, 1)
    t.match(stdout, `WRONG  builder key: ${key} can be read by others; run: chmod 600 ${key}\n`)
    t.match(stdout, /\n1 problem found\.\n$/, 'once, and the checks after it are made all the same')
    t.match(stdout, /clock: /)

    const start = await andiron(['start'], cwd)
    t.match(start, { code: 1, stderr: `andiron: ${key} can be read by others; run: chmod 600 ${key}\n` })
  })
  t.test('misses a key whose database is still there', async t => {
    const cwd = await directoryWith(t, { 'andiron.json': { port: 0 } })
    await mkdir(join(cwd, 'data', 'postgres'), { recursive: true })
    const { code, stdout } = await inProcess(['doctor'], cwd)
    t.equal(code, 1)
    t.match(stdout, /WRONG {2}builder key: .*is missing.*\n +Restore it from a backup/)
    t.same(await readdir(join(cwd, 'data')), ['postgres'], 'and makes no new one')
  })
  t.test('finds a port that is in use', async t => {
    const { port, close } = await occupied()
    t.teardown(close)
    const cwd = await directoryWith(t, { 'andiron.json': { ...memory, port } })
    const { code, stdout } = await inProcess(['doctor'], cwd)
    t.equal(code, 1)
    t.match(
      stdout,
      `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or end what listens there.`,
    )

    const start = await andiron(['start'], cwd)
    t.match(start, { code: 1, stderr: `andiron: Port ${port} on 127.0.0.1 is in use. ` })
    t.notMatch(start.stderr, STACK)
  })
})

t.test('start', async t => {
  const cwd = await directoryWith(t, { 'andiron.json': memory })

  t.test('prints the addresses, serves, and ends with 0 while clients keep their connections', async t => {
    const { child, ended, until } = launch(['start'], cwd)
    t.teardown(() => child.kill('SIGKILL'))
    const [, url = ''] = /gateway +(http:\S+)/.exec(await until(/health +http.*\n/)) ?? []
    t.equal((await fetch(`${url}/health/ready`)).status, 200)

    const agent = new Agent({ keepAlive: true, maxSockets: 3 })
    t.teardown(() => agent.destroy())
    await Promise.all([1, 2, 3].map(() => read(`${url}/health/live`, agent)))
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    t.equal(code, 0, stderr)
    t.match(stdout, /^andiron \d+\.\d+\.\d+ is listening\n/)
    t.match(stdout, `API docs  ${url}/docs\n`)
    t.match(stdout, `OpenAPI   ${url}/openapi.json\n`)
    t.equal(stderr, '')
  })

  t.test('serves what the environment and the options say, in this order', async t => {
    const { child, ended, until } = launch(['start', '--host', '127.0.0.1'], cwd, {
      ANDIRON_HOST: 'nowhere.invalid',
      ANDIRON_BASE_URL: 'https://profile.example',
    })
    t.teardown(() => child.kill('SIGKILL'))
    t.match(await until(/health +http.*\n/), /gateway +https:\/\/profile\.example\n/)
    child.kill('SIGINT')
    t.equal((await ended).code, 0)
  })

  t.test('without a plugin: its routes and its part of the OpenAPI document are gone', async t => {
    await writeFile(
      join(cwd, 'less.json'),
      JSON.stringify({
        ...memory,
        plugins: {
          ...{ delegation: false, 'fhir-questionnaire': false, 'fhir-observation': false },
          // Plugins that depend on these, or serve a path that contains one of their names.
          ...{ 'fhir-document-reference': false, 'fhir-adaptive': false, 'fhir-aggregate': false },
          ...{ 'fhir-bulk': false },
          ...{ presign: false, pages: false, oauth: false, mcp: false },
        },
      }),
    )
    const { child, ended, until } = launch(['start', '-c', 'less.json'], cwd)
    t.teardown(() => child.kill('SIGKILL'))
    const [, url = ''] = /gateway +(http:\S+)/.exec(await until(/health +http.*\n/)) ?? []
    const answer = await fetch(`${url}/api/auth/delegate`, { method: 'POST' })
    t.match(await answer.json(), { status: 404, code: 'AND_NOT_FOUND' })
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
    t.same(
      Object.keys(document.paths).filter(path => /delegate|questionnaire/.test(path)),
      [],
    )
    t.same(
      Object.keys(document.components.schemas).filter(name => /Delegation|Questionnaire/.test(name)),
      [],
    )
    t.ok(document.paths['/api/application'], 'what is still on stays')
    child.kill('SIGTERM')
    t.equal((await ended).code, 0)
  })
})

interface OpenApi {
  readonly paths: Readonly<Record<string, unknown>>
  readonly components: { readonly schemas: object }
}

/** A port with a listener that does not speak HTTP. */
async function occupied(): Promise<{ port: number; close: () => void }> {
  const server = createServer(socket => socket.destroy())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, close: () => void server.close() }
}

/** Reads a response and keeps its connection open. */
const read = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer: IncomingMessage) => answer.resume().once('end', resolve)).once(
      'error',
      reject,
    )
  })

/** `npm create andiron`: the projects that it writes, and those that it refuses. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import t, { type Test } from 'tap'
import { builtOf } from '../../../tooling/built.cjs'
import { temporary } from '../../../tooling/temporary.js'
import { run } from '../command.ts'
import { identifierOf } from '../create.ts'
import { templatesOf, writeTemplates } from '../templates.ts'

const root = new URL('../../../', import.meta.url)
/** The URL of a source of this repository as JavaScript. */
const compiled = (source: string) => pathToFileURL(builtOf(fileURLToPath(new URL(source, root)))).href
const templates = pathToFileURL(`${t.testdir()}/templates/`)
await writeTemplates(await templatesOf(root), templates)

/** Runs the command; `answers` are those of a person in a terminal. */
async function command(args: readonly string[], answers?: readonly string[]) {
  const printed: string[] = []
  const failed: string[] = []
  const left = [...(answers ?? [])]
  const code = await run(args, {
    templates,
    ...(answers && { ask: async () => left.shift() ?? '' }),
    print: text => void printed.push(text),
    fail: text => void failed.push(text),
  })
  return { code, printed: printed.join('\n'), failed: failed.join('\n') }
}

/** The directory of the project in this test. */
const placeOf = (t: Test, name: string): string => join(t.testdir(), name)

t.test('writes a plugin under its name, with a uid of its own', async t => {
  const [first, second] = [placeOf(t, 'dream-log'), join(t.testdirName, 'naps')]
  const { code, printed } = await command([first, '--template', 'plugin'])
  t.equal(code, 0)
  t.match(
    printed,
    /Created the plugin 'dream-log'\. Next:\n\n {2}cd .*dream-log\n {2}npm install\n {2}npm test\n {2}npm start\n/,
  )
  t.same(readdirSync(first).sort(), [
    ...['.gitignore', 'README.md', 'andiron.json', 'dream-log.test.ts', 'dream-log.ts'],
    ...['package.json', 'tsconfig.json'],
  ])
  const text = (file: string) => readFileSync(join(first, file), 'utf8')
  t.match(JSON.parse(text('package.json')), {
    name: 'dream-log',
    scripts: { test: 'tsc && node --test dream-log.test.js' },
    peerDependencies: { andiron: /^\^\d/ },
    devDependencies: { andiron: /^\d/, typescript: /^\d/, '@types/node': /^\d/ },
  })
  t.match(JSON.parse(text('andiron.json')), { plugins: { './dream-log.js': {} } })
  t.notMatch(readdirSync(first).map(text).join(), /sleep-?diary/i)

  await command([second])
  const uidIn = (source: string) => /NIGHTS = '(.+)'/.exec(source)?.[1]
  const [uid, other] = [uidIn(text('dream-log.ts')), uidIn(readFileSync(join(second, 'naps.ts'), 'utf8'))]
  t.match(uid, /^[0-9a-f-]{36}$/)
  t.not(uid, other)

  await t.test('whose tests pass', async t => {
    // As `tsc` writes them, beside the compiled package of this repository: nothing is installed.
    for (const name of ['dream-log', 'dream-log.test']) {
      const source = text(`${name}.ts`).replaceAll(/(from '\.\/.+)\.ts'/g, "$1.js'")
      writeFileSync(join(first, `${name}.js`), (await transform(source, { loader: 'ts' })).code)
    }
    const andiron = join(first, 'node_modules/andiron')
    mkdirSync(andiron, { recursive: true })
    const entries = { '.': './index.js', './testing': './testing.js' }
    writeFileSync(join(andiron, 'package.json'), JSON.stringify({ type: 'module', exports: entries }))
    writeFileSync(join(andiron, 'index.js'), `export * from '${compiled('plugins/index.ts')}'`)
    writeFileSync(join(andiron, 'testing.js'), `export * from '${compiled('plugins/testing/index.ts')}'`)
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--test', '--test-reporter=tap', join(first, 'dream-log.test.js')],
      { env: { ...env, TMPDIR: temporary } },
    )
    t.match(stdout, /^# pass 4$/m)
  })
})

t.test('writes an application that imports packages only', async t => {
  const place = placeOf(t, 'my-study')
  const { code, printed } = await command([place, '-t', 'application'])
  t.equal(code, 0)
  t.match(printed, 'npm run register')
  const sources = readdirSync(place).filter(file => /\.tsx?$/.test(file))
  t.same(sources.sort(), [
    ...['app.tsx', 'form.test.ts', 'form.ts', 'main.tsx', 'register.ts', 'vite.config.ts'],
  ])
  const { name, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(place, 'package.json'), 'utf8'),
  )
  t.equal(name, 'my-study')
  const known = new Set([...Object.keys({ ...dependencies, ...devDependencies }), 'fhir'])
  for (const file of sources)
    for (const [, from = ''] of readFileSync(join(place, file), 'utf8').matchAll(
      /^(?:import|\} from) .*?'([^']+)'/gm,
    ))
      if (from.startsWith('.')) t.ok(existsSync(join(place, from)), `${file}: ${from}`)
      else if (!from.startsWith('node:'))
        t.ok(
          known.has(
            from
              .split('/')
              .slice(0, from.startsWith('@') ? 2 : 1)
              .join('/'),
          ),
          `${file}: ${from}`,
        )
})

t.test('asks in a terminal for what is missing, and takes the defaults for no answer', async t => {
  const place = placeOf(t, 'asked')
  t.equal((await command([], ['application', place])).code, 0)
  t.ok(existsSync(join(place, 'app.tsx')))
  const other = join(t.testdirName, 'default')
  t.equal((await command([other], [''])).code, 0)
  t.ok(existsSync(join(other, 'default.test.ts')))
})

t.test('refuses a directory that is not empty, and changes nothing in it', async t => {
  const place = join(t.testdir({ mine: { 'notes.txt': 'mine' } }), 'mine')
  const { code, failed } = await command([place])
  t.equal(code, 1)
  t.match(failed, /^The directory '.*' is not empty: it has 'notes\.txt'\. Choose a new one\.$/)
  t.same(readdirSync(place), ['notes.txt'])

  writeFileSync(join(place, 'file'), '')
  t.match(await command([join(place, 'file')]), { code: 1, failed: /is a file\. Choose a new directory\.$/ })

  mkdirSync(join(place, 'fresh', '.git'), { recursive: true })
  t.equal((await command([join(place, 'fresh')])).code, 0, 'a fresh repository is empty')
})

t.test('of twenty at once in one directory, no file is written twice', async t => {
  const place = placeOf(t, 'contested')
  const ends = await Promise.all(Array.from({ length: 20 }, () => command([place])))
  t.equal(ends.filter(({ code }) => code === 0).length, 1)
  t.match(readFileSync(join(place, 'package.json'), 'utf8'), /"name": "contested"/)
})

t.test('refuses names that npm refuses, and writes nothing', async t => {
  const names = [
    ...[
      'My-Plugin',
      '.hidden',
      '_private',
      '-x',
      'a b',
      'ä',
      'a\u0000b',
      '\ud800',
      '__proto__',
      'node_modules',
      'http',
    ],
    ...['favicon.ico', 'x'.repeat(215), 'x'.repeat(100_000), 'constructor', 'to-string'],
  ]
  for (const name of names) {
    const place = join(t.testdir(), name)
    const { code, failed } = await command(['--', place, ...(basename(place) === name ? [] : ['extra'])])
    t.equal(code, 1, name.slice(0, 20))
    t.ok(failed.length < 400, failed)
    t.same(readdirSync(t.testdirName), [])
  }
})

t.test('names an unknown template and an unknown option, with the usage', async t => {
  t.match(await command(['x', '--template', 'site']), {
    code: 1,
    failed: "'site' is no template: choose plugin or application.",
  })
  t.match(await command(['x', '--tempalte', 'plugin']), {
    code: 1,
    failed: /'--tempalte'[\s\S]*Usage: npm create andiron/,
  })
  t.match(await command(['x', 'y', '-t', 'plugin']), { code: 1, failed: /One directory is expected, got 2/ })
  t.match(await command(['--help']), { code: 0, printed: /^Usage: npm create andiron/ })
})

t.test('a name becomes an identifier', async t => {
  t.same(['dream-log', 'a.b_c', '2fast', 'x'].map(identifierOf), ['dreamLog', 'aBC', 'plugin2fast', 'x'])
})

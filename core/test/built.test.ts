/** The published package: the entry `andiron/fhir` in plain Node.js, and `andiron validate`. */
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import t from 'tap'
import { here } from '../../cli/test/fixtures/here.ts'
import root from '../../package.json' with { type: 'json' }
import { reachedFrom } from './fixtures/built.ts'
import { directoryWith, launch } from './fixtures/cli.ts'
import { emitted } from './fixtures/emitted.ts'

const forms = fileURLToPath(new URL('../../examples/forms/', import.meta.url))
const dist = await emitted()

/** Runs plain Node, without the loader of this test. */
function node(args: readonly string[], input?: string) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] } })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      err += text
    })
    child.on('error', reject).on('close', code => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

const program = pathToFileURL(join(dist, 'cli/andiron.js'))

/** A command with standard input has a process of its own; the others run in that of the test. */
async function run(args: readonly string[], input?: string) {
  if (input !== undefined) return node([fileURLToPath(program), 'validate', ...args], input)
  const { code, stdout, stderr } = await here(['validate', ...args], { program })
  return { code, out: stdout, err: stderr }
}

const form = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://a.example/q',
  item: [{ linkId: 'a', type: 'integer', text: 'How many?', required: true }],
}
const response = (...answer: object[]) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'https://a.example/q',
  ...(answer.length > 0 && { item: [{ linkId: 'a', answer }] }),
})
const system = {
  resourceType: 'CodeSystem',
  url: 'https://a.example/codes',
  status: 'active',
  content: 'complete',
  concept: [{ code: 'a' }],
}
const set = {
  resourceType: 'ValueSet',
  url: 'https://a.example/set',
  status: 'active',
  compose: { include: [{ system: system.url }] },
}
const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: system }] }
const coded = { ...form, item: [{ linkId: 'a', type: 'choice', text: 'Which?', answerValueSet: set.url }] }
const picked = (code: string) => response({ valueCoding: { system: system.url, code } })
const lines = (...documents: object[]) => documents.map(document => `${JSON.stringify(document)}\n`).join('')

t.test('andiron/fhir', async t => {
  const published = root.exports['./fhir']
  t.match(published, { types: './dist/fhir/index.d.ts', default: './dist/fhir/index.js' })

  await t.test('checks a form and a response in plain Node', async t => {
    const script = `
      const { compileQuestionnaire, checkStructureOnly } = await import(${JSON.stringify(pathToFileURL(join(dist, 'fhir/index.js')).href)})
      const { issues, validate } = compileQuestionnaire(${JSON.stringify(form)}, { fhirVersion: 'R5' })
      const found = validate(${JSON.stringify(response({ valueString: 'x' }))})
      const [of] = checkStructureOnly({ resourceType: 'Observation' }, { fhirVersion: 'R4' })
      console.log(JSON.stringify([issues, found, Object.keys(of)]))`
    const { out, err } = await node(['--input-type=module', '--eval', script])
    t.match(
      JSON.parse(out),
      [[], [{ severity: 'error', rule: 'QR-TYPE' }], ['severity', 'code', 'rule', 'expression', 'text']],
      err,
    )
  })

  // Bytes of the emitted modules that load with an entry, without comments and gzipped together: what a browser fetches
  // at most, before a bundler leaves something out. Packages come on top.
  const entries: [string, string, number, string[]][] = [
    ['everything', 'fhir/index.js', 78_000, ['@noble/hashes/legacy.js', 're2js']],
    ['rules of forms, without structure', 'fhir/rules/compiled-rules.js', 46_500, ['re2js']],
    ['structure alone', 'fhir/structure-only.js', 25_500, ['@noble/hashes/legacy.js']],
  ]
  for (const [what, entry, most, packages] of entries)
    await t.test(`reaches nothing of Node and nothing of the server: ${what}`, async t => {
      const reached = await reachedFrom(dist, entry)
      const names = [...reached.modules.keys()]
      t.same(
        names.filter(name => !name.startsWith('fhir/')),
        [],
      )
      t.same(reached.packages, packages)
      t.ok(
        reached.later.every(name => /^(fhirpath|@lhncbc\/ucum-lhc|\.\/extract\/faults\.js$)/.test(name)),
        reached.later.join(),
      )
      const code = [...reached.modules.values()].map(
        each => transformSync(each, { minifyWhitespace: true, legalComments: 'none' }).code,
      )
      const bytes = gzipSync(code.join('')).length
      t.ok(bytes < most, `${entry}: ${names.length} modules, ${bytes} bytes gzipped`)
    })
})

/** A config with nothing on disk. */
const inMemory = (plugins: object) => ({
  plugins: { 'storage-node': false, ...plugins },
  builderKey: '1f'.repeat(32),
  stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
})

t.test('andiron start serves from the bundle, and plugins get the modules of it', async t => {
  const probe = `
    import { createRequire } from 'node:module'
    import { pathToFileURL } from 'node:url'
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    const program = process.argv[1]
    const isSame = async (name, file) => (await import(name)) === (await import(new URL(file, pathToFileURL(program))))
    const { definePlugin } = await import('andiron')
    const found = {
      program,
      same: [await isSame('andiron', 'index.js'), await isSame('andiron/crypto', 'crypto.js'), await isSame('andiron/fhir', 'fhir.js')],
      ajv: loaded.filter(file => file.includes('/node_modules/ajv/dist/core')),
    }
    export default definePlugin({ name: 'probe', version: '1.0.0', routes(app) {
      app.get('/probe', { schema: { security: [] } }, async () => found)
    } })`
  const cwd = await directoryWith(t, { 'andiron.json': inMemory({ './probe.mjs': {} }), 'probe.mjs': probe })
  await mkdir(join(cwd, 'node_modules'))
  await symlink(dist, join(cwd, 'node_modules/andiron'))
  const { child, until, ended } = launch(join(dist, 'cli/andiron.js'), ['start', '--port', '0'], cwd)
  const [, url] = /gateway +(\S+)/.exec(await until(/health /)) ?? []
  t.strictSame(await (await fetch(`${url}/probe`)).json(), {
    program: join(dist, 'bundle/instance.js'),
    same: [true, true, true],
    ajv: [],
  })
  child.kill('SIGTERM')
  t.match(await ended, { code: 0, stderr: '' })
})

t.test('no built module imports a file of TypeScript', async t => {
  // tsc leaves the name in an `import()` inside of the object that is handed to a generic function.
  for (const name of await readdir(dist, { recursive: true })) {
    // Generators hold imports of the TypeScript that they write.
    if (!name.endsWith('.js') || name.startsWith('fhir/generate/')) continue
    const code = await readFile(join(dist, name), 'utf8')
    t.notMatch(code, /\bimport\(\s*['"]\.[^'"]*\.tsx?['"]/, name)
  }
})

t.test('andiron validate', async t => {
  const dir = t.testdir({
    'form.json': JSON.stringify(form, undefined, 2),
    'good.json': JSON.stringify(response({ valueInteger: 3 })),
    'bad.json': JSON.stringify(response({ valueString: 'three' })),
    'many.ndjson': `${lines(form, response({ valueInteger: 3 }))}\n${lines(response())}{"resourceType":\n`,
    'empty.json': '',
    'coded.json': JSON.stringify(coded),
    sets: {
      'set.json': JSON.stringify(set),
      deeper: { 'bundle.json': JSON.stringify(bundle) },
      'a.txt': '?',
    },
    broken: { 'set.json': '{' },
    'picked.ndjson': lines(coded, picked('a'), picked('b')),
    'named.ndjson': lines(set, system, coded, picked('a'), picked('b')),
  })
  const q = ['--questionnaire', `${dir}/form.json`]
  const good = /^$/
  const cases: [string, string[], string | undefined, number, RegExp, RegExp][] = [
    [
      'the forms of this project',
      ['phq-9', 'gad-7'].map(name => `${forms}${name}.json`),
      undefined,
      0,
      good,
      /^2 documents, 0 refused; 0 errors, 0 warnings\.\n$/,
    ],
    ['a response to a form', [...q, `${dir}/good.json`], undefined, 0, good, /^1 document, 0 refused/],
    [
      'a wrong one',
      [...q, `${dir}/bad.json`],
      undefined,
      1,
      /^\S+bad\.json:1 QuestionnaireResponse\.item\[0\]\.answer\[0\]\S* error QR-TYPE: \S.*\.\n$/,
      /1 refused; 1 error,/,
    ],
    [
      'one without its form',
      [`${dir}/good.json`],
      undefined,
      0,
      /warning QR-Q: Only the structure/,
      /0 errors, 1 warning/,
    ],
    [
      'one whose form came before',
      [`${dir}/form.json`, `${dir}/bad.json`],
      undefined,
      1,
      /QR-TYPE/,
      /2 documents, 1 refused/,
    ],
    [
      'a response from a value set that is not known',
      [`${dir}/picked.ndjson`],
      undefined,
      0,
      /warning Q-VS: .*\n.*warning QR-VS-UNRESOLVED: .*\n.*warning QR-VS-UNRESOLVED: .*\n$/,
      /3 documents, 0 refused/,
    ],
    [
      'and from one of a folder',
      [`${dir}/picked.ndjson`, '--value-set', `${dir}/sets`],
      undefined,
      1,
      /^\S+picked\.ndjson:3 \S+ error QR-VS: .*\n$/,
      /3 documents, 1 refused/,
    ],
    [
      'or of files',
      [
        '--value-set',
        `${dir}/sets/set.json`,
        `${dir}/sets/deeper/bundle.json`,
        '--questionnaire',
        `${dir}/coded.json`,
        '--',
        `${dir}/picked.ndjson`,
      ],
      undefined,
      1,
      /^\S+picked\.ndjson:3 \S+ error QR-VS: .*\n$/,
      /1 refused/,
    ],
    [
      'or that came before',
      [`${dir}/named.ndjson`],
      undefined,
      1,
      /^\S+named\.ndjson:5 \S+ error QR-VS: .*\n$/,
      /5 documents, 1 refused/,
    ],
    [
      'with a folder that is broken',
      [`${dir}/picked.ndjson`, '--value-set', `${dir}/broken`],
      undefined,
      2,
      good,
      /set\.json' cannot be read: This is not JSON/,
    ],
    [
      'with a folder that there is not',
      [`${dir}/picked.ndjson`, '--value-set', `${dir}/none`],
      undefined,
      2,
      good,
      /none' cannot be read: there is none/,
    ],
    [
      'a resource on each line, blank lines left out',
      [`${dir}/many.ndjson`],
      undefined,
      1,
      /^\S+many\.ndjson:4 \S+ error QR-REQ: .*\n\S+many\.ndjson:5 - fatal S-JSON: This is not JSON: it ends too early\.\n$/,
      /^4 documents, 2 refused/,
    ],
    [
      'a document on standard input',
      ['-', ...q],
      JSON.stringify(response(), undefined, 2),
      1,
      /^stdin \S+ error QR-REQ/,
      /1 refused/,
    ],
    [
      'lines on standard input',
      ['-', ...q],
      lines(response(), response()),
      1,
      /^stdin:1 .*\nstdin:2 /,
      /2 refused/,
    ],
    ['a name that occurs twice', ['-'], '{"a":1,"a":2}', 1, /S-JSON: .*twice/, /1 refused/],
    ['nothing', [`${dir}/empty.json`], undefined, 1, /S-JSON/, /1 refused/],
    [
      'a resource of another type',
      ['-'],
      '{"resourceType":"Observation","status":"final"}',
      1,
      /Observation\.code error S-CARD/,
      /1 error/,
    ],
    [
      'one that is strict R4',
      ['--fhir-version', 'R4', '-'],
      JSON.stringify({ ...form, item: [{ linkId: 'a', type: 'coding' }] }),
      1,
      /Questionnaire\.item\[0\]\.type error/,
      /1 refused/,
    ],
    ['no file', [], undefined, 2, good, /missing required argument/],
    [
      'a file that is not there',
      ['nowhere.json'],
      undefined,
      2,
      good,
      /'nowhere\.json' cannot be read: there is none/,
    ],
    [
      'a form that is not JSON',
      ['-q', `${dir}/empty.json`, `${dir}/good.json`],
      undefined,
      2,
      good,
      /empty\.json: .*JSON/,
    ],
    [
      'a version that there is not',
      ['--fhir-version', 'R3', '-'],
      '',
      2,
      good,
      /Allowed choices are R4, R4B, R5, mix/,
    ],
  ]
  for (const [what, args, input, code, out, err] of cases)
    await t.test(what, async t => {
      const ran = await run(args, input)
      t.equal(ran.code, code, ran.err)
      t.match(ran.out, out)
      t.match(ran.err, err)
    })

  await t.test('tells each document as an OperationOutcome', async t => {
    const { out } = await run(['--format', 'outcome', `${dir}/many.ndjson`])
    const outcomes = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    t.equal(outcomes.length, 4)
    t.match(outcomes[0], { resourceType: 'OperationOutcome', issue: [{ severity: 'information' }] })
    t.match(outcomes[2], {
      issue: [
        { severity: 'error', details: { coding: [{ code: 'QR-REQ' }] }, diagnostics: /many\.ndjson:4$/ },
      ],
    })
  })
})

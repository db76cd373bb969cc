/** The size of the package as delivered: minified and gzipped, without React. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import t from 'tap'

const folder = fileURLToPath(new URL('..', import.meta.url))
const KB = 1024

/** Code that is loaded later is a separate file and does not count. */
const later: Plugin = {
  name: 'later',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['andiron-source'],
    external: ['react', 'react-dom'],
    plugins: [later],
  })
  const [file] = outputFiles
  return { bytes: gzipSync(file?.contents ?? '', { level: 9 }).length, inputs: Object.keys(metafile.inputs) }
}

t.test('the package is small', async t => {
  const core = await bundle(
    "export { QuestionnaireProvider, QuestionRenderer, useQuestionnaire } from './index.ts'",
  )
  const controls = await bundle("export * from './inputs/further-inputs.ts'")
  const whole = await bundle("export * from './index.ts'; export * from './inputs/further-inputs.ts'")
  const rules = await bundle("export * from './deferred-rules.ts'")
  const dates = await bundle("export * from './inputs/date.tsx'")
  t.comment(`core ${core.bytes}, further controls ${controls.bytes}, rules ${rules.bytes}`)
  t.comment(`everything ${whole.bytes} bytes`)
  t.ok(core.bytes <= 14_100, `the core: ${core.bytes} bytes`)
  t.ok(dates.bytes <= 4.85 * KB, `the fields of dates: ${dates.bytes} bytes`)
  t.ok(rules.bytes <= 12.4 * KB, `the rules of a form that is filled in: ${rules.bytes} bytes`)
  t.ok(
    whole.bytes <= 22.5 * KB,
    `with every control but dates, pages, drafts and consent: ${whole.bytes} bytes`,
  )

  t.same(
    [...whole.inputs, ...rules.inputs].filter(name => /strings\/(?!en)|sentences\/..\./.test(name)),
    [],
    'no language is loaded before it is asked for',
  )
  t.same(
    whole.inputs.filter(name => /fhirpath|ucum|re2js|node_modules/.test(name)),
    [],
    'no engine is in the first chunk',
  )
  t.same(
    whole.inputs.filter(name => /adaptive/.test(name)),
    [],
    'nothing of adaptive forms is there',
  )
  const adaptive = await bundle("export * from './adaptive.ts'")
  t.ok(
    adaptive.bytes <= KB,
    `an application with adaptive forms loads ${adaptive.bytes} bytes before one is drawn`,
  )
})

t.test('the style sheets are small', async t => {
  const sheets = await Promise.all(['tokens.css', 'styles.css'].map(name => readFile(folder + name)))
  const bytes = gzipSync(Buffer.concat(sheets), { level: 9 }).length
  t.ok(bytes <= 4 * KB, `${bytes} bytes`)
})

/**
 * Writes `dist/bundle`: the process that `andiron start` serves in, with its modules in few files and its config schemas
 * compiled. Runs after the compiler, and reads what that has written: see docs/decisions/0044-bundle.md.
 */
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, transform } from 'esbuild'
import { digestOf } from '../core/config/ahead.ts'
import { ACCEPTING, createAjv, NO_OPTIONS } from '../core/config/config.ts'
import { ConfigSchema } from '../core/config/config-schema.ts'
import { builtIn } from '../plugins/index.ts'

const require = createRequire(import.meta.url)
const { _ } = require('ajv') as typeof import('ajv')
const { default: standaloneCode } =
  require('ajv/dist/standalone') as typeof import('ajv/dist/standalone/index.js')

/** The directory of the compiled modules. */
const DIST = fileURLToPath(new URL('..', import.meta.url))

const TARGET = 'node20'

/** The program, and the packages that plugins import: a process has one instance of each of their modules. */
const ENTRIES = {
  instance: 'cli/bundled.js',
  index: 'plugins/index.js',
  crypto: 'core/crypto/index.js',
  fhir: 'fhir/index.js',
  testing: 'plugins/testing/index.js',
}

/** The config schemas as code, added to `core/config/ahead.js`. */
function compiledAhead(): string {
  const ajv = createAjv({
    ...ACCEPTING,
    code: { source: true, esm: true, lines: true, optimize: false, formats: _`formats` },
  })
  const schemas = [ConfigSchema, NO_OPTIONS, ...builtIn.flatMap(({ manifest }) => manifest.config ?? [])]
  const byDigest = new Map(schemas.map(schema => [digestOf(schema), schema]))
  const names = [...byDigest.keys()]
  for (const [at, schema] of [...byDigest.values()].entries()) {
    const { $id: _id, ...anonymous } = schema as { $id?: string }
    ajv.addSchema(anonymous, `accepts${at}`)
  }
  const code = standaloneCode(
    ajv,
    Object.fromEntries(names.map((_name, at) => [`accepts${at}`, `accepts${at}`])),
  )
  return [
    "import { createRequire } from 'node:module'",
    "import { isNetwork } from '../http/trust-proxy.js'",
    'const require = createRequire(import.meta.url)',
    'const formats = { network: isNetwork }',
    code,
    ...names.map((name, at) => `acceptingAhead.set(${JSON.stringify(name)}, accepts${at})`),
  ].join('\n')
}

/** Modules keep the URL of their own file, beside which they find others: the bundle is flat. */
const places: Plugin = {
  name: 'places',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    )
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const name = relative(DIST, path)
      const source = await readFile(path, 'utf8')
      if (name === 'core/config/ahead.js') return { contents: `${source}\n${compiledAhead()}` }
      if (!/\bimport\.meta\.url\b/.test(source)) return { contents: source }
      const { code } = await transform(source, {
        define: { 'import.meta.url': 'url_of_module' },
        target: TARGET,
      })
      const own = `const url_of_module = new URL(${JSON.stringify(`../${name}`)}, import.meta.url).href\n`
      return { contents: own + code }
    })
  },
}

await rm(`${DIST}bundle`, { recursive: true, force: true })
await build({
  entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, `${DIST}${file}`])),
  outdir: `${DIST}bundle`,
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: TARGET,
  sourcemap: 'linked',
  sourcesContent: false,
  // V8 keeps the text of modules in memory. Names stay: profiles and stack traces show them.
  minifySyntax: true,
  minifyWhitespace: true,
  // Warns of nothing but mistakes of the build.
  logLevel: 'warning',
  plugins: [places],
})

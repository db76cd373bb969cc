/**
 * Writes `dist/bundle`: the process that `andiron start` serves in, with its modules in few files and its config
 * schemas compiled. Runs after the compiler, and reads what that has written: see docs/decisions/0044-bundle.md.
 */
import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, transform } from 'esbuild'
import { compiledAhead } from './compiled-ahead.ts'

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

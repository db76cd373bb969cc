/**
 * The download size of the validator in a browser: the entry points, bundled, minified and gzipped as in an
 * application.
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { Row, Table } from '../harness.ts'

const ROOT = fileURLToPath(new URL('.', import.meta.resolve('#root/package.json')))

/** The imports of each entry point, by purpose. */
const ENTRIES: Readonly<Record<string, string>> = {
  'a form that is drawn and answered': "export * from './fhir/form/live-form.ts'",
  'the same, with the rules about answers':
    "export * from './fhir/form/live-form.ts'; export * from './fhir/form/answering.ts'; export * from './fhir/form/check.ts'",
  'rules of forms and responses, without structure': "export * from './fhir/rules/compiled-rules.ts'",
  'structure of four versions': "export * from './fhir/structure-only.ts'",
  'andiron/fhir, everything': "export * from './fhir/index.ts'",
}

/** Modules that load only if a form uses them. */
const LATER = [/^fhirpath/, /^@lhncbc\/ucum-lhc/]

/** Gzipped bytes of each entry point, including its dependencies. */
export async function sizes(): Promise<Table> {
  const rows: Row[] = []
  for (const [name, source] of Object.entries(ENTRIES)) {
    const bytes = gzipSync(await bundle(source), { level: 9 }).length
    const ratio = bytes / (rows[0]?.median ?? bytes)
    rows.push({ name, median: bytes, best: bytes, ratio, lower: ratio, upper: ratio })
  }
  return { title: 'What a browser fetches', of: 'entry', rows }
}

/** A virtual module. */
const ENTRY = `${ROOT}entry.ts`

async function bundle(source: string): Promise<string> {
  const outputs = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: id => (id === ENTRY ? ENTRY : undefined),
        load: id => (id === ENTRY ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      lib: { entry: ENTRY, formats: ['es'], fileName: 'entry' },
      rolldownOptions: { external: LATER },
    },
  })) as Rolldown.RolldownOutput[]
  return outputs
    .flatMap(({ output }) => output)
    .flatMap(chunk => (chunk.type === 'chunk' && chunk.isEntry ? chunk.code : []))
    .join('')
}

/** Every generated page with its text, and which of them are not what stands in the tree. */
import { readFile } from 'node:fs/promises'
import { ConfigSchema } from '../../core/config/config-schema.ts'
import { renderRules } from '../../fhir/generate/rules.ts'
import { RULES } from '../../fhir/index.ts'
import { EXTENSION_TABLE } from '../../fhir/rules/extension-table.ts'
import { builtIn, createGateway } from '../../plugins/index.ts'
import { configurationPage } from './configuration.ts'
import { editorSchema } from './editor-schema.ts'
import { errorsPage } from './errors-page.ts'
import { findErrors } from './find-errors.ts'
import { iconShapes } from './icons.ts'
import { type OpenApi, pluginPage } from './plugin-page.ts'

export interface Page {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

const LUCIDE = 'node_modules/@iconify-json/lucide/icons.json'

/** The root of the repository, from the sources and from `dist` alike. */
export const root = new URL('.', import.meta.resolve('#root/package.json'))

/** Builds the default gateway on stores that touch nothing, and writes down what it is. */
export async function generatePages(): Promise<Page[]> {
  const app = await createGateway(
    {
      builderKey: '1'.repeat(64),
      stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
      // Those that are off by default have a page as well.
      plugins: Object.fromEntries(
        builtIn.flatMap(({ manifest: { name, optIn } }) => (optIn ? [[name, {}]] : [])),
      ),
    },
    { directory: root, fastify: { logger: false } },
  )
  try {
    await app.ready()
    const document = (await app.inject('/openapi.json')).json<OpenApi>()
    const errors = await findErrors(root)
    const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8')
    const [icons, lucide] = await Promise.all([read('ui/design/icons.json'), read(LUCIDE)])
    const manifests = builtIn.map(({ manifest }) => manifest)
    const plugins = await Promise.all(
      manifests.map(async manifest => ({
        path: `plugins/${manifest.name}/README.md`,
        text: pluginPage({
          manifest,
          source: await readFile(new URL(`plugins/${manifest.name}/index.ts`, root), 'utf8'),
          routes: app.gateway.routes.filter(({ plugin }) => plugin === manifest.name),
          errors: errors.filter(({ room }) => room === `plugins/${manifest.name}`),
          document,
        }),
      })),
    )
    return [
      { path: 'schemas/andiron.schema.json', text: json(editorSchema(ConfigSchema, manifests)) },
      { path: 'docs/configuration.md', text: configurationPage(ConfigSchema, manifests) },
      { path: 'docs/errors.md', text: errorsPage(errors) },
      { path: 'docs/fhir-rules.md', text: renderRules(RULES, EXTENSION_TABLE) },
      { path: 'docs/openapi.json', text: json(document) },
      { path: 'ui/design/shapes.ts', text: iconShapes(JSON.parse(icons), JSON.parse(lucide)) },
      ...plugins,
    ]
  } finally {
    await app.close()
  }
}

/** The pages whose file is missing or says something else. */
export async function stalePages(pages: readonly Page[]): Promise<Page[]> {
  const existing = await Promise.all(
    pages.map(({ path }) => readFile(new URL(path, root), 'utf8').catch(() => undefined)),
  )
  return pages.filter(({ text }, at) => text !== existing[at])
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

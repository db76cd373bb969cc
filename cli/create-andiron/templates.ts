/**
 * The templates: the files of `examples/` as files of a project of their own. The build writes them beside the
 * compiled command.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Template } from './create.ts'

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly version: string
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
}

/** The files of each template, by name. */
export type Files = Readonly<Record<Template, Readonly<Record<string, string>>>>

const IGNORED = 'node_modules\ndata\n.env.local\n'

/** @param root - the root of the repository, ending in a slash */
export async function templatesOf(root: URL): Promise<Files> {
  const read = (path: string) => readFile(new URL(path, root), 'utf8')
  const manifest = async (path: string) => JSON.parse(await read(path)) as Manifest
  const andiron = await manifest('package.json')
  const vite = await manifest('examples/apps/vite/package.json')
  const tools = (...names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, andiron.devDependencies?.[name] ?? '*']))

  return {
    plugin: {
      'package.json': json({
        ...{ name: 'sleep-diary', version: '1.0.0', private: true, type: 'module' },
        scripts: {
          build: 'tsc',
          test: 'tsc && node --test sleep-diary.test.js',
          start: 'tsc && andiron start',
          plugins: 'tsc && andiron plugins',
        },
        // The gateway that loads the plugin brings its own copy: there must be one.
        peerDependencies: { andiron: `^${andiron.version}` },
        devDependencies: { andiron: andiron.version, ...tools('@types/node', 'typescript') },
      }),
      gitignore: `${IGNORED}*.js\n`,
      'README.md': `# sleep-diary

A plugin of an andiron gateway: the collection in \`sleep-diary.ts\`, its tests in \`sleep-diary.test.ts\`, the config of
a gateway in \`andiron.json\`.

\`npm test\` compiles and tests it, \`npm start\` starts a gateway with it, \`npm run plugins\` lists the plugins.
Never change the uid of the collection: records are found by it.
`,
      'andiron.json': await read('examples/sleep-diary/andiron.json'),
      'tsconfig.json': await read('examples/sleep-diary/tsconfig.json'),
      'sleep-diary.ts': await read('examples/sleep-diary/sleep-diary.ts'),
      'sleep-diary.test.ts': await read('examples/sleep-diary/sleep-diary.test.ts'),
    },

    application: {
      'package.json': json({
        ...{ name: 'symptom-diary', version: '1.0.0', private: true, type: 'module' },
        scripts: {
          dev: 'vite --port 5173',
          build: 'tsc && vite build',
          register: `${serverSide('register.ts')} && node build/register.js > .env.local`,
          test: `tsc && ${serverSide('form.test.ts')} && node --test build/form.test.js`,
        },
        dependencies: vite.dependencies ?? {},
        devDependencies: { andiron: andiron.version, ...tools('@types/node'), ...vite.devDependencies },
      }),
      gitignore: `${IGNORED}build\ndist\n`,
      'README.md': `# symptom-diary

A page that shows a form and stores the answers in people's own profiles. \`app.tsx\` is the page, \`form.ts\` the
form, which \`form.test.ts\` tests. \`register.ts\` registers both with a gateway.

\`npx andiron start\` starts a gateway, \`npm run register\` writes \`.env.local\`, \`npm run dev\` serves the page.
`,
      'tsconfig.json': json({
        compilerOptions: {
          ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: ['node', 'vite/client'],
          ...{ strict: true, skipLibCheck: true, noEmit: true },
          ...{ allowImportingTsExtensions: true, resolveJsonModule: true },
        },
        include: ['*.ts', '*.tsx'],
      }),
      'vite.config.ts': await read('examples/apps/vite/vite.config.ts'),
      'index.html': await read('examples/react-app/index.html'),
      'main.tsx': await read('examples/react-app/main.tsx'),
      'app.tsx': await read('examples/react-app/app.tsx'),
      'app.css': await read('examples/react-app/app.css'),
      'register.ts': asOutside(await read('examples/react-app/register.ts')),
      'form.ts': asOutside(await read('examples/react-app/form.ts')),
      'form.test.ts': await read('examples/react-app/form.test.ts'),
      'phq-9.json': await read('examples/forms/phq-9.json'),
    },
  }
}

/** The command that compiles a module for Node. */
const serverSide = (file: string): string =>
  `vite build --logLevel error --outDir build --emptyOutDir=false --ssr ${file}`

/** Imports as a project outside the repository writes them. */
function asOutside(source: string): string {
  const outside = source
    .replace("'../../ui/sdk/index.ts'", "'@andiron/sdk'")
    .replace("'../forms/phq-9.json'", "'./phq-9.json'")
  if (outside.includes("'../")) throw new Error('A template imports a file outside its directory')
  return outside
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Writes the templates into a directory, which is replaced. */
export async function writeTemplates(files: Files, directory: URL): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  for (const [template, texts] of Object.entries(files)) {
    const place = new URL(`${template}/`, directory)
    await mkdir(place, { recursive: true })
    for (const [name, text] of Object.entries(texts)) await writeFile(new URL(name, place), text)
  }
}

if (process.argv[1] === import.meta.filename) {
  // Compiled, this module is in `dist` of the package.
  const root = new URL('../../../', import.meta.url)
  await writeTemplates(await templatesOf(root), new URL('./templates/', import.meta.url))
}

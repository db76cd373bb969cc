/**
 * The three client packages as packed: an application outside this tree compiles against the archives only.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import t from 'tap'
import { long } from '../../../core/test/fixtures/rounds.ts'
import { packedClients } from '../../sdk/test/fixtures/packed.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const applications = fileURLToPath(new URL('fixtures/published', import.meta.url))

t.test('applications compile against the archives, every declaration checked', { skip: long }, async t => {
  const application = await mkdtemp(join(await packedClients(), 'application-'))
  t.teardown(() => rm(application, { recursive: true, force: true }))
  await cp(applications, application, { recursive: true })
  const compilerOptions = {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'], types: [], noEmit: true },
    ...{ strict: true, skipLibCheck: false, isolatedModules: true },
  }
  await writeFile(join(application, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const compiled = await run(process.execPath, [tsc, '-p', application, '--listFiles']).catch(error => error)
  const lines = String(compiled.stdout).split('\n')
  t.same(
    lines.filter(line => / error /.test(line)),
    [],
  )
  t.same(
    lines.filter(line => line.startsWith(`${root}ui/`) && !line.startsWith(`${application}/`)),
    [],
    'and nothing of this tree was read',
  )
})

t.test('each archive has every file that it refers to, and maps with their sources', async t => {
  for (const name of ['sdk', 'react', 'questionnaire']) {
    const directory = join(await packedClients(), 'node_modules/@andiron', name)
    const files = new Set(await readdir(directory, { recursive: true }))
    const read = (file: string) => readFile(join(directory, file), 'utf8')
    const missing: string[] = []
    const expect = (file: string, by: string) => files.has(file) || missing.push(`${file} of ${by}`)

    const { exports } = JSON.parse(await read('package.json'))
    for (const entry of Object.values<string | Record<'types' | 'default', string>>(exports))
      for (const target of typeof entry === 'string' ? [entry] : [entry.types, entry.default])
        expect(posix.normalize(target), 'package.json')

    for (const file of files) {
      if (file.endsWith('.d.ts'))
        for (const [, path = ''] of (await read(file)).matchAll(/\b(?:from|import)[ (]+["'](\.[^"']+)/g))
          expect(posix.join(posix.dirname(file), path).replace(/\.(?:tsx?|js)$/, '.d.ts'), file)
      if (!file.endsWith('.js')) continue
      expect(`${file}.map`, file)
      const { sources, sourcesContent } = JSON.parse(await read(`${file}.map`))
      if (sourcesContent?.length !== sources.length) missing.push(`sources of ${file}.map`)
    }
    t.same(missing, [], name)

    const scripts = [...files].filter(file => file.endsWith('.js'))
    await build({
      ...{
        absWorkingDir: directory,
        entryPoints: scripts,
        outdir: directory,
        write: false,
        logLevel: 'silent',
      },
      ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external' },
    })
  }
})

/**
 * The three client packages as packed: an application outside this tree compiles against the archives alone.
 */
import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const applications = fileURLToPath(new URL('fixtures/published', import.meta.url))

/** Emits, packs and unpacks a package into the `node_modules` of an application. */
async function install(name: string, application: string): Promise<void> {
  const source = join(root, 'ui', name)
  const made = join(application, 'packed', name)
  await mkdir(made, { recursive: true })
  await run(process.execPath, [tsc, '-p', source, '--outDir', join(made, 'dist')])
  for (const file of await readdir(source))
    if (/^package\.json$|\.css$/.test(file)) await copyFile(join(source, file), join(made, file))
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: made })
  const installed = join(application, 'node_modules/@andiron', name)
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(made, stdout.trim()), '-C', installed, '--strip-components=1'])
  await rm(made, { recursive: true })
}

t.test('applications compile against the archives, every declaration checked', async t => {
  // Inside the tree, so that React and other dependencies resolve; the unpacked packages are nearer.
  await mkdir(join(root, 'ui/react/dist'), { recursive: true })
  const application = await mkdtemp(join(root, 'ui/react/dist/application-'))
  t.teardown(() => rm(application, { recursive: true, force: true }))
  for (const name of ['sdk', 'react', 'questionnaire']) await install(name, application)
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

/**
 * The three client packages as packed: an application outside this tree compiles against the archives only.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { packedClients } from '../../sdk/test/fixtures/packed.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const applications = fileURLToPath(new URL('fixtures/published', import.meta.url))

t.test('applications compile against the archives, every declaration checked', async t => {
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

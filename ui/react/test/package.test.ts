/** The package is what it says: browsers and servers can load it, and it brings neither React nor anything of Node. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import ts from 'typescript'
import root from '../../../package.json' with { type: 'json' }
import react from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const project = fileURLToPath(new URL('..', import.meta.url))

t.test('the emitted package imports nothing but what it declares, and runs', async t => {
  // Inside the tree, so that the dependencies are found as they are when it is installed.
  const dist = join(project, 'dist')
  await mkdir(dist, { recursive: true })
  const directory = await mkdtemp(join(dist, 'test-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', project, '--outDir', directory])

  const files = (await readdir(directory, { recursive: true })).filter(name => name.endsWith('.js'))
  t.ok(
    files.every(file => file.startsWith('ui/react/')),
    'the SDK is a package of its own',
  )
  const imported = new Set<string>()
  for (const file of files) {
    const source = await readFile(join(directory, file), 'utf8')
    for (const { fileName } of ts.preProcessFile(source).importedFiles)
      if (!fileName.startsWith('.')) imported.add(fileName)
    // What a framework with server components needs to be told.
    t.equal(/^'use client';?$/m.test(source), source.includes("from 'react'"), file)
  }
  t.same([...imported].sort(), ['@andiron/sdk', 'react'])

  const namesIn = async (name: '.' | './types') => {
    const entry = join(directory, react.exports[name].default.replace('./dist/', ''))
    return Object.keys(await import(pathToFileURL(entry).href))
  }
  t.same(await namesIn('.'), ['AndironError', 'Schemas', 'WELSHARE_API_ENVIRONMENT', 'useBinaryUploads'])
  t.same(await namesIn('./types'), [])
})

t.test('the package wants the versions that the project is tested with', t => {
  t.equal(react.version, root.version)
  t.same(react.dependencies, { '@andiron/sdk': root.version })
  t.same(react.engines, root.engines)
  t.match(root.devDependencies.react, /^19\./)
  t.same(react.peerDependencies, { react: '>=19' })
  t.end()
})

t.test('the example of the README compiles', async t => {
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const compiled = await readFile(join(project, 'test/fixtures/readme.ts'), 'utf8')
  const [, example] = /```ts\n(.*?)```/s.exec(readme) ?? []
  t.equal(compiled.slice(compiled.indexOf('import')), example)
})

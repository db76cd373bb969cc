/** The package: browsers and servers can load it, and it contains neither React nor anything of Node. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import '../../../tooling/register.js'
import root from '../../../package.json' with { type: 'json' }
import { emit } from '../../sdk/test/fixtures/emitted.ts'
import react from '../package.json' with { type: 'json' }

const project = fileURLToPath(new URL('..', import.meta.url))

t.test('the emitted package imports nothing but what it declares, and runs', async t => {
  const { directory, sources, imported } = await emit('react')
  t.ok(
    [...sources.keys()].every(file => file.startsWith('ui/react/')),
    'the SDK is a package of its own',
  )
  // The directive for frameworks with server components.
  for (const [file, source] of sources)
    t.equal(/^'use client';?$/m.test(source), /from 'react'|onClick/.test(source), file)
  t.same(imported, ['@andiron/sdk', 'react', 'react/jsx-runtime'])

  const namesIn = async (name: '.' | './types') => {
    const entry = join(directory, react.exports[name].default.replace('./dist/', ''))
    return Object.keys(await import(pathToFileURL(entry).href))
  }
  t.same(await namesIn('.'), [
    'AndironError',
    'ConnectWelshareButton',
    'Schemas',
    'WELSHARE_API_ENVIRONMENT',
    'WelshareLogo',
    'configureEnvironments',
    'useBinaryUploads',
    'useWelshare',
  ])
  t.same(await namesIn('./types'), [])
})

t.test('the package wants the versions that the project is tested with', t => {
  t.equal(react.version, root.version)
  t.same(react.dependencies, { '@andiron/sdk': root.version })
  t.same(react.engines, root.engines)
  t.match(root.devDependencies.react, /^19\./)
  t.same(react.peerDependencies, { react: '>=18' })
  t.end()
})

t.test('the examples of the README compile', async t => {
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const guide = await readFile(join(project, '../../docs/wallet.md'), 'utf8')
  const sources = await Promise.all(
    ['readme-wallet.ts', 'readme.ts'].map(file => readFile(join(project, 'test/fixtures', file), 'utf8')),
  )
  const examples = sources.map(source => source.slice(source.indexOf('import')))
  t.same(blocksOf(readme), examples)
  t.same(blocksOf(guide), examples.slice(0, 1))
})

function blocksOf(page: string): string[] {
  return [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block)
}

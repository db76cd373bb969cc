/** The fixture that runs commands in the process of the test. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { directoryWith } from '../../core/test/fixtures/cli.ts'
import { here } from './fixtures/here.ts'

t.test('a command whose process would not end is noticed', async t => {
  const directory = await directoryWith(t, {
    'ends.mjs': `
      const ended = new Promise(resolve => setTimeout(resolve, 5))
      setInterval(() => {}, 1000).unref()
      console.log('done')
      export { ended }`,
    'stays.mjs': `
      globalThis.left = setInterval(() => {}, 1000)
      export const ended = Promise.resolve()`,
    'exits.mjs': `
      globalThis.left = setInterval(() => {}, 1000)
      export const ended = (async () => process.exit(3))().catch(() => {})`,
  })
  const run = (name: string) => here(['it'], { program: pathToFileURL(join(directory, name)), patience: 100 })
  const stop = () => clearInterval((globalThis as { left?: NodeJS.Timeout }).left)
  t.teardown(stop)
  t.same(await run('ends.mjs'), { code: 0, stdout: 'done\n', stderr: '' })
  await t.rejects(run('stays.mjs'), { message: 'andiron it has ended, but keeps its process alive: Timeout' })
  stop()
  t.match(await run('exits.mjs'), { code: 3 })
})

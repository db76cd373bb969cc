/** The demo succeeds, repeatedly. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { serve } from '../../../plugins/index.ts'
import { copyDeployment } from '../../../plugins/test/fixtures/deployment.ts'

const demo = fileURLToPath(new URL('../demo.ts', import.meta.url))

function run(ANDIRON_BASE_URL: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const env = { ...process.env, ANDIRON_BASE_URL }
    execFile(process.execPath, [...process.execArgv, demo], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

t.test('does the main job against a running gateway, twice', async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  const { url, origins, close } = await serve({ port: 0, data, log: { level: 'error' } })
  t.teardown(close)
  for (const _ of ['once', 'again']) {
    const { code, stdout, stderr } = await run(url)
    t.equal(code, 0, stderr)
    const steps = [...stdout.matchAll(/^(\d)\. (.*)$/gm)].map(([, number]) => number)
    t.same(steps.join(''), '123456789')
    for (const origin of origins.values()) t.match(stdout, `${origin}  has it`)
    t.match(stdout, /refused +422 AND_INVALID_RECORD/)
    t.match(stdout, "Remove the item 'shoe-size'")
    t.match(stdout, /8 issues, all at once/)
    t.match(stdout, `${url}/docs`)
    t.notMatch(stdout, '\u001b[', 'no colours where there is no terminal')
  }
})

t.test('says where it found no gateway, and exits with 1', async t => {
  const { code, stdout, stderr } = await run('http://127.0.0.1:9')
  t.equal(code, 1)
  t.equal(stdout, '')
  t.match(stderr, 'No gateway answers at http://127.0.0.1:9, where ANDIRON_BASE_URL points')
})

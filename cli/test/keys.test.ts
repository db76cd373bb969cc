/** `andiron keys`: what it says, and what it refuses. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { openKey } from '../../core/keys/keys.ts'
import { directoryWith, type Said } from '../../core/test/fixtures/cli.ts'
import { here } from './fixtures/here.ts'

const andiron = (args: readonly string[], cwd: string): Promise<Said> => here(args, { cwd })

t.test('keys are listed and replaced, and every refusal says what to do', async t => {
  const cwd = await directoryWith(t, { 'andiron.json': { port: 0 } })
  const data = join(cwd, 'data')
  const none = await andiron(['keys', 'rotate', 'builder'], cwd)
  t.match(none, { code: 1, stderr: /There is no builder key in .*data yet: the first start makes it/ })
  t.notOk((await readdir(cwd)).includes('data'), 'and nothing is made')
  const { did } = await (await openKey(data, 'builder')).keep()

  const done = await andiron(['keys', 'rotate', 'builder', '--start', '5m', '--overlap', '2h'], cwd)
  t.match(done, { code: 0, stdout: new RegExp(`old +${did}\\n +new +did:nil:0[23]`) })
  t.match(done.stdout, /signs from .*\n +old ends .*\n +files .*builder\.2\.key .*builder\.2\.jws/)
  t.notMatch(done.stdout + done.stderr, /[^0-9a-f][0-9a-f]{64}[^0-9a-f]/, 'no private key is printed')
  t.same((await readdir(data)).sort(), ['builder.2.jws', 'builder.2.key', 'builder.key'])
  t.match(await andiron(['keys', 'rotate', 'builder', '--start', '0s'], cwd), {
    ...{ code: 1, stderr: /is being replaced already/ },
  })
  const listed = await andiron(['keys', 'list'], cwd)
  t.match(listed, { code: 0, stdout: new RegExp(`^builder +${did}  until .*\\nbuilder +did:nil:.*from `) })
  t.match(
    (await andiron(['doctor'], cwd)).stdout,
    /builder key: did:nil:\w+, from .* on replaced by did:nil:/,
  )

  t.match(await andiron(['keys', 'rotate', 'objects'], cwd), {
    code: 2,
    stderr: /Allowed choices are builder, node, url/,
  })
  t.match(await andiron(['keys', 'rotate', 'url', '--overlap', '1s'], cwd), {
    code: 2,
    stderr: /at least 15s/,
  })
  t.match(await andiron(['keys', 'rotate', 'url', '--start', 'soon'], cwd), {
    code: 2,
    stderr: /90s, 10m, 24h or 7d/,
  })
  await writeFile(
    join(cwd, 'andiron.json'),
    JSON.stringify({ builderKey: Buffer.from(createKeyPair().privateKey).toString('hex') }),
  )
  t.match(await andiron(['keys', 'rotate', 'builder'], cwd), {
    ...{ code: 1, stderr: /take 'builderKey' out of the config/ },
  })
})

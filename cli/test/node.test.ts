/** `andiron node`: its output, its refusals, and its shutdown. */
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fromHex } from '../../core/crypto/bytes.ts'
import { didKeyOf } from '../../core/crypto/did.ts'
import { copyTemplate, postmasterOf, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { runHere, serving } from './fixtures/program.ts'

const didIn = (said: string) => /^ {2}did +(did:key:\w+)$/m.exec(said)?.[1]

t.test('serves one node, and is the same one after a restart', async t => {
  const data = await temporaryDirectory(t)
  await copyTemplate(join(data, 'postgres'))
  const node = await serving(t, ['node', '--port', '0', '--data', data, '--metrics-port', '0'])
  t.match(node.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  const about = (await (await fetch(`${node.url}/about`)).json()) as { public_key: string; url: string }
  t.equal(didKeyOf(fromHex(about.public_key)), didIn(node.said()))
  t.equal(about.url, node.url)
  t.equal(await (await fetch(`${node.url}/health`)).text(), 'OK')
  const [, metrics = ''] = /^ {2}metrics +(\S+)$/m.exec(node.said()) ?? []
  const measured = await (await fetch(metrics)).text()
  t.match(measured, /^andiron_node_ready 1$/m)
  t.match(
    measured,
    /^andiron_node_http_request_duration_seconds_count\{method="GET",route="\/about",status="200"\} 1$/m,
  )
  t.equal((await fetch(`${node.url}/metrics`)).status, 404, 'not where everyone is')
  t.match(await readFile(join(data, 'node.key'), 'utf8'), /^[0-9a-f]{64}\n$/)
  t.equal(await node.end('SIGTERM'), 0)
  t.equal(await postmasterOf(join(data, 'postgres')), undefined, 'and its database has stopped')

  const again = await serving(t, ['node'], { ANDIRON_PORT: new URL(node.url).port, ANDIRON_DATA: data })
  t.equal(again.url, node.url)
  t.equal(didIn(again.said()), didIn(node.said()))

  const emptied = await temporaryDirectory(t)
  await copyTemplate(join(emptied, 'postgres'))
  for (const name of ['node.key', 'node.database']) await copyFile(join(data, name), join(emptied, name))
  const refused = await runHere(['node', '--port', '0', '--data', emptied])
  t.match(refused, { code: 1, said: /has had another database.*restore that from a backup/ })
  await rm(join(emptied, 'node.database'))
  const accepted = await serving(t, ['node', '--port', '0', '--data', emptied])
  t.equal(didIn(accepted.said()), didIn(node.said()), 'as the sentence says')
  await accepted.end('SIGTERM')

  const taken = await runHere([
    'node',
    '--port',
    new URL(node.url).port,
    '--data',
    await temporaryDirectory(t),
  ])
  t.match(taken, { code: 1, said: /Port \d+ on 127\.0\.0\.1 is in use\. Choose another with --port/ })
  const shared = await runHere(['node', '--port', '0', '--data', data])
  t.match(shared, { code: 1, said: /Another gateway uses the database/ })
})

t.test('says what is wrong with its options, each in one sentence', async t => {
  const data = await temporaryDirectory(t)
  const cases: [options: string[], code: number, said: RegExp][] = [
    [[], 2, /required option '--port <number>'/],
    [['--port', '0'], 2, /required option '--data <directory>'/],
    [['--port', '0', '--data', data, '--databse', 'x'], 2, /Did you mean --database\?/],
    [['--port', '0', '--data', data, '--metrics-port', 'x'], 2, /Expected a port, from 0 to 65535/],
    [['--port', '0', '--data', data, '--requests-per-minute', '0'], 2, /Expected a positive integer/],
    [
      ['--port', 'abc', '--data', data],
      1,
      /^andiron: --port: expected an integer from 0 to 65535, got 'abc'$/m,
    ],
    [['--port', '0', '--data', data, '--database', 'mysql://x'], 1, /^andiron: --database: expected/m],
    [
      ['--port', '0', '--data', data, '--database', 'postgres://127.0.0.1:1'],
      1,
      /names no database: add one/,
    ],
    [
      ['--port', '0', '--data', data, '--replica', 'postgres://h/n'],
      1,
      /--database: expected a value, as replica has one/,
    ],
    [
      ['--port', '0', '--data', data, '--database', 'postgres://h/n', '--replica', 'x'],
      1,
      /^andiron: --replica: expected/m,
    ],
  ]
  for (const [options, code, said] of cases) t.match(await runHere(['node', ...options]), { code, said })

  const secret = 'postgres://operator:canary@127.0.0.1:1/node_1'
  const unreachable = await runHere(['node', '--port', '0', '--data', data], { ANDIRON_DATABASE: secret })
  t.match(unreachable, { code: 1, said: /The database is unreachable \(ECONNREFUSED\)/ })
  t.notMatch(unreachable.said, 'canary')
  t.match(await runHere(['node', '--help']), {
    code: 0,
    said: /List the nodes of a gateway in its andiron\.json/,
  })
})

/** The files in `deploy/`: what `andiron init` writes of them is checked, and what it writes for compose is run. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { root } from '../../core/test/fixtures/prepared.ts'
import { missing } from '../../core/test/fixtures/programs.ts'
import { builtOf } from '../../core/test/fixtures/typescript/built.cjs'
import { run } from './fixtures/program.ts'

t.setTimeout(300_000)
const execute = promisify(execFile)

interface Found {
  readonly healthy?: readonly string[]
  readonly doctor?: Ended
  readonly demo?: Ended
  readonly afterKill?: Ended
  readonly stopped?: Readonly<Record<string, number>>
  readonly error?: string
}
interface Ended {
  readonly code: number
  readonly stdout: string
}

const isRoot = process.getuid?.() === 0

t.test(
  'compose: two gateways, three nodes and everything beside them',
  { skip: !isRoot || missing('deployment') },
  async t => {
    const directory = await temporaryDirectory(t)
    const [deployment, kept] = [join(directory, 'deployment'), join(directory, 'kept')]
    await mkdir(kept)
    const made = await run([
      'init',
      deployment,
      '--kind',
      'compose',
      '--domain',
      'study.example',
      '--email',
      'internal',
    ])
    t.match(made, { code: 0, said: /docker compose up -d/ })
    const { stdout } = await execute(
      'unshare',
      [
        '--net',
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        process.execPath,
        builtOf(join(root, 'cli/test/fixtures/compose-up.ts')),
        deployment,
        kept,
      ],
      { timeout: 200_000, maxBuffer: 1e8 },
    )
    const found: Found = Object.assign(
      {},
      ...stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    )
    t.equal(found.error, undefined)
    t.same(found.healthy, ['n1', 'n2', 'n3', 'gateway-1', 'gateway-2'], 'by the HEALTHCHECK of the image')
    t.match(
      found.doctor,
      { code: 0, stdout: /running at https:\/\/study\.example/ },
      'the doctor finds nothing',
    )
    t.match(
      found.demo,
      { code: 0, stdout: /https:\/\/n3\.study\.example.* has it/ },
      'people submit through Caddy',
    )
    t.match(found.afterKill, { code: 0 }, 'and when one gateway is killed')
    t.same(found.stopped, { 'gateway-2': 0, n1: 0, n2: 0, n3: 0 }, 'SIGTERM ends each with 0')
  },
)

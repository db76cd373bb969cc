/** The runner of the suite: what runs again, what a file's limit ends, and what a signal leaves. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'

const suite = fileURLToPath(new URL('../suite.js', import.meta.url))

/** Starts the suite with these fixtures; its temporary files are in a directory of their own. */
function start(directory: string, names: readonly string[], ...options: readonly string[]): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^_?TAP|^NODE_OPTIONS$/.test(name))
  const files = names.map(name => `--include=tooling/test/fixtures/${name}.test.ts`)
  return spawn(process.execPath, [suite, ...files, '--exclude=**/dist/**', ...options], {
    env: { ...Object.fromEntries(inherited), CI: 'true', TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

async function run(t: Test, names: readonly string[], ...options: readonly string[]) {
  const child = start(await temporaryDirectory(t), names, ...options)
  let output = ''
  const keep = (text: Buffer) => {
    output += text
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise(resolve => child.once('close', resolve))
  return { code, output, totals: output.match(/^# \{ total: .*/gm)?.at(-1) }
}

t.test('browser tests that fail run once more, and a run in which they pass then is green', async t => {
  const { code, output, totals } = await run(t, ['browser-once', 'browser-error'])
  t.equal(code, 0, code === 0 ? 'green' : output)
  t.match(output, /^FLAKY tooling\/test\/fixtures\/browser-once.test.ts: a page that is late$/m)
  t.match(output, /^FLAKY tooling\/test\/fixtures\/browser-error.test.ts: a page that closes$/m)
  t.match(output, /^\d{4}-\d\d-\d\d tooling\/test\/fixtures\/browser-once.test.ts: a page that is late$/m)
  t.notMatch(totals, /fail/)
})

t.test('what fails again, other tests and a file beyond its limit fail the run', async t => {
  const { code, output, totals } = await run(
    t,
    ['browser-always', 'store-once', 'late', 'browser-once'],
    '--timeout=20',
  )
  t.equal(code, 1)
  const again = output.match(/^# Browser tests failed in (\S+)/gm)
  t.same(
    again,
    ['browser-always', 'browser-once'].map(
      name => `# Browser tests failed in tooling/test/fixtures/${name}.test.ts,`,
    ),
  )
  t.same(output.match(/^FLAKY \S+/gm), ['FLAKY tooling/test/fixtures/browser-once.test.ts:'])
  t.match(totals, /fail: 4/)
})

t.test('a file that leaves a server open fails the run, and does not hold it', async t => {
  const { code, output } = await run(t, ['open'], '--timeout=5')
  t.equal(code, 1)
  t.match(output, /^# Its tests have ended and left open: .*TCPServerWrap/m)
})

// The second as a terminal sends it, to all processes of the group.
for (const [signal, isOfGroup] of [
  ['SIGTERM', false],
  ['SIGINT', true],
] as const)
  t.test(`${signal} leaves no process and no file`, async t => {
    const directory = await temporaryDirectory(t)
    const child = start(directory, ['servers'])
    const { host, pid } = await runningIn(directory, child)
    const server = Number.parseInt(await readFile(join(host, 'postmaster.pid'), 'utf8'), 10)
    t.same([pid, server].filter(isRunning), [pid, server])
    const ended = new Promise(resolve => child.once('close', (_code, by) => resolve(by)))
    process.kill(isOfGroup ? -Number(child.pid) : Number(child.pid), signal)
    // As npm passes it on.
    child.kill(signal)
    t.equal(await ended, signal)
    t.same(await readdir(directory), [])
    t.same([pid, server].filter(isRunning), [])
  })

/** A zombie has ended: not every first process of a container reaps orphans. */
const isRunning = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout)

/** The server and the process that the fixture `servers` has started. */
async function runningIn(directory: string, child: ChildProcess): Promise<{ host: string; pid: number }> {
  while (child.exitCode === null) {
    for (const name of await readdir(directory)) {
      const text = await readFile(join(directory, name, 'running.json'), 'utf8').catch(() => undefined)
      if (text !== undefined) return JSON.parse(text)
    }
    await delay(50)
  }
  throw new Error(`The suite ended with ${child.exitCode}`)
}

import { mkdirSync, readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { Sandbox, type SandboxLimits, type SandboxTask } from '../sandbox.ts'
import type { Chore } from './fixtures/chores.ts'
import { type Mortality, postedFile } from './fixtures/mortal.ts'

const chores: SandboxTask<Chore, unknown> = { module: new URL('./fixtures/chores.ts', import.meta.url) }
const FOREVER = 600_000

function open(t: Test, limits: Partial<SandboxLimits> = {}): Sandbox {
  const sandbox = new Sandbox({ threads: 2, milliseconds: 300, ...limits })
  t.teardown(() => sandbox.close())
  return sandbox
}

t.test('runs a task in a thread and returns its output', async t => {
  const sandbox = open(t)
  t.strictSame(await sandbox.run(chores, { echo: { of: ['anything'] } }, { key: 'a' }), { of: ['anything'] })
})

t.test('stops a task that takes more processor time than its budget, and the loop goes on', async t => {
  const sandbox = open(t)
  await sandbox.run(chores, { echo: 1 }, { key: 'a' })
  let turns = 0
  const turning = setInterval(() => turns++)
  t.teardown(() => clearInterval(turning))
  await t.rejects(sandbox.run(chores, { spin: FOREVER }, { key: 'a' }), {
    code: 'AND_TOO_EXPENSIVE',
    statusCode: 422,
    message: 'This request exceeds 300 ms of processor time; make it smaller or simpler',
  })
  t.ok(turns > 1, `the event loop turned ${turns} times meanwhile`)
  t.equal(await sandbox.run(chores, { echo: 1 }, { key: 'a' }), 1, 'the next task finds a thread')
})

t.test('does not count the time in which a task waits', async t => {
  const sandbox = open(t)
  await sandbox.run(chores, { pause: 900 }, { key: 'a' })
})

t.test('stops a task that waits for its input without end', async t => {
  const sandbox = open(t, { milliseconds: 100 })
  await t.rejects(sandbox.run(chores, { pause: FOREVER }, { key: 'a' }), { code: 'AND_TOO_EXPENSIVE' })
})

t.test('stops a task that takes more memory than its budget', async t => {
  const sandbox = open(t, { milliseconds: 30_000, megabytes: 96 })
  await t.rejects(sandbox.run(chores, { fill: true }, { key: 'a' }), {
    code: 'AND_TOO_EXPENSIVE',
    message: 'This request exceeds 96 MiB of memory; make it smaller or simpler',
  })
  t.equal(await sandbox.run(chores, { echo: 1 }, { key: 'a' }), 1)
})

t.test('a budget can be stated for one task', async t => {
  const sandbox = open(t, { milliseconds: 10_000 })
  await t.rejects(sandbox.run(chores, { spin: FOREVER }, { key: 'a', milliseconds: 50 }), /50 ms/)
})

t.test('moves a port to the thread, through which more input comes', async t => {
  const sandbox = open(t)
  const { port1, port2 } = new MessageChannel()
  const sum = sandbox.run(chores, { sum: port2 }, { key: 'a', transfer: [port2] })
  for (const batch of [[1, 2], [3], []]) port1.postMessage(batch)
  t.equal(await sum, 6)
})

t.test('a fault of the module is a failure of ours, with its cause', async t => {
  const sandbox = open(t)
  await t.rejects(sandbox.run(chores, { fail: 'a fault' }, { key: 'a' }), {
    code: 'AND_SANDBOX_FAILED',
    statusCode: 500,
    cause: { message: 'a fault' },
  })
  t.notMatch(await sandbox.run(chores, { fail: 'x' }, { key: 'a' }).catch(error => error.message), /fault/)
})

/** Chores in threads of which the first ones end before they begin a task. */
function mortal(t: Test, deaths: number, when: Mortality['when']) {
  const directory = t.testdir({})
  const mortality: Mortality = { directory, deaths, when }
  process.env['ANDIRON_TEST_MORTALITY'] = JSON.stringify(mortality)
  const task: SandboxTask<Chore, unknown> = { module: new URL('./fixtures/mortal.ts', import.meta.url) }
  /** An input that is read when it is posted to a thread. */
  const posting = (chore: Chore): Chore => {
    const name = Object.keys(chore)[0] as string
    const get = () => {
      mkdirSync(postedFile(directory), { recursive: true })
      return Object.values(chore)[0]
    }
    return Object.defineProperty({}, name, { get, enumerable: true }) as Chore
  }
  const threads = () => readdirSync(directory).filter(name => Number(name) > 0).length
  return { task, posting, threads }
}

for (const when of ['starting', 'posted'] as const)
  t.test(`a task whose thread ends before it begins is run by the next thread: ${when}`, async t => {
    const { task, posting, threads } = mortal(t, 2, when)
    t.equal(await open(t).run(task, posting({ echo: 1 }), { key: 'a' }), 1)
    t.equal(threads(), 3)
  })

t.test('tasks that wait are all run, whichever thread ends', async t => {
  const { task } = mortal(t, 3, 'starting')
  const sandbox = open(t, { threads: 8 })
  const run = (each: number) => sandbox.run(task, { echo: each }, { key: `${each}` })
  t.strictSame(await Promise.all([1, 2, 3, 4].map(run)), [1, 2, 3, 4])
})

t.test('a port goes along to the next thread', async t => {
  const { task } = mortal(t, 1, 'starting')
  const { port1, port2 } = new MessageChannel()
  const sum = open(t).run(task, { sum: port2 }, { key: 'a', transfer: [port2] })
  for (const batch of [[1, 2], []]) port1.postMessage(batch)
  t.equal(await sum, 3)
})

t.test('a port that ended with its thread fails the task', async t => {
  const { task, posting, threads } = mortal(t, 1, 'posted')
  const { port2 } = new MessageChannel()
  await t.rejects(open(t).run(task, posting({ sum: port2 }), { key: 'a', transfer: [port2] }), {
    code: 'AND_SANDBOX_FAILED',
    cause: { message: 'the thread ends' },
  })
  t.equal(threads(), 1)
})

t.test('a task whose threads all end before they begin it fails with the third', async t => {
  const { task, threads } = mortal(t, 1_000, 'starting')
  const sandbox = open(t, { threads: 4 })
  const ports = () => process.getActiveResourcesInfo().filter(each => each === 'MessagePort').length
  const before = ports()
  const run = (key: string) =>
    t.rejects(sandbox.run(task, { echo: 1 }, { key }), {
      code: 'AND_SANDBOX_FAILED',
      cause: { message: 'the thread ends' },
    })
  await run('a')
  t.equal(threads(), 3)
  await Promise.all(['a', 'b', 'c', 'd'].map(run))
  t.equal(threads(), 15)
  await sandbox.close()
  // A thread that does not end would keep the process alive.
  while (ports() > before) await wait(10)
})

t.test('a task that had begun when its thread ended is not run again', async t => {
  const { port1, port2 } = new MessageChannel()
  let began = 0
  port1.on('message', () => began++)
  await t.rejects(open(t).run(chores, { crash: port2 }, { key: 'a', transfer: [port2] }), {
    code: 'AND_SANDBOX_FAILED',
    cause: { message: 'crashed' },
  })
  port1.close()
  t.equal(began, 1)
})

t.test('a module that cannot be loaded fails its tasks', async t => {
  const sandbox = open(t)
  const missing: SandboxTask<number, number> = { module: new URL('./fixtures/missing.ts', import.meta.url) }
  await t.rejects(sandbox.run(missing, 1, { key: 'a' }), { code: 'AND_SANDBOX_FAILED' })
  await t.rejects(sandbox.run(missing, 1, { key: 'a' }), { code: 'AND_SANDBOX_FAILED' })
})

t.test('a signal stops a task that runs or waits', async t => {
  const sandbox = open(t, { milliseconds: FOREVER })
  const stop = new AbortController()
  const both = [1, 2].map(() => sandbox.run(chores, { spin: FOREVER }, { key: 'a', signal: stop.signal }))
  setTimeout(() => stop.abort(new Error('no longer needed')), 50)
  for (const each of both) await t.rejects(each, /no longer needed/)
})

t.test('one caller neither holds every thread nor fills the queue', async t => {
  const sandbox = open(t, { milliseconds: FOREVER, queue: 8 })
  const stop = new AbortController()
  const greedy = { key: 'greedy', signal: stop.signal }
  const held = [1, 2, 3].map(() => sandbox.run(chores, { spin: FOREVER }, greedy).catch(() => 'stopped'))
  await t.rejects(sandbox.run(chores, { echo: 1 }, greedy), {
    code: 'AND_SANDBOX_FULL',
    statusCode: 503,
    headers: { 'retry-after': /^\d+$/ },
  })
  t.equal(await sandbox.run(chores, { echo: 1 }, { key: 'modest' }), 1, 'another caller is served meanwhile')
  stop.abort()
  t.strictSame(await Promise.all(held), ['stopped', 'stopped', 'stopped'])
})

t.test('twenty callers at once, each with a key of its own: what does not fit is refused', async t => {
  const sandbox = open(t, { milliseconds: FOREVER, queue: 8 })
  const stop = new AbortController()
  const tasks = Array.from({ length: 20 }, (_, at) =>
    sandbox.run(chores, { spin: FOREVER }, { key: `${at}`, signal: stop.signal }).catch(error => error.code),
  )
  const refused = await Promise.all(tasks.slice(10))
  t.strictSame(new Set(refused), new Set(['AND_SANDBOX_FULL']))
  stop.abort()
  await Promise.all(tasks)
})

t.test('close stops what runs and refuses what waits', async t => {
  const sandbox = new Sandbox({ threads: 1, milliseconds: FOREVER })
  const tasks = [1, 2].map(() => sandbox.run(chores, { spin: FOREVER }, { key: 'a' }))
  const refused = Promise.all(tasks.map(each => t.rejects(each, { code: 'AND_SANDBOX_FULL' })))
  await sandbox.close()
  await refused
  await t.rejects(sandbox.run(chores, { echo: 1 }, { key: 'a' }), { code: 'AND_SANDBOX_FULL' })
})

t.test('a sandbox that nobody uses starts no thread', async t => {
  await open(t).close()
})

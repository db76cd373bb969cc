/** Background jobs, in memory and in the database: the same promises. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type JobContext, type JobQueue, type JobSpec, Jobs, type PluginDatabase } from '../jobs.ts'
import { JobLost, JobOver, type JobStore, memoryJobs, sqlJobs } from '../stores/jobs.ts'
import type { DatabaseServer } from '../stores/sql/database.ts'
import { gatewayDatabase } from '../stores/sql/test/fixtures/server.ts'

interface Logged {
  readonly err?: Error
  readonly job?: string
  readonly attempts?: number
}

/** A gateway as far as jobs see it. */
function gatewayOn(t: Test, store: JobStore, specs: Readonly<Record<string, Partial<JobSpec<object>>>>) {
  const logged: Logged[] = []
  const log = { error: (about: Logged) => logged.push(about) } as never
  const jobs = new Jobs(store, log)
  const queues: Record<string, JobQueue> = {}
  const context = { log, options: {}, jobs: queues } as unknown as JobContext<object>
  for (const [name, spec] of Object.entries(specs)) {
    const whole: JobSpec<object> = { description: name, run: async () => {}, ...spec }
    queues[name] = jobs.declare('test', name, whole, context)
  }
  jobs.begin()
  t.teardown(() => jobs.close())
  const queue = (name: string): JobQueue => {
    const found = queues[name]
    if (found === undefined) throw new Error(name)
    return found
  }
  return { jobs, queue, logged }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20)
}

/** @param anotherStore - the same jobs, as another gateway sees them */
async function checkJobs(t: Test, store: JobStore, anotherStore: () => Promise<JobStore>): Promise<void> {
  const [at, kind] = [1000, 'test/row']
  const holdOf = (id: string) => ({ kind, id, holder: crypto.randomUUID() })
  const add = (id: string, { again = false, now = at, dueAt = at } = {}) =>
    store.add({ kind, id, state: '{"a":1}', dueAt }, { again, now }, async () => {})

  await t.test('a job is held by one attempt, until its lease is over', async t => {
    t.equal(await add('one'), true)
    t.equal(await add('one'), false, 'there is one under each id')
    t.same(await store.due([kind, 'test/other'], at - 1, 9), [])
    t.same(await store.due(['test/other'], at, 9), [])
    t.same(await store.due([kind], at, 9), [{ kind, id: 'one', attempts: 0, isLost: false }])
    const [first, second] = [holdOf('one'), holdOf('one')]
    t.same(await store.take(first, at, at + 50), { kind, id: 'one', state: '{"a":1}', attempts: 1 })
    t.equal(await store.take(second, at + 49, at + 90), undefined)
    t.equal(await add('one', { again: true, now: at + 49 }), false, 'and goes on as it is')
    t.equal(await store.keep(first, at + 60, 1, async () => 7), 7)
    await store.keep(first, at + 60, 1, undefined, '{"a":2}')
    t.equal(await store.take(second, at + 59, at + 90), undefined, 'each step renews it')
    t.same(await store.due([kind], at + 60, 9), [{ kind, id: 'one', attempts: 1, isLost: true }])
    t.same(await store.take(second, at + 60, at + 90), { kind, id: 'one', state: '{"a":2}', attempts: 2 })
    let isDone = false
    const work = async () => {
      isDone = true
    }
    await t.rejects(store.keep(first, at + 99, 1, work), JobLost)
    await t.rejects(store.end(first, work), JobLost)
    t.notOk(isDone, 'what was lost changes nothing')
    await store.release(first, 0, 0)
    t.same(await store.due([kind], at + 89, 9), [], 'and lets nobody in')
    await store.release(second, at + 70, 1)
    t.same(await store.due([kind], at + 70, 9), [{ kind, id: 'one', attempts: 1, isLost: false }])
    t.equal(await add('one', { again: true, now: at, dueAt: at }), true, 'one that waits begins at once')
    t.same(await store.due([kind], at, 9), [{ kind, id: 'one', attempts: 0, isLost: false }])
    await store.take(first, at, at + 50)
    await store.end(first)
    t.equal(await store.has({ kind, id: 'one' }), false)
  })

  await t.test('work that fails changes nothing of a job', async t => {
    const fail = async () => Promise.reject(new RangeError('no'))
    const job = { kind, id: 'two', state: '1', dueAt: at }
    await t.rejects(store.add(job, { again: false, now: at }, fail), RangeError)
    t.equal(await store.has(job), false)
    await store.add(job, { again: false, now: at }, async () => {})
    const hold = holdOf('two')
    await store.take(hold, at, at + 50)
    await t.rejects(store.keep(hold, at + 99, 1, fail), RangeError)
    await t.rejects(store.end(hold, fail), RangeError)
    t.match(await store.due([kind], at + 50, 9), [{ id: 'two' }])
    await store.remove(job)
    await t.rejects(store.keep(hold, at + 99, 1), JobLost, 'one that was removed is over')
  })

  await t.test('of twenty that race for it one takes it', async t => {
    await add('race')
    const others = await Promise.all(Array.from({ length: 20 }, anotherStore))
    const taken = await Promise.all(others.map(each => each.take(holdOf('race'), at, at + 50)))
    t.equal(taken.filter(each => each !== undefined).length, 1)
    const added = await Promise.all(
      others.map(each =>
        each.add(
          { kind, id: 'added by twenty', state: '1', dueAt: at },
          { again: false, now: at },
          async () => {},
        ),
      ),
    )
    t.equal(added.filter(Boolean).length, 1)
    for (const id of ['race', 'added by twenty']) await store.remove({ kind, id })
  })

  await t.test('twenty gateways run a job once at a time, and to its end', async t => {
    let [running, most, ends] = [0, 0, 0]
    const run: JobSpec<object>['run'] = async job => {
      most = Math.max(most, ++running)
      for (let step = 0; step < 3; step++) await job.renew()
      running -= 1
      ends += 1
    }
    const gateways = await Promise.all(
      Array.from({ length: 20 }, async () => gatewayOn(t, await anotherStore(), { raced: { run } })),
    )
    const [first] = gateways
    await first?.queue('raced').add('x')
    await Promise.all(gateways.map(({ queue }) => queue('raced').runHere('x')))
    await until(() => ends > 0)
    t.same([most, ends], [1, 1])
    await Promise.all(gateways.map(({ jobs }) => jobs.close()))
    t.equal(await first?.queue('raced').has('x'), false)
  })

  await t.test(
    'an attempt that ends without a word is resumed after its lease, from its last step',
    async t => {
      const seen: unknown[] = []
      const dead = holdOf('resumed')
      const key = { kind: 'test/killed', id: 'resumed' }
      const { queue } = gatewayOn(t, store, {
        killed: {
          times: { lease: 300 },
          run: async job => {
            seen.push(job.state, job.attempts)
          },
        },
      })
      const now = Date.now()
      await store.add({ ...key, state: '0', dueAt: now + 9_000 }, { again: false, now }, async () => {})
      await store.take({ ...dead, ...key }, now + 9_000, now + 9_100)
      await store.keep({ ...dead, ...key }, Date.now() + 300, 1, undefined, '{"reached":3}')
      await queue('killed').runHere('resumed')
      t.same(seen, [], 'before that it is left alone')
      await until(async () => !(await queue('killed').has('resumed')))
      t.same(seen, [{ reached: 3 }, 2])
      await t.rejects(store.keep({ ...dead, ...key }, now + 9_000, 1), JobLost)
    },
  )

  await t.test('a job that always fails does not spin, and is in nobody’s way', async t => {
    let attempts = 0
    const done: string[] = []
    const { queue, logged } = gatewayOn(t, store, {
      poison: {
        times: { pause: 60_000 },
        run: async job => {
          if (job.id !== 'bad') return void done.push(job.id)
          attempts += 1
          throw new Error('always')
        },
      },
    })
    await queue('poison').add('bad')
    await queue('poison').runHere('bad')
    for (const id of ['a', 'b', 'c']) await queue('poison').add(id)
    await until(() => done.length === 3)
    t.same(done.sort(), ['a', 'b', 'c'])
    t.equal(logged.length, attempts, 'each failure is logged')
    t.match(logged[0], { job: 'test/poison', attempts: 1, err: { message: 'always' } })
    const [bad] = await store.due(['test/poison'], Date.now() + 3_600_000, 9)
    t.match(bad, { id: 'bad', isLost: false })
    const before = attempts
    t.same(await store.due(['test/poison'], Date.now(), 9), [], 'it waits')
    await queue('poison').add('bad', { again: true })
    await queue('poison').runHere('bad')
    t.ok(attempts > before, 'unless it is added once more')
    await queue('poison').remove('bad')
  })

  await t.test('a closing gateway hands its jobs over at once, however far they are', async t => {
    const steps: unknown[] = []
    const run: JobSpec<object>['run'] = async job => {
      for (let step = Number(job.state ?? 0); step < 6; step++) {
        steps.push(step)
        await job.save(step + 1)
        if (step === 1 && !job.signal.aborted) await once(job.signal, 'abort')
      }
    }
    const one = gatewayOn(t, store, { handed: { run } })
    await one.queue('handed').add('over')
    const ended = one.queue('handed').runHere('over')
    await until(() => steps.length >= 2)
    await one.jobs.close()
    await ended
    t.same(one.logged, [], 'which is no failure')
    t.ok(steps.length < 6, `${steps.length} steps before`)
    t.match(await store.due(['test/handed'], Date.now(), 9), [{ attempts: 0, isLost: false }])
    const other = gatewayOn(t, store, { handed: { run } })
    await other.queue('handed').runHere('over')
    t.same(steps, [0, 1, 2, 3, 4, 5], 'no step twice, and none left out')
  })

  await t.test('one that asks for another attempt gets it after a pause that grows', async t => {
    const attempts: number[] = []
    const { queue } = gatewayOn(t, store, {
      again: {
        times: { pause: 20, longestPause: 40 },
        run: async job => {
          attempts.push(job.attempts)
          return attempts.length < 3 ? 'again' : undefined
        },
      },
    })
    await queue('again').add('x', { state: { a: [1, 'é\u0000\ud800'] } })
    await until(async () => !(await queue('again').has('x')))
    t.same(attempts, [1, 2, 3])
  })

  await t.test('an attempt that lasted as long as the longest pause is a first one again', async t => {
    const attempts: number[] = []
    const { queue } = gatewayOn(t, store, {
      lasting: {
        times: { pause: 20, longestPause: 200 },
        run: async job => {
          attempts.push(job.attempts)
          if (attempts.length === 5) return
          if (attempts.length === 3) {
            await delay(250)
            await job.renew()
            const [held] = await store.due(['test/lasting'], Date.now() + 3_600_000, 9)
            t.equal(held?.attempts, 1, 'also for the gateway that takes over')
          }
          throw new Error('the database went away')
        },
      },
    })
    await queue('lasting').add('x')
    await until(async () => !(await queue('lasting').has('x')))
    t.same(attempts, [1, 2, 3, 2, 3])
  })

  await t.test('a periodic job is one, of however many gateways', async t => {
    let runs = 0
    const spec = {
      tick: {
        times: { every: 3_600_000 },
        run: async () => {
          runs += 1
        },
      },
    }
    const gateways = await Promise.all([1, 2, 3].map(async () => gatewayOn(t, await anotherStore(), spec)))
    await until(() => runs > 0)
    for (const { queue } of gateways) await queue('tick').runHere('periodic')
    t.equal(runs, 1)
  })

  await t.test('ids that no index could hold are refused', async t => {
    const { queue } = gatewayOn(t, store, { ids: {} })
    for (const id of ['', 'a\0b', '\ud800', 'x'.repeat(100_000)])
      await t.rejects(queue('ids').add(id), { code: 'AND_INVALID_JOB_ID' })
    for (const id of ['constructor', '__proto__', "'; DROP TABLE jobs", '💊'.repeat(250)]) {
      t.ok(await queue('ids').add(id))
      await queue('ids').runHere(id)
      t.notOk(await queue('ids').has(id))
    }
  })
}

t.test('in memory', async t => {
  const store = memoryJobs()
  await checkJobs(t, store, async () => store)
})

t.test('in the database', async t => {
  const { server, database } = await gatewayDatabase(t, [])
  const others = await Promise.all([1, 2, 3].map(() => (server as DatabaseServer).open('andiron_gateway')))
  let next = 0
  await checkJobs(t, sqlJobs(database), async () => sqlJobs(others[next++ % others.length] ?? database))

  await t.test('a step and its statements are one', async t => {
    const own: PluginDatabase = database
    await own.query('CREATE TABLE steps (n int PRIMARY KEY)')
    const store = sqlJobs(database)
    const hold = { kind: 'test/step', id: 'x', holder: crypto.randomUUID() }
    const now = Date.now()
    await store.add({ ...hold, state: '1', dueAt: now }, { again: false, now }, async () => {})
    await store.take(hold, now, now + 1000)
    await t.rejects(
      store.keep(hold, now + 9000, 1, async transaction => {
        await transaction?.query('INSERT INTO steps VALUES (1)')
        throw new JobOver()
      }),
      JobOver,
    )
    t.same(await own.query('SELECT * FROM steps'), [])
    await store.keep(
      hold,
      now + 9000,
      1,
      transaction => transaction?.query('INSERT INTO steps VALUES (1)') as never,
    )
    t.same(await own.query('SELECT * FROM steps'), [{ n: 1 }])
  })
})

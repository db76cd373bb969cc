import t from 'tap'
import { missing } from '../../test/fixtures/programs.ts'
import { isWhole } from '../../test/fixtures/rounds.ts'
import type { Database } from '../sql/database.ts'
import { networkServer } from '../sql/test/fixtures/server.ts'
import type { TokenStore } from '../tokens/tokens.ts'
import { CLOCKS_APART } from '../tokens/tokens.ts'
import { createMemoryTokenStore } from '../tokens/tokens-memory.ts'
import { connectRedisTokenStore } from '../tokens/tokens-redis.ts'
import { createSqlTokenStore } from '../tokens/tokens-sql.ts'
import { startRedis } from './fixtures/redis.ts'
import { checkTokenStore, stoppedClock } from './fixtures/token-conformance.ts'

/** The tokens that are fought over on a server. */
const TOKENS = isWhole ? 3_000 : 1000

t.test('the SQL token store', async t => {
  const server = await networkServer(t)
  const database = await server.open('andiron_gateway')
  // Every second view has connections of its own, as another gateway has.
  const databases = [database, await server.open('andiron_gateway')]
  let views = 0
  await checkTokenStore(t, {
    open: async ({ now }) => createSqlTokenStore(databases[views++ % 2] as Database, { now }),
    dump: async () => JSON.stringify(await database.query("SELECT *, encode(hash, 'escape') FROM tokens")),
    tokens: TOKENS,
  })

  await t.test('counts what it sweeps, in as many steps as it takes', async t => {
    const clock = stoppedClock()
    const store = createSqlTokenStore(database, clock)
    await database.query('DELETE FROM tokens')
    await database.query(
      "INSERT INTO tokens SELECT 'ticket', sha256(n::text::bytea), 'x', n FROM generate_series(1, 2500) AS n",
    )
    clock.set(2400 + CLOCKS_APART)
    t.equal(await store.sweep(), 2400)
    t.same(await database.query('SELECT count(*)::int AS left FROM tokens'), [{ left: 100 }])
  })

  await t.test('reads what is true when it is asked, however many ask at once', async t => {
    const store = createSqlTokenStore(database)
    const until = Date.now() + 60_000
    const names = Array.from({ length: 50 }, (_, index) => `of many ${index}`)
    const read = () => Promise.all(names.map(name => store.peek('revoked', name)))
    for (const [at, name] of names.entries()) {
      const [, before] = await Promise.all([read(), store.put('revoked', name, name, until)])
      t.equal(before, undefined)
      const values = await read()
      if (!names.every((each, index) => values[index] === (index <= at ? each : undefined)))
        t.fail(`another value after ${name}`)
    }
  })

  await t.test('a statement that fails fails those who wait for it, and no one after them', async t => {
    let broken = true
    const failing: Database = {
      ...database,
      query: (...statement) => (broken ? Promise.reject(new Error('gone')) : database.query(...statement)),
    }
    const store = createSqlTokenStore(failing)
    const read = () => Promise.allSettled(Array.from({ length: 20 }, (_, at) => store.peek('none', `${at}`)))
    t.ok((await read()).every(({ status }) => status === 'rejected'))
    broken = false
    t.ok((await read()).every(({ status }) => status === 'fulfilled'))
  })

  await t.test('leaves an entry that is claimed anew while it sweeps', async t => {
    const clock = stoppedClock()
    const store = createSqlTokenStore(database, clock)
    const rounds = 40
    for (let round = 0; round < rounds; round++) {
      const names = Array.from({ length: 20 }, (_, index) => `${round}-${index}`)
      for (const name of names) await store.put('nonce', name, 'old', clock.now() - CLOCKS_APART)
      const [, ...claims] = await Promise.all([
        store.sweep(),
        ...names.map(name => store.claim('nonce', name, 'new', clock.now() + 60_000)),
      ])
      if (!claims.every(({ first }) => first)) t.fail('an expired entry stood in the way')
    }
    const [row] = await database.query("SELECT count(*)::int AS left FROM tokens WHERE value = 'new'")
    t.same(row, { left: rounds * 20 })
  })
})

t.test('the token store in memory', async t => {
  let store: TokenStore | undefined
  await checkTokenStore(t, {
    // One process has one store: a second view of it is the same, and stays when the first is closed.
    open: async ({ now }) => {
      store ??= createMemoryTokenStore({ now })
      return { ...store, close: async () => {} }
    },
    tokens: 1000,
  })
  await store?.close()
})

/** Confirmations that must come, and those that cannot. */
const [COMING, MISSING] = [4000, 100]

t.test('the Redis token store', { skip: missing('redis') }, async t => {
  const redis = await startRedis(t)
  await checkTokenStore(t, {
    open: ({ now }) => connectRedisTokenStore({ volatile: true, url: redis.url, now }),
    dump: () => redis.dump(),
    tokens: TOKENS,
  })

  await t.test('fails closed when no replica confirms that a token was used', async t => {
    const expiresAt = Date.now() + 60_000
    const single = await connectRedisTokenStore({
      volatile: true,
      url: redis.url,
      replicas: 1,
      confirmation: MISSING,
    })
    await single.put('ticket', 'unconfirmed', 'value', expiresAt)
    await t.rejects(single.take('ticket', 'unconfirmed'), { code: 'AND_TOKENS_UNCONFIRMED', statusCode: 503 })
    await t.rejects(single.claim('nonce', 'unconfirmed', 'value', expiresAt), {
      code: 'AND_TOKENS_UNCONFIRMED',
    })
    t.equal(await single.take('ticket', 'unconfirmed'), undefined, 'and the token stays used')
    await single.close()
  })

  await t.test('gives a value when the replica confirms', async t => {
    const replica = await startRedis(t)
    await replica.follow(redis)
    const options = { url: redis.url, replicas: 1 }
    const store = await connectRedisTokenStore({ volatile: true, ...options, confirmation: COMING })
    const expiresAt = Date.now() + 60_000
    await store.put('ticket', 'confirmed', 'value', expiresAt)
    t.equal(await store.take('ticket', 'confirmed'), 'value')
    t.same(await store.claim('nonce', 'confirmed', 'value', expiresAt), { value: 'value', first: true })

    await t.test('and none while the replica is cut off', async t => {
      const cutOff = await connectRedisTokenStore({ volatile: true, ...options, confirmation: MISSING })
      await cutOff.put('ticket', 'cut off', 'value', expiresAt)
      replica.freeze()
      await t.rejects(cutOff.take('ticket', 'cut off'), { code: 'AND_TOKENS_UNCONFIRMED' })
      replica.thaw()
      await cutOff.close()
    })
    await store.close()
  })

  await t.test('lets no replica that took over behind a partition give a value twice', async t => {
    const replica = await startRedis(t)
    await replica.follow(redis)
    const store = await connectRedisTokenStore({
      volatile: true,
      url: redis.url,
      replicas: 1,
      confirmation: COMING,
    })
    const expiresAt = Date.now() + 60_000
    const take = (from: TokenStore, token: string) => from.take('ticket', token).catch(({ code }) => code)
    await store.put('ticket', 'before', 'value', expiresAt)
    t.equal(await take(store, 'before'), 'value')
    await store.put('ticket', 'across', 'value', expiresAt)
    t.equal(await store.peek('ticket', 'across'), 'value')
    await replica.promote()
    const successor = await connectRedisTokenStore({ volatile: true, url: replica.url })
    t.equal(await take(store, 'across'), 'AND_TOKENS_UNCONFIRMED', 'cut off, the old leader gives nothing')
    t.equal(await take(successor, 'across'), 'value', 'which the new one still has')
    t.equal(await take(successor, 'across'), undefined)
    t.equal(await take(successor, 'before'), undefined, 'what was confirmed as used is used there too')
    await store.close()
    await successor.close()
  })

  await t.test('refuses a server without append-only file, unless that is accepted', async t => {
    const { url, run } = await startRedis(t)
    const open = async (address = url) => (await connectRedisTokenStore({ url: address })).close()
    const refusal = { code: 'AND_TOKENS_VOLATILE', message: /appendonly is 'no'.*Set 'appendonly yes'/ }
    await t.rejects(open(), refusal)

    const limited = url.replace('//', '//limited:secret@')
    await run('ACL', 'SETUSER', 'limited', 'on', '>secret', '~*', '+@all', '-config')
    await t.rejects(open(limited), { code: 'AND_TOKENS_VOLATILE', message: /aof_enabled is 0/ })
    await run('ACL', 'SETUSER', 'limited', '-info')
    const unknown = { code: 'AND_TOKENS_VOLATILE', message: /refuses CONFIG GET and INFO/ }
    await t.rejects(open(limited), unknown, 'and one that says nothing')
    await t.rejects(open(limited), { message: /^(?!.*secret)/s })
    await (await connectRedisTokenStore({ url: limited, volatile: true })).close()

    await run('CONFIG', 'SET', 'appendonly', 'yes')
    await open()
    await run('ACL', 'SETUSER', 'limited', '+info')
    await open(limited)

    await run('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    await open()
    await run('CONFIG', 'SET', 'maxmemory', '100mb')
    const evicting = { code: 'AND_TOKENS_EVICTED', message: /maxmemory-policy 'allkeys-lru'/ }
    await t.rejects(open(), evicting, 'and one that evicts what it holds')
    await t.rejects(open(limited), evicting)
    await (await connectRedisTokenStore({ url, volatile: true })).close()
  })

  await t.test('says so when the server is gone, and comes back with it', async t => {
    const passing = await startRedis(t)
    const store = await connectRedisTokenStore({ volatile: true, url: passing.url })
    await passing.stop()
    await t.rejects(store.ping(), { code: 'AND_TOKENS_UNAVAILABLE' })
    await t.rejects(store.take('ticket', 'any'), { code: 'AND_TOKENS_UNAVAILABLE' })
    await store.close()
    await t.rejects(connectRedisTokenStore({ volatile: true, url: passing.url }), {
      code: 'AND_TOKENS_UNAVAILABLE',
    })
  })
})

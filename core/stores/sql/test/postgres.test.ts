import pg from 'pg'
import t from 'tap'
import { superuser } from '../cluster.ts'
import type { Database } from '../database.ts'
import { connectPostgres } from '../postgres.ts'
import { memoryLog, testServer } from './fixtures/server.ts'

const server = await testServer(t)
const local = { host: server.host, user: superuser, password: server.password }

/** A function that counts its calls outside of any rollback, and runs `deed` in the first `times` calls. */
async function provide(database: Database, name: string, times: number, deed: string): Promise<void> {
  await database.query(`CREATE SEQUENCE ${name}_calls`)
  await database.query(
    `CREATE FUNCTION ${name}() RETURNS bigint LANGUAGE plpgsql AS $$
     DECLARE call bigint := nextval('${name}_calls');
     BEGIN IF call <= ${times} THEN ${deed}; END IF; RETURN call; END $$`,
  )
}

async function callsOf(database: Database, name: string): Promise<number> {
  const [row] = await database.query<{ calls: number }>(`SELECT last_value::int AS calls FROM ${name}_calls`)
  return row?.calls ?? 0
}

const refused = (sqlState: string) => ({ code: 'AND_DATABASE_REFUSED', sqlState })

const cutOff = 'PERFORM pg_terminate_backend(pg_backend_pid())'
const conflict = "RAISE EXCEPTION 'again' USING ERRCODE = '40001'"

t.test('opens databases by name, creating those that are missing', async t => {
  const one = await server.open('one')
  const two = await server.open('two')
  await one.query('CREATE TABLE only_here (id int)')
  await t.rejects(two.query('SELECT * FROM only_here'), refused('42P01'))
  t.same(await one.query('SELECT * FROM only_here'), [])
})

t.test('creates a database once when several ask for it at the same time', async t => {
  const opened = await Promise.all([1, 2, 3, 4].map(() => server.open('at_once')))
  for (const database of opened) t.same(await database.query('SELECT 1 AS one'), [{ one: 1 }])
})

t.test('refuses names that would need quoting', async t => {
  for (const name of ['', 'Upper', '1st', 'a-b', 'a"b', 'a'.repeat(64)])
    await t.rejects(server.open(name), { code: 'AND_DATABASE_NAME' })
})

t.test('says what to do when the role may not create a database', async t => {
  const database = await server.open('roles')
  await database.query("CREATE ROLE guest LOGIN PASSWORD 'guest'")
  const guest = connectPostgres({ ...local, user: 'guest', password: 'guest' })
  await t.rejects(guest.open('missing'), {
    code: 'AND_DATABASE_CREATE',
    message: /CREATE DATABASE "missing"/,
  })
  t.same(await (await guest.open('roles')).query('SELECT current_user::text AS me'), [{ me: 'guest' }])
  await guest.close()
})

t.test('takes a URL, of any database of the server', async t => {
  const url = `postgresql://${superuser}:${server.password}@localhost/postgres?host=${encodeURIComponent(server.host)}`
  const external = connectPostgres(url)
  const database = await external.open('by_url')
  t.same(await database.query('SELECT current_database()::text AS name'), [{ name: 'by_url' }])
  await external.close()
  const broken = () => connectPostgres('postgresql://me:canary@:x/')
  t.throws(broken, { code: 'AND_DATABASE_URL' })
  t.throws(broken, { message: /^((?!canary).)*$/ }, 'a password is not repeated')
})

t.test('binds every kind of value', async t => {
  const database = await server.open('kinds')
  const values = ["it's $1", 1.5, true, null, new Date('2026-01-02T03:04:05.678Z'), new Uint8Array([0, 255])]
  const [row] = await database.query(
    'SELECT $1::text AS a, $2::float8 AS b, $3::bool AS c, $4::text AS d, $5::timestamptz AS e, $6::bytea AS f',
    values,
  )
  t.same(Object.values(row ?? {}).slice(0, 5), values.slice(0, 5))
  t.same(new Uint8Array((row as { f: Buffer }).f), values[5])
})

t.test('streams', async t => {
  const narrow = connectPostgres(local, { connections: 1 })
  t.teardown(() => narrow.close())
  const database = await narrow.open('streams')
  await database.query('CREATE TABLE numbers AS SELECT generate_series(1, 2345) AS n')

  await t.test('every row, in order', async t => {
    const found: number[] = []
    for await (const { n } of database.stream<{ n: number }>(
      'SELECT n FROM numbers WHERE n > $1 ORDER BY n',
      [45],
    ))
      found.push(n)
    t.same(
      found,
      Array.from({ length: 2300 }, (_, index) => index + 46),
    )
  })

  await t.test('nothing, from nothing', async t => {
    for await (const row of database.stream('SELECT n FROM numbers WHERE n < 0')) t.fail(JSON.stringify(row))
    t.same(await database.query('SELECT count(*)::int AS all FROM numbers'), [{ all: 2345 }])
  })

  await t.test('to a reader who stops, and gives the connection back', async t => {
    for await (const { n } of database.stream<{ n: number }>('SELECT n FROM numbers ORDER BY n')) {
      if (n === 700) break
    }
    t.same(await database.query('SELECT count(*)::int AS all FROM numbers'), [{ all: 2345 }])
  })

  await t.test('and reports a statement that is refused, before and amid the rows', async t => {
    const all = async (sql: string) => {
      for await (const _ of database.stream(sql));
    }
    await t.rejects(all('SELECT * FROM nowhere'), refused('42P01'))
    await t.rejects(all('SELECT 1 / (n - 1200) FROM numbers ORDER BY n'), refused('22012'))
    await t.rejects(all('DELETE FROM numbers RETURNING n'), refused('25006'), 'a stream only reads')
    t.same(await database.query('SELECT count(*)::int AS all FROM numbers'), [{ all: 2345 }])
  })

  await t.test('and reports a connection that is lost amid the rows', async t => {
    const admin = await server.open('streams')
    const seen = async () => {
      for await (const { n } of database.stream<{ n: number }>('SELECT n FROM numbers ORDER BY n')) {
        if (n !== 600) continue
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%FROM numbers ORDER%' AND pid <> pg_backend_pid()",
        )
      }
    }
    await t.rejects(seen(), { code: 'AND_DATABASE_UNAVAILABLE' })
    t.same(await database.query('SELECT count(*)::int AS all FROM numbers'), [{ all: 2345 }])
  })
})

t.test('transactions', async t => {
  const database = await server.open('transactions')
  await database.query('CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL)')
  await database.query('INSERT INTO accounts VALUES (1, 0), (2, 0)')
  const balances = () => database.query('SELECT balance FROM accounts ORDER BY id')

  await t.test('do every statement or none', async t => {
    const add = (id: number) => ['UPDATE accounts SET balance = balance + 1 WHERE id = $1', [id]] as const
    const result = await database.transaction(async transaction => {
      await transaction.query(...add(1))
      await transaction.query(...add(2))
      return 'done'
    })
    t.equal(result, 'done')
    t.same(await balances(), [{ balance: 1 }, { balance: 1 }])
    const thrown = database.transaction(async transaction => {
      await transaction.query(...add(1))
      throw new RangeError('no')
    })
    await t.rejects(thrown, RangeError)
    const broken = database.transaction(async transaction => {
      await transaction.query(...add(1))
      await transaction.query('SELECT nothing')
    })
    await t.rejects(broken, refused('42703'))
    const swallowed = database.transaction(async transaction => {
      await transaction.query(...add(1))
      await transaction.query('SELECT nothing').catch(() => {})
    })
    await t.rejects(swallowed, refused('42703'), 'also where the work passes over the failure')
    t.same(await balances(), [{ balance: 1 }, { balance: 1 }])
  })

  await t.test('of twenty at once lose none', async t => {
    const work = Array.from({ length: 20 }, () =>
      database.transaction(async transaction => {
        const [row] = await transaction.query<{ balance: number }>(
          'SELECT balance FROM accounts WHERE id = 2',
        )
        await transaction.query('UPDATE accounts SET balance = $1 WHERE id = 2', [Number(row?.balance) + 1])
      }),
    )
    await Promise.all(work)
    t.same(await balances(), [{ balance: 1 }, { balance: 21 }])
  })

  await t.test('are repeated when the session is cut before they commit, and only then', async t => {
    let attempts = 0
    await database.transaction(async transaction => {
      attempts += 1
      await transaction.query('UPDATE accounts SET balance = balance + 1 WHERE id = 1')
      if (attempts === 1) await transaction.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    t.equal(attempts, 2)
    t.same((await balances())[0], { balance: 2 })
  })

  await t.test('never repeat a value in an error', async t => {
    const failing = database.transaction(transaction =>
      transaction.query('INSERT INTO accounts VALUES ($1::int, 1)', ['canary']),
    )
    await t.rejects(failing, { message: /^((?!canary).)*$/ })
  })
})

t.test('never repeats a value in an error', async t => {
  const database = await server.open('values')
  await database.query(
    'CREATE TABLE people (name text PRIMARY KEY, age int CHECK (age < 200), doc jsonb NOT NULL)',
  )
  await database.query("INSERT INTO people VALUES ('canary', 1, '{}')")
  const refusals: [sql: string, values: string[], sqlState: string][] = [
    ["INSERT INTO people VALUES ($1, 1, '{}')", ['canary'], '23505'],
    ["INSERT INTO people VALUES ($1, 500, '{}')", ['canary 2'], '23514'],
    ['INSERT INTO people VALUES ($1, 1, NULL)', ['canary 3'], '23502'],
    ['SELECT $1::int', ['canary'], '22P02'],
    ['SELECT $1::jsonb', ['{"canary": nul}'], '22P02'],
    ['SELECT $1::jsonb', ['{"canary": "\\u0000"}'], '22P05'],
    ['SELECT $1::timestamptz', ['canary'], '22007'],
  ]
  for (const [sql, values, sqlState] of refusals) {
    const error = await database.query(sql, values).catch((error: Error) => error)
    t.match(error, refused(sqlState))
    const all = Object.getOwnPropertyNames(error).map(name => Reflect.get(error, name))
    t.notMatch(JSON.stringify(all), 'canary')
  }
  await t.rejects(database.query(refusals[0]?.[0] ?? '', ['canary']), {
    ...refused('23505'),
    constraint: 'people_pkey',
  })
})

t.test('repeats a statement that the server rolled back and asks for again', async t => {
  const database = await server.open('conflicts')
  await database.query('CREATE TABLE kept (call bigint)')
  await provide(database, 'hesitant', 2, conflict)
  await database.query('INSERT INTO kept SELECT hesitant()')
  t.same(await database.query('SELECT call::int FROM kept'), [{ call: 3 }])

  await provide(database, 'stubborn', 1000, conflict)
  await t.rejects(database.query('INSERT INTO kept SELECT stubborn()'), refused('40001'))
  t.equal(await callsOf(database, 'stubborn'), 5, 'and gives up')
})

t.test('repeats a query whose connection was lost', async t => {
  const database = await server.open('lost_reads')
  await provide(database, 'fleeting', 2, cutOff)
  t.same(await database.query('SELECT fleeting()::int AS call'), [{ call: 3 }])
})

t.test('reports a change whose connection was lost as unknown, and does not repeat it', async t => {
  const database = await server.open('lost_writes')
  await database.query('CREATE TABLE kept (call bigint)')
  await provide(database, 'fleeting', 1, cutOff)
  const unknown = { code: 'AND_DATABASE_OUTCOME_UNKNOWN', statusCode: 503 }
  await t.rejects(database.query('INSERT INTO kept SELECT fleeting()'), unknown)
  t.equal(await callsOf(database, 'fleeting'), 1)

  // The error of a distributed engine that does not know the outcome of its own commit.
  await provide(database, 'ambiguous', 1, "RAISE EXCEPTION 'who knows' USING ERRCODE = '40003'")
  await t.rejects(database.query('INSERT INTO kept SELECT ambiguous()'), unknown)
  t.equal(await callsOf(database, 'ambiguous'), 1)

  await provide(database, 'hidden', 1, cutOff)
  await t.rejects(
    database.query('WITH new AS (INSERT INTO kept SELECT hidden() RETURNING call) SELECT * FROM new'),
    unknown,
  )
})

t.test('keeps statements prepared, a hundred for each connection at most', async t => {
  const database = await server.open('prepared')
  const prepared = { prepared: true }
  for (let n = 0; n < 120; n++)
    t.same(await database.query(`SELECT $1::integer + ${n} AS sum`, [1], prepared), [{ sum: n + 1 }])
  const counts = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.query<{ n: number }>(
        'SELECT count(*)::integer AS n FROM pg_prepared_statements',
        [],
        prepared,
      ),
    ),
  )
  t.ok(counts.flat().every(({ n }) => n <= 100))
})

t.test('reads the rows of a prepared statement as the first time', async t => {
  const alone = connectPostgres(local, { connections: 1 })
  t.teardown(() => alone.close())
  const database = await alone.open('described')
  const prepared = { prepared: true }
  await database.query('CREATE TABLE kept (id int, at timestamptz, of jsonb, bytes bytea)')
  const insert = 'INSERT INTO kept SELECT $1::int, $2::timestamptz, $3::jsonb, $4::bytea'
  const row = { id: 1, at: new Date(1_700_000_000_000), of: { a: [1, null] }, bytes: Buffer.from([0, 255]) }
  const values = [row.id, row.at, JSON.stringify(row.of), row.bytes]
  for (const _ of ['first', 'again']) t.same(await database.query(insert, values, prepared), [])
  const select = 'SELECT * FROM kept WHERE id = $1'
  for (const _ of ['first', 'again']) {
    t.strictSame(await database.query(select, [1], prepared), [row, row])
    t.same(await database.query(select, [2], prepared), [])
  }
  const divide = 'SELECT 1 / $1::int AS part'
  t.same(await database.query(divide, [1], prepared), [{ part: 1 }])
  await t.rejects(database.query(divide, [0], prepared), refused('22012'))
  t.same(await database.query(divide, [1], prepared), [{ part: 1 }], 'after an error')

  const never = 'SELECT 2 / $1::int AS part'
  await t.rejects(database.query(never, [0], prepared), refused('22012'))
  t.same(await database.query(never, [2], prepared), [{ part: 1 }], 'whose first execution failed')

  await database.query('ALTER TABLE kept ADD COLUMN more int')
  await t.rejects(
    database.query(select, [1], prepared),
    refused('0A000'),
    'the rows of a statement never change',
  )
})

t.test('fails a statement with a value that cannot be read, and does not quote it', async t => {
  const { MACADDR } = pg.types.builtins
  const readAddress = pg.types.getTypeParser(MACADDR)
  pg.types.setTypeParser(MACADDR, text => {
    throw new Error(`${text} is no address`)
  })
  t.teardown(() => pg.types.setTypeParser(MACADDR, readAddress))
  const database = await server.open('unread')
  const select = "SELECT 1 AS n, '08:00:2b:01:02:03'::macaddr AS address"
  const error = await database.query(select, [], { prepared: true }).catch(error => error)
  t.match(error, { code: 'AND_DATABASE_UNAVAILABLE', message: "the column 'address' cannot be read" })
  t.notMatch(error.message, '08:00')
  t.same(await database.query('SELECT 2 AS n', [], { prepared: true }), [{ n: 2 }])
})

t.test('ends a statement that takes too long', async t => {
  const hasty = connectPostgres(local, { statementTimeout: 500 })
  const database = await hasty.open('slow')
  await t.rejects(database.query('SELECT pg_sleep(60)'), { code: 'AND_DATABASE_TIMEOUT', statusCode: 503 })
  t.same(await database.query('SELECT pg_sleep(0.7) IS NULL AS slept', [], { timeout: 0 }), [
    { slept: false },
  ])
  await t.rejects(
    database.query('SELECT pg_sleep(60)'),
    { code: 'AND_DATABASE_TIMEOUT' },
    'and only then not',
  )
  await hasty.close()
})

t.test('keeps the connection of a statement that has a time-out of its own', async t => {
  const single = connectPostgres(local, { connections: 1, statementTimeout: 500 })
  const database = await single.open('slow')
  const session = () => database.query('SELECT pg_backend_pid() AS session')
  const before = await session()
  await database.query('SELECT 1', [], { timeout: 0 })
  await t.rejects(database.query('SELECT 1 / 0', [], { timeout: 0 }), refused('22012'))
  t.same(await session(), before)
  t.same(await database.query('SHOW statement_timeout'), [{ statement_timeout: '500ms' }])
  await single.close()
})

t.test('outlives the loss of connections that nobody uses', async t => {
  const log = memoryLog()
  const watched = connectPostgres(local, { log })
  const database = await watched.open('idle')
  await Promise.all([1, 2, 3].map(() => database.query('SELECT pg_sleep(0.01)')))
  const admin = await server.open('roles')
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'idle'")
  while (log.lines.length === 0) await database.query('SELECT 1')
  t.match(log.lines.join(), "A connection to the database 'idle' broke")
  await watched.close()
})

t.test('says that a server is not there', async t => {
  const nowhere = connectPostgres({ host: '/nowhere', user: superuser })
  await t.rejects(nowhere.open('any'), { code: 'AND_DATABASE_UNAVAILABLE', statusCode: 503 })
  const closed = await server.open('closed')
  await closed.close()
  await closed.close()
  await t.rejects(closed.query('SELECT 1'), { code: 'AND_DATABASE_UNAVAILABLE' })
})

t.test('leaves a server that only follows, and finds the leader', async t => {
  const leader = await server.open('replicated')
  await leader.query('CREATE TABLE kept (n int)')
  const follows = (answer: 'on' | 'off') =>
    leader.query(`ALTER DATABASE replicated SET default_transaction_read_only = ${answer}`)
  await follows('on')
  const connected = connectPostgres(local)
  t.teardown(() => connected.close())
  const database = await connected.open('replicated')
  await t.rejects(database.query('INSERT INTO kept VALUES (1)'), {
    code: 'AND_DATABASE_UNAVAILABLE',
    statusCode: 503,
  })
  // However long that takes; the pool may not keep a session that leads to the wrong server.
  const insert = async (): Promise<unknown> =>
    database.query('INSERT INTO kept VALUES (2) RETURNING n').catch(error => {
      if (error.code === 'AND_DATABASE_UNAVAILABLE') return insert()
      throw error
    })
  const inserting = insert()
  await follows('off')
  t.same(await inserting, [{ n: 2 }])
})

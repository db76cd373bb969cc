/** The proofs that a token is taken once detect every mutation of the implementation. */
import { Pipeline } from 'ioredis'
import t from 'tap'
import { missing } from '../../test/fixtures/programs.ts'
import type { Database } from '../sql/database.ts'
import { networkServer } from '../sql/test/fixtures/server.ts'
import type { TokenStore } from '../tokens/tokens.ts'
import { connectRedisTokenStore } from '../tokens/tokens-redis.ts'
import { createSqlTokenStore } from '../tokens/tokens-sql.ts'
import { flawsOfTaking } from './fixtures/flaws-of-taking.ts'
import { startRedis } from './fixtures/redis.ts'
import { stoppedClock } from './fixtures/token-conformance.ts'

t.test('the statement that takes a token in SQL', async t => {
  const server = await networkServer(t)
  const databases = [await server.open('andiron_gateway'), await server.open('andiron_gateway')] as const

  const WHERE = 'WHERE kind = $1 AND hash = $2 AND expires_at > $3'
  const TAKE = `DELETE FROM tokens ${WHERE} RETURNING value`
  const where = (condition: string) => `DELETE FROM tokens WHERE ${condition} RETURNING value`
  const mutants: Readonly<Record<string, string>> = {
    'never ends': where('kind = $1 AND hash = $2 AND $3::bigint > 0'),
    'ends a millisecond late': where('kind = $1 AND hash = $2 AND expires_at >= $3'),
    'ends a millisecond early': where('kind = $1 AND hash = $2 AND expires_at > $3 + 1'),
    'begins when it ends': where('kind = $1 AND hash = $2 AND expires_at < $3'),
    'knows no kind': where("$1::text <> '' AND hash = $2 AND expires_at > $3"),
    'wants another kind': where('kind <> $1 AND hash = $2 AND expires_at > $3'),
    'knows no token': where("kind = $1 AND $2::bytea <> '' AND expires_at > $3"),
    'wants another token': where('kind = $1 AND hash <> $2 AND expires_at > $3'),
    'wants the kind or the token': where('(kind = $1 OR hash = $2) AND expires_at > $3'),
    'wants the token or the time': where('kind = $1 AND (hash = $2 OR expires_at > $3)'),
    'wants nothing': where("$1::text <> '' OR $2::bytea <> '' OR $3::bigint > 0"),
    'deletes nothing': `SELECT value FROM tokens ${WHERE}`,
    'updates instead': `UPDATE tokens SET value = value ${WHERE} RETURNING value`,
    // The pause lets others look in between, however few run at once.
    'looks first and acts later': `WITH seen AS (SELECT value FROM tokens, pg_sleep(0.05) ${WHERE}), gone AS (${TAKE}) SELECT value FROM seen`,
    'returns something else': `DELETE FROM tokens ${WHERE} RETURNING kind AS value`,
    'returns nothing': `DELETE FROM tokens ${WHERE}`,
  }
  const clock = stoppedClock()
  const flawsWith = async (statement: string) => {
    let takes = 0
    const [store, other] = databases.map(database => {
      const query: Database['query'] = (sql, values, options) => {
        if (sql === TAKE) takes++
        return database.query(sql === TAKE ? statement : sql, values, options)
      }
      return createSqlTokenStore({ ...database, query }, clock)
    }) as [TokenStore, TokenStore]
    await databases[0].query('DELETE FROM tokens')
    const flaws = await flawsOfTaking(store, other, clock)
    t.ok(takes > 0, 'it is the statement that is run')
    return flaws
  }

  t.same(await flawsWith(TAKE), [])
  for (const [what, mutant] of Object.entries(mutants)) {
    const flaws = await flawsWith(mutant)
    t.ok(flaws.length > 0, `one that ${what}: ${flaws.join('; ')}`)
  }
})

t.test('the command that takes a token in Redis', { skip: missing('redis') }, async t => {
  const redis = await startRedis(t)
  const clock = stoppedClock()
  const proto = Pipeline.prototype as unknown as Commands
  const { getdel } = proto
  const restore = () => Object.assign(proto, { getdel })
  t.teardown(restore)
  const mutants: Readonly<Record<string, Pick<Commands, 'getdel'>>> = {
    'deletes nothing': { getdel: commandOf('get') },
    'deletes and does not tell': { getdel: commandOf('del') },
    'makes it last': { getdel: commandOf('getex', 'PERSIST') },
    'puts another in its place': { getdel: commandOf('getset', '9999999999999 again') },
    'knows no kind': {
      getdel(key) {
        return getdel.call(this, key.replace(/ticket:/, 'code:'))
      },
    },
    'knows no token': {
      getdel(key) {
        return getdel.call(this, key.replace(/[0-9a-f]{64}$/, '0'.repeat(64)))
      },
    },
  }
  const flaws = async () => {
    const stores = [
      await connectRedisTokenStore({ volatile: true, url: redis.url, ...clock }),
      await connectRedisTokenStore({ volatile: true, url: redis.url, ...clock }),
    ] as const
    const found = await flawsOfTaking(...stores, clock)
    for (const store of stores) await store.close()
    return found
  }

  t.same(await flaws(), [])
  for (const [what, mutant] of Object.entries(mutants)) {
    Object.assign(proto, mutant)
    const found = await flaws()
    restore()
    t.ok(found.length > 0, `one that ${what}: ${found.join('; ')}`)
  }
})

/** The commands of a pipeline. */
interface Commands {
  getdel(this: Commands, key: string): Commands
  call(...command: string[]): Commands
}

/** Another command in the place of one with a key. */
function commandOf(name: string, ...more: string[]) {
  return function (this: Commands, key: string): Commands {
    return this.call(name, key, ...more)
  }
}

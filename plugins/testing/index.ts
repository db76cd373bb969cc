/**
 * The entry `andiron/testing`: a gateway for tests of plugins and host applications, with synthetic people and
 * applications. It works with any test runner and imports none.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createKeyPair, toHex } from '../../core/crypto/index.ts'
import type { ConfigInput, GatewayOptions, Plugin } from '../../core/index.ts'
import { builtIn, createGateway } from '../index.ts'
import { failingNodes, type TestNode } from './nodes.ts'

export type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
export {
  type Actor,
  type Application,
  type ApplicationTerms,
  application,
  bearer,
  person,
  publishForm,
  submit,
  type TestResponse,
  type TestSubmission,
  type TokenClaims,
} from './actors.ts'
export type { TestNode } from './nodes.ts'

type Cleanup = () => Promise<void>

/**
 * The context of a test: of tap (`teardown`), of `node:test` (`after`), of vitest (`onTestFinished`), or an
 * object with one of these functions, such as `{ after }` of `node:test` for all tests of a file.
 */
export interface TestContext {
  teardown?(cleanup: Cleanup): unknown
  after?(cleanup: Cleanup): unknown
  onTestFinished?(cleanup: Cleanup): unknown
}

/** A gateway of a test. */
export interface TestGateway extends FastifyInstance {
  /** The storage nodes, each of which can fail; empty if records are in memory. */
  readonly nodes: readonly TestNode[]
}

/** The options of {@link gateway}. */
export interface TestGatewayOptions {
  /** The plugins under test, besides the built-in ones. `config.plugins` has their options, by name. */
  readonly plugins?: readonly Plugin[]
  /** The config. Without `stores`, records, tokens and files are in memory; without `builderKey`, the key is new. */
  readonly config?: ConfigInput
  /** The base of relative paths in the config, ending in a slash. @default the working directory */
  readonly directory?: URL
  /**
   * The number of storage nodes. They run on an embedded PostgreSQL in a temporary directory, where plugins
   * have their tables too.
   * @default 0: records are in memory, and nothing is on disk
   */
  readonly nodes?: number
  /** Options of Fastify, such as a logger. @default no log */
  readonly fastify?: GatewayOptions['fastify']
}

/**
 * Starts a gateway with the built-in plugins and those under test. It closes when the test ends.
 * @throws ConfigError and the errors of `createGateway`, as at any start
 * @example
 * test('refuses a night in the future', async t => {
 *   const app = await gateway(t, { plugins: [sleepDiary] })
 *   const study = await application(app)
 *   const night = { date: '9999-12-31', minutesAsleep: 480 }
 *   const response = await submit(app, person(), { application: study, schemaId: NIGHTS, submission: night })
 *   assert.equal(response.json().code, 'SLEEP_FUTURE_NIGHT')
 * })
 * @example
 * const app = await gateway(t, { plugins: [sleepDiary], nodes: 3 })
 * app.nodes[1]?.fail()
 * const response = await submit(app, person(), { application: study, schemaId: NIGHTS, submission: night })
 * assert.equal(response.statusCode, 503)
 */
export async function gateway(t: TestContext, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { plugins = [], config = {}, directory, nodes: count = 0, fastify = { logger: false } } = options
  const cleanups: Cleanup[] = []
  // One cleanup: the runners disagree about the order of several.
  atEnd(t, async () => {
    for (const cleanup of cleanups) await cleanup()
  })
  const data = count === 0 ? config.data : (config.data ?? (await temporaryDirectory(cleanups)))
  const { nodes, ...failing } = failingNodes(builtIn)
  const app = await createGateway(
    {
      // Never a known key, which a config with real nodes would register there. With nodes it is in their directory.
      ...(count === 0 && { builderKey: toHex(createKeyPair().privateKey) }),
      stores: {
        ...{ tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
        records: count === 0 ? { driver: 'memory' } : { nodes: count },
      },
      ...config,
      ...(data !== undefined && { data }),
      plugins: { 'storage-node': { serve: false }, ...config.plugins },
    },
    { builtIn: [...failing.plugins, ...plugins], fastify, ...(directory && { directory }) },
  )
  cleanups.unshift(() => app.close())
  app.decorate('nodes', nodes)
  await app.ready()
  return app as unknown as TestGateway
}

/** A directory that PostgreSQL may enter, which runs as another user if the test runs as root. */
async function temporaryDirectory(cleanups: Cleanup[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'andiron-test-'))
  cleanups.unshift(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  return directory
}

function atEnd(t: TestContext, cleanup: Cleanup): void {
  if (t.teardown) t.teardown(cleanup)
  else if (t.after) t.after(cleanup)
  else if (t.onTestFinished) t.onTestFinished(cleanup)
  else throw new TypeError("The test context has none of 'teardown', 'after' and 'onTestFinished'")
}

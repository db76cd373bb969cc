/** The metrics of a gateway with three nodes, one of which fails. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { definePlugin } from '../../../core/index.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { gateway, person, submit, type TestGateway } from '../../testing/index.ts'
import { boundedCodes } from '../labels.ts'
import { readExpression, type Selector } from './fixtures/promql.ts'

/** The samples of `/metrics`, by name and labels. */
async function metricsOf(app: TestGateway): Promise<Map<string, number>> {
  const { body } = await app.inject('/metrics')
  return new Map(
    body
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )
}

const ROOT = new URL('./', import.meta.resolve('#root/package.json'))
const MONITORING = new URL('deploy/monitoring/', ROOT)
/** Labels that Prometheus adds to each target. */
const BY_PROMETHEUS = ['instance', 'job']

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: { readonly summary: string; readonly remedy: string }
    }[]
  }[]
}

interface Dashboard {
  readonly panels: readonly {
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
}

const seriesOf = (metrics: ReadonlyMap<string, number>, metric: string) =>
  [...metrics.keys()].filter(name => name === metric || name.startsWith(`${metric}{`))

const labelsOf = (metrics: ReadonlyMap<string, number>, metric: string) =>
  new Set(
    seriesOf(metrics, metric).flatMap(name =>
      [...name.matchAll(/([a-z_]+)="/g)].map(([, label = '']) => label),
    ),
  )

/** The parts of a selector that no series has. */
function lackIn(metrics: ReadonlyMap<string, number>, { metric, labels }: Selector): string[] {
  if (metric === 'up') return []
  const series = seriesOf(metrics, metric)
  const lack = labels.filter(({ name, operator, value }) =>
    BY_PROMETHEUS.includes(name)
      ? false
      : !series.some(each => each.includes(operator === '=' ? `${name}="${value}"` : `${name}="`)),
  )
  return [...(series.length === 0 ? [metric] : []), ...lack.map(({ name, value }) => `${name}=${value}`)]
}

const observation = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
  effectiveDateTime: '2026-01-14T08:00:00Z',
  valueQuantity: { value: 71, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
}

/** A plugin with a job and a route that fail. */
const doomed = definePlugin({
  name: 'doomed',
  version: '1.0.0',
  jobs: {
    fails: {
      description: 'Fails.',
      times: { every: 3_600_000 },
      async run() {
        throw new Error('A synthetic failure')
      },
    },
  },
  routes(app) {
    app.get('/doomed', { schema: { hide: true, security: [] } }, async () => {
      throw new Error('A synthetic failure')
    })
  },
})

/** A server with a certificate that ends in nine days. */
async function secureServer(t: Test): Promise<string> {
  const directory = await temporaryDirectory(t)
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '9', '-nodes']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert])
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }).listen(0)
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

t.test('metrics of a gateway with nodes', { skip: missing('scripts') }, async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  await writeFile(join(data, 'last-drill.jws'), 'synthetic: nobody has signed it')
  const baseUrl = await secureServer(t)
  const app = await gateway(t, { nodes: 3, plugins: [doomed], config: { data, baseUrl } })
  const anna = person()
  const headers = { 'idempotency-key': 'a-synthetic-key' }
  const record = { schemaId: uids.Observation, submission: observation }
  const first = await submit(app, anna, { ...record, headers })
  t.equal(first.statusCode, 201, first.body)
  t.equal((await submit(app, anna, { ...record, headers })).statusCode, 201)
  t.equal((await submit(app, anna, { ...record, submission: {} })).statusCode, 422)
  app.nodes[1]?.fail()
  t.equal((await submit(app, anna, record)).statusCode, 503)

  await app.inject('/doomed')
  const failed = 'andiron_job_attempts_total{kind="doomed/fails",outcome="failed"}'
  while (!(await metricsOf(app)).has(failed)) await delay(200)
  const metrics = await metricsOf(app)
  await t.test('count submissions by outcome, and refusals by code', async t => {
    const count = (outcome: string) =>
      metrics.get(`andiron_submission_duration_seconds_count{outcome="${outcome}"}`)
    t.same(['stored', 'repeated', 'refused', 'failed'].map(count), [1, 1, 1, 1])
    t.equal(metrics.get('andiron_refusals_total{code="AND_NODE_UNAVAILABLE",status="503"}'), 1)
    t.equal(metrics.get('andiron_refusals_total{code="AND_INVALID_RECORD",status="422"}'), 1)
  })

  await t.test('have the state and the calls of each node', async t => {
    t.same(
      ['1', '2', '3'].map(node => metrics.get(`andiron_node_up{node="${node}"}`)),
      [1, 0, 1],
    )
    t.equal(metrics.get('andiron_ready'), 1, 'this gateway can serve')
    t.same(
      ['read', 'write', 'files', 'signIn', 'notify'].map(capability =>
        metrics.get(`andiron_capability{capability="${capability}"}`),
      ),
      [1, 0, 0, 1, 1],
    )
    const created = 'operation="createOwned"'
    t.ok((metrics.get(`andiron_node_calls_total{node="1",${created},outcome="ok"}`) ?? 0) >= 2)
    t.ok((metrics.get(`andiron_node_calls_total{node="2",${created},outcome="unreachable"}`) ?? 0) >= 1)
    t.ok((metrics.get('andiron_node_call_duration_seconds_count{node="3"}') ?? 0) > 0)
  })

  await t.test('have the journal, with the write that failed', async t => {
    t.equal(metrics.get('andiron_journal_records'), 1)
    t.ok((metrics.get('andiron_journal_oldest_seconds') ?? -1) >= 0)
    t.ok((metrics.get('andiron_journal_parked_records') ?? 0) >= 0)
  })

  await t.test('have ages of backup and drill, free disk, clocks and certificates', async t => {
    t.match((await app.inject('/metrics')).body, /^andiron_backup_age_seconds \+?Inf$/m, 'none is known')
    t.equal(metrics.get('andiron_drill_ok'), 0)
    t.ok((metrics.get('andiron_data_free_bytes') ?? 0) > 0)
    t.ok((metrics.get('andiron_clock_difference_seconds{of="database"}') ?? 99) < 1)
    const days = (metrics.get('andiron_certificate_remaining_seconds{of="gateway"}') ?? 0) / 86_400
    t.ok(days > 8 && days <= 9, `${days} days`)
  })

  await t.test('have pools, threads, caches, jobs and the event loop', async t => {
    t.equal(metrics.get('andiron_database_connections_max{database="andiron_gateway"}'), 8)
    t.ok(metrics.has('andiron_database_connections{database="node_1",state="used"}'))
    t.ok(metrics.has('andiron_database_waiting{database="andiron_gateway"}'))
    t.equal(metrics.get('andiron_sandbox_tasks{state="waiting"}'), 0)
    t.ok(metrics.has('andiron_cache_lookups_total{cache="tokens",result="miss"}'))
    t.ok(metrics.has('andiron_jobs{kind="fhir-bulk/export",state="running"}'))
    t.ok(metrics.has('nodejs_eventloop_lag_p99_seconds'))
  })

  await t.test('have every metric, label and value of the dashboard and the alerts', async t => {
    const alerts = parse(await readFile(new URL('alerts.yml', MONITORING), 'utf8')) as Alerts
    const dashboard = JSON.parse(await readFile(new URL('dashboard.json', MONITORING), 'utf8')) as Dashboard
    const page = await readFile(new URL('docs/monitoring.md', ROOT), 'utf8')
    const rules = alerts.groups.flatMap(({ rules }) => rules)
    for (const { alert, annotations } of rules) {
      t.match(annotations.summary, /\.$/, `${alert} has a summary`)
      t.match(annotations.remedy, /\. See docs\/monitoring\.md#alerts$/, `${alert} has a remedy`)
      t.ok(page.includes(`\`${alert}\``), `${alert} is in the chapter`)
    }
    t.match(page, /^## Alerts$/m)
    const targets = dashboard.panels.flatMap(({ targets }) => targets)
    const texts = [
      ...rules.map(({ expr, annotations }) => ({
        expr,
        text: `${annotations.summary} ${annotations.remedy}`,
      })),
      ...targets.map(({ expr, legendFormat }) => ({ expr, text: legendFormat })),
    ]
    t.ok(texts.length > 30)
    const wrong = readExpression('sum by (x) (rate(andiron_jobs{state="none"}[5m])) / andiron_nothing')
    t.same(
      wrong.selectors.flatMap(selector => lackIn(metrics, selector)),
      ['state=none', 'andiron_nothing'],
    )
    t.same(wrong.groups, ['x'])
    for (const { expr, text } of texts) {
      const { selectors, groups } = readExpression(expr)
      t.ok(selectors.length > 0, expr)
      for (const selector of selectors) t.same(lackIn(metrics, selector), [], `${expr}: ${selector.metric}`)
      const known = new Set(
        selectors.flatMap(({ metric }) => [...labelsOf(metrics, metric)]).concat(BY_PROMETHEUS),
      )
      const used = [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, name = '']) => name)
      t.same(
        [...groups, ...used].filter(name => !known.has(name)),
        [],
        `${expr}: labels`,
      )
    }
  })

  await t.test('contain no id, DID or address', async t => {
    const { body } = await app.inject('/metrics')
    t.notMatch(body, anna.did)
    t.notMatch(body, first.json().insertedUid)
    t.notMatch(body, /did:|https?:|[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  await t.test('are read from nodes and database at most every five seconds', async t => {
    const health = (metrics: ReadonlyMap<string, number>) =>
      metrics.get('andiron_node_calls_total{node="1",operation="health",outcome="ok"}') ?? 0
    const before = health(await metricsOf(app))
    await Promise.all(Array.from({ length: 20 }, () => metricsOf(app)))
    t.ok(health(await metricsOf(app)) - before <= 1)
  })

  await t.test('count the bytes of requests and responses', async t => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const before = await metricsOf(app)
    const { length } = await (await fetch(`${address}/openapi.json`)).text()
    const after = await metricsOf(app)
    const grown = (direction: string) => {
      const name = `andiron_http_bytes_total{direction="${direction}"}`
      return (after.get(name) ?? 0) - (before.get(name) ?? 0)
    }
    t.ok(grown('out') >= length)
    t.ok(grown('in') > 0 && grown('in') < 2_000)
  })
})

t.test('labels stay few whatever codes a plugin throws', async t => {
  const codeOf = boundedCodes(3)
  t.same(['A_ONE', 'A_TWO', 'A_THREE', 'A_FOUR', 'A_ONE'].map(codeOf), [
    ...['A_ONE', 'A_TWO', 'A_THREE', 'other', 'A_ONE'],
  ])
  const strange = ['__proto__', 'constructor', 'a"} 1\nx', `A_${'X'.repeat(100_000)}`, '\0', '\ud800']
  t.same(
    strange.map(boundedCodes()),
    strange.map(() => 'other'),
  )
})

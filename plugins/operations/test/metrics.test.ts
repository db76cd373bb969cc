/** The metrics of a gateway with three nodes, one of which fails. */

import t from 'tap'
import { uids } from '../../../schemas/uids.ts'
import { gateway, person, submit, type TestGateway } from '../../testing/index.ts'
import { boundedCodes } from '../labels.ts'

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

const observation = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
  effectiveDateTime: '2026-01-14T08:00:00Z',
  valueQuantity: { value: 71, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
}

t.test('metrics of a gateway with nodes', async t => {
  const app = await gateway(t, { nodes: 3 })
  const anna = person()
  const headers = { 'idempotency-key': 'a-synthetic-key' }
  const record = { schemaId: uids.Observation, submission: observation }
  const first = await submit(app, anna, { ...record, headers })
  t.equal(first.statusCode, 201, first.body)
  t.equal((await submit(app, anna, { ...record, headers })).statusCode, 201)
  t.equal((await submit(app, anna, { ...record, submission: {} })).statusCode, 422)
  app.nodes[1]?.fail()
  t.equal((await submit(app, anna, record)).statusCode, 503)

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
    t.equal(metrics.get('andiron_ready'), 0)
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

  await t.test('have pools, threads, caches, jobs and the event loop', async t => {
    t.equal(metrics.get('andiron_database_connections_max{database="andiron_gateway"}'), 8)
    t.ok(metrics.has('andiron_database_connections{database="node_1",state="used"}'))
    t.ok(metrics.has('andiron_database_waiting{database="andiron_gateway"}'))
    t.equal(metrics.get('andiron_sandbox_tasks{state="waiting"}'), 0)
    t.ok(metrics.has('andiron_cache_lookups_total{cache="tokens",result="miss"}'))
    t.ok(metrics.has('andiron_jobs{job="fhir-bulk/export",state="running"}'))
    t.ok(metrics.has('nodejs_eventloop_lag_p99_seconds'))
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

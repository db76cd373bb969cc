/** One submission is one trace over a gateway and three nodes behind HTTP, and the trace names nobody. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import t from 'tap'
import { application, gateway, person, submit } from '../../../plugins/testing/index.ts'
import { uids } from '../../../schemas/uids.ts'
import { submitData } from '../../../ui/sdk/index.ts'
import { networksOf } from '../../http/trust-proxy.ts'
import { servedNetwork } from '../../stores/network/test/fixtures/node-servers.ts'
import { copyTemplate, temporaryDirectory } from '../../stores/sql/test/fixtures/server.ts'
import { isTraced, permitted } from '../tracing.ts'

const observation = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
  effectiveDateTime: '2026-01-14T08:00:00Z',
  valueQuantity: { value: 71, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  note: [{ text: 'a-synthetic-canary' }],
}
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-01`

t.test('telemetry.traces sends traces to an OTLP receiver, and the last ones at the end', async t => {
  const received: { url: string; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString() })
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.teardown(() => receiver.close())
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const app = await gateway(t, { config: { telemetry: { traces: 'otlp', endpoint } } })
  t.ok(isTraced())
  await app.inject('/api/application/somebody?token=secret')
  await app.inject('/metrics')
  await app.close()
  t.notOk(isTraced())
  const sent = received.map(({ body }) => body).join('\n')
  t.equal(received[0]?.url, '/v1/traces')
  t.match(sent, '"GET /api/application/:applicationId"')
  t.match(sent, 'AND_UNKNOWN_APPLICATION')
  t.match(sent, '"stringValue":"andiron"')
  t.notMatch(sent, /somebody|secret|\/metrics|process\.|host\./)
})

t.test('a gateway with three nodes', async t => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  t.teardown(async () => {
    await provider.shutdown()
    for (const api of [trace, context, propagation]) api.disable()
  })
  const network = await servedNetwork(t, { trustTraceparent: ['loopback'] })
  const data = await temporaryDirectory(t)
  await copyTemplate(join(data, 'postgres'))
  const app = await gateway(t, {
    nodes: 3,
    config: {
      data,
      stores: { records: { nodes: network.nodes.map(({ url }) => url) }, objects: { driver: 'memory' } },
      telemetry: { trustTraceparent: ['127.0.0.0/8'] },
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const anna = person()
  const payloadFor = async (to: typeof app) => ({
    ...{ applicationId: (await application(to)).applicationId, timestamp: new Date() },
    ...{ schemaId: uids.Observation, submission: observation },
  })
  const spansOf = (traceId: string): ReadableSpan[] =>
    exporter.getFinishedSpans().filter(span => span.spanContext().traceId === traceId)
  const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId

  await t.test('a submission by the SDK is one trace, down to the statements of each node', async t => {
    const payload = await payloadFor(app)
    exporter.reset()
    const { insertedUid } = await submitData(anna.keyPair, payload, url, { traceparent })
    const spans = spansOf(TRACE)
    const root = spans.find(span => parentOf(span) === PARENT)
    t.equal(root?.name, 'POST /api/submission')
    t.equal(root?.attributes['http.response.status_code'], 201)
    const ids = new Set([PARENT, ...spans.map(span => span.spanContext().spanId)])
    t.same(
      spans.filter(span => !ids.has(parentOf(span) ?? '')),
      [],
      'every span has its parent in the trace',
    )
    const calls = spans.filter(({ name }) => name === 'node createOwned')
    t.same(calls.map(({ attributes }) => attributes['andiron.node']).sort(), [1, 2, 3])
    const served = spans.filter(({ name }) => name === 'POST /v1/data/owned')
    t.same(served.map(parentOf).sort(), calls.map(span => span.spanContext().spanId).sort())
    for (const [at, call] of served.entries())
      t.ok(
        spans.some(span => span.name.startsWith('sql ') && parentOf(span) === call.spanContext().spanId),
        `node request ${at + 1} has its statements`,
      )
    t.ok(
      spans.some(span => span.name === 'sql INSERT' && span.attributes['db.namespace'] === 'andiron_gateway'),
    )

    await t.test('and names neither person, record, token nor content', async t => {
      const text = JSON.stringify(
        spans.map(({ name, attributes, events, links, status, resource }) => ({
          ...{ name, attributes, events, links, status, resource: resource.attributes['service.name'] },
        })),
      )
      for (const secret of [insertedUid, anna.did, anna.did.slice(-20), 'canary', 'Body weight', 'eyJ', 'kg'])
        t.notOk(text.includes(secret), secret)
    })
  })

  await t.test('a refused submission has the code of its error, and no message', async t => {
    exporter.reset()
    await submit(app, anna, { schemaId: uids.Observation, submission: { secret: 'a-synthetic-canary' } })
    const [root] = exporter.getFinishedSpans().filter(({ name }) => name === 'POST /api/submission')
    t.equal(root?.attributes['error.type'], 'AND_INVALID_RECORD')
    t.same(
      exporter.getFinishedSpans().flatMap(({ events }) => events),
      [],
    )
    t.equal(root?.status.message, undefined)
  })

  await t.test('background work adds no spans', async t => {
    exporter.reset()
    await app.gateway.countJobs()
    // Nodes behind HTTP trace what a gateway that connects to them asks of them.
    const own = exporter
      .getFinishedSpans()
      .filter(({ attributes }) => attributes['db.namespace'] === 'andiron_gateway')
    t.same(own, [])
  })

  await t.test('a stranger’s trace is linked and not continued', async t => {
    const strange = await gateway(t)
    const payload = await payloadFor(strange)
    const url = await strange.listen({ port: 0, host: '127.0.0.1' })
    exporter.reset()
    await submitData(anna.keyPair, payload, url, { traceparent })
    t.same(spansOf(TRACE), [])
    const root = exporter.getFinishedSpans().find(({ name }) => name === 'POST /api/submission')
    t.same(
      root?.links.map(({ context }) => context.traceId),
      [TRACE],
    )
    t.same(
      root?.links.flatMap(({ attributes = {} }) => Object.keys(attributes)),
      [],
    )
  })

  await t.test('no traceparent breaks a request', async t => {
    const strange = [
      ...[
        '',
        '00',
        traceparent.toUpperCase(),
        `00-${'0'.repeat(32)}-${PARENT}-01`,
        `ff-${TRACE}-${PARENT}-01`,
      ],
      ...[`${traceparent}-${'x'.repeat(8000)}`, 'constructor', '__proto__', `${traceparent},${traceparent}`],
    ]
    for (const value of strange) {
      exporter.reset()
      const response = await app.inject({
        url: '/openapi.json',
        headers: { traceparent: value, tracestate: 'a=b', baggage: 'c=d' },
      })
      t.equal(response.statusCode, 200)
      // A span ends after its response.
      const isOwn = ({ name }: ReadableSpan) => name === 'GET /openapi.json'
      while (!exporter.getFinishedSpans().some(isOwn)) await setImmediate()
      const span = exporter.getFinishedSpans().find(isOwn)
      t.equal(span?.links.length, 0)
      t.equal(span?.parentSpanContext, undefined)
      t.equal(span?.spanContext().traceState, undefined)
    }
  })
})

t.test('attributes are a list of names and forms', async t => {
  const secrets = [
    'did:nil:02abcdef',
    '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
    'eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6In0.c2lnbmF0dXJl',
    '/api/submission?token=1',
    '/api/profile/4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
    'Body weight',
    '\0',
    '\ud800',
    'a'.repeat(100_000),
  ]
  const names = [
    'http.route',
    'http.request.method',
    'error.type',
    'db.namespace',
    'db.operation.name',
    'andiron.operation',
    'andiron.job',
  ]
  for (const name of names)
    for (const value of secrets) t.same(permitted({ [name]: value }), {}, `${name}: ${value.slice(0, 40)}`)
  t.same(
    permitted({ 'url.full': '/x', __proto__: 'x', constructor: 'x', 'enduser.id': 1, 'andiron.node': {} }),
    {},
  )
  t.same(permitted({ 'http.route': '/fhir/:type/:id', 'andiron.node': 3 }), {
    'http.route': '/fhir/:type/:id',
    'andiron.node': 3,
  })
})

t.test('addresses match a list of addresses, networks and ranges', async t => {
  const matches = networksOf(['loopback', '10.1.0.0/16', '2001:db8::1'])
  t.same(
    ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '2001:db8::1'].map(matches),
    Array(5).fill(true),
  )
  t.same(['10.2.0.1', '2001:db8::2', '192.168.0.1', 'x', ''].map(matches), Array(5).fill(false))
})

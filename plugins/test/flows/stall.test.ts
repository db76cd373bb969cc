/** Every known input with a cost beyond its size, sent to a gateway with its nodes: none blocks the event loop. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import t from 'tap'
import { fromHex } from '../../../core/crypto/bytes.ts'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { collection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { type LoopDelay, LoopWatch } from '../../../core/test/fixtures/loop-watch.ts'
import {
  conditionsByAnswers,
  emptyRepetitions,
  groupsThatNameEachOther,
  manyConditions,
} from '../../../fhir/test/fixtures/costly-forms.ts'
import { uids } from '../../../schemas/uids.ts'
import { serve } from '../../index.ts'
import { bearer, published, registered, submissionOf } from '../fixtures/actors.ts'
import { type Answered, type Attack, Attacker } from '../fixtures/attacker.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { keep } from '../fixtures/files.ts'

/** Milliseconds that the event loop of the gateway and its nodes may wait for anyone's input. */
const LONGEST = 50
/** The same while the machine is slower: so many times the parsing of a body of 740 kB, which anyone may send. */
const PARSED = 6
const BODY = JSON.stringify(
  Array.from({ length: 15_000 }, (_, at) => ({ linkId: `${at}`, answer: [`an answer of ${at}`] })),
)
/**
 * Collecting garbage waits for threads that may have no processor: an input that stalls the loop does so every time.
 */
const ATTEMPTS = 5

const data = await temporaryDirectory(t)
await copyDeployment(data)
const running = await serve(
  {
    port: 0,
    data,
    log: { level: 'error' },
    // One caller has a quarter of it: a flood is refused without the seconds in which its tasks would burn processors.
    limits: { sandbox: { queue: 10 } },
    plugins: {
      operations: { requestsPerMinute: 100_000, requestsPerMinuteOfAddress: 100_000 },
      'storage-node': {
        port: 0,
        builders: 'open',
        requestsPerMinute: 100_000,
        queries: { milliseconds: 500, megabytes: 128 },
      },
    },
  },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { app, url, origins } = running
const attacker = new Attacker()
t.teardown(() => attacker.close())

const json = { 'content-type': 'application/json' }
const item = (at: number, more: object) => ({ linkId: `i${at}`, text: 'Text', ...more })
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const formOf = (items: readonly object[], more: object = {}) => ({
  ...{ resourceType: 'Questionnaire', status: 'active', url: 'http://example.org/form' },
  ...more,
  item: items,
})
const responseOf = (items: readonly object[]) => ({
  ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: 'http://example.org/form' },
  item: items,
})
const constraint = (expression: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-constraint',
      extension: [
        { url: 'key', valueId: 'k' },
        { url: 'severity', valueCode: 'error' },
        { url: 'human', valueString: 'No' },
        { url: 'expression', valueString: expression },
      ],
    },
  ],
})
const regex = (pattern: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: pattern }],
})
const minQuantity = (unit: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-minQuantity',
      valueQuantity: { value: 1, system: 'http://unitsofmeasure.org', code: unit },
    },
  ],
})
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const TEMPLATE = {
  url: `${SDC}templateExtract`,
  extension: [{ url: 'template', valueReference: { reference: '#p' } }],
}
const texts = (count: number, value: string) =>
  many(count, at => ({ linkId: `i${at}`, answer: [{ valueString: value }] }))

/** An anonymous check of a response to a form, both of the attacker's choice. */
const check = (form: object, response: object = responseOf([])): Attack => ({
  url: `${url}/api/questionnaire/$validate`,
  method: 'POST',
  headers: json,
  body: JSON.stringify({
    resourceType: 'Parameters',
    parameter: [
      { name: 'resource', resource: response },
      { name: 'questionnaire', resource: form },
    ],
  }),
})
const checkBoth = ({ form, response }: { readonly form: object; readonly response: object }) =>
  check(form, response)
const expression = (words: string) =>
  check(formOf([item(0, { type: 'string' })], constraint(words)), responseOf(texts(1, 'a')))

const study = await registered(app)
const person = createKeyPair()

/** A submission to a form that an attacker registered. */
async function submission(form: object, items: readonly object[]): Promise<Attack> {
  const { _id } = await published(app, study, form)
  return {
    url: `${url}/api/submission`,
    method: 'POST',
    headers: { ...json, ...(bearer(person, ['write']) as Record<string, string>) },
    body: JSON.stringify(submissionOf(study.applicationId, { ...responseOf(items), questionnaire: _id })),
  }
}

// A storage node over HTTP, and a builder that registered itself there.
const [node = ''] = origins.values()
const about = (await (await fetch(`${node}/about`)).json()) as { readonly public_key: string }
const to = didKeyOf(fromHex(about.public_key))
const builder = createKeyPair()

const atNode = (from: KeyPair, command: string, path: string, body?: object): Attack => ({
  url: `${node}${path}`,
  method: body ? 'POST' : 'GET',
  headers: { ...json, authorization: `Bearer ${invocation({ from, to, command })}` },
  ...(body && { body: JSON.stringify(body) }),
})
async function done(attack: Attack): Promise<string> {
  const answer = await fetch(attack.url, attack)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text
}

/** An update by its owner of a record that was submitted. */
async function updateOfOwn(update: object): Promise<Attack> {
  const form = formOf(many(300, at => item(at, { type: 'string' })))
  const { body } = await submission(form, texts(300, 'a'))
  const headers = { ...json, ...bearer(person, ['write']) }
  const submitted = await done({ url: `${url}/api/submission`, method: 'POST', headers, body: body ?? '' })
  const { insertedUid: document } = JSON.parse(submitted) as { insertedUid: string }
  return atNode(person, commands.users.update, '/v1/users/data', {
    ...{ collection: uids.QuestionnaireResponse, document, update },
  })
}

/** A stored query of the builder, run until it ends. */
async function pipeline(stages: readonly object[]): Promise<() => Promise<Answered>> {
  const [_id, { uid, schema }] = [randomUUID(), collection('standard')]
  const { builders, collections, data, queries } = commands
  await done(atNode(builder, builders.create, '/v1/builders/register', { did: builder.did, name: 'builder' }))
  const own = { _id: uid, type: 'standard', name: 'sites', schema }
  await done(atNode(builder, collections.create, '/v1/collections', own))
  const sites = { collection: uid, data: [{ _id: randomUUID(), code: 'a' }] }
  await done(atNode(builder, data.create, '/v1/data/standard', sites))
  const query = { _id, name: 'costly', collection: uid, variables: {}, pipeline: stages }
  await done(atNode(builder, queries.create, '/v1/queries', query))
  return async () => {
    const start = performance.now()
    const run = atNode(builder, queries.execute, '/v1/queries/run', { _id, variables: {} })
    const { data } = JSON.parse(await done(run)) as { data: string }
    for (;;) {
      const page = await done(atNode(builder, queries.read, `/v1/queries/run/${data}`))
      const { status, errors } = (JSON.parse(page) as { data: { status: string; errors?: string[] } }).data
      if (status !== 'running')
        return { status: 200, code: `${errors}`, milliseconds: Math.round(performance.now() - start) }
      await delay(50)
    }
  }
}
const nested = (depth: number): object =>
  depth === 0 ? { $literal: 1 } : { $map: { input: { $range: [0, 3_000] }, in: nested(depth - 1) } }

/** The registration of a value set of 15,000 codes. */
const valueSet = (place: string, version = '1'): Attack => ({
  url: `${url}/api/valueset`,
  method: 'POST',
  headers: { ...json, ...bearer(study.keyPair, ['write:questionnaire']) },
  body: JSON.stringify({
    ...{ resourceType: 'ValueSet', url: place, status: 'active', version },
    compose: {
      include: [
        {
          system: 'http://example.org',
          concept: many(15_000, at => ({ code: `c${at}`, display: `${at} of ${version}` })),
        },
      ],
    },
  }),
})

/** An anonymous body that is no resource. */
const raw = (body: string): Attack => ({
  url: `${url}/api/questionnaire/$validate`,
  method: 'POST',
  headers: json,
  body,
})
const MEBIBYTE = 2 ** 20

const NESTED = 'descendants().select($this.descendants().select(%resource.descendants().count())).count() > 0'
const PRODUCT = `${many(9, () => '(1|2|3|4|5|6|7|8|9).select(').join('')}1${')'.repeat(9)}.empty()`
const deep = many(300, at => item(at, { type: 'string' }))
const units = many(3_000, at => `m${['', '2', '3'][at % 3]}.g${(at % 7) + 1}/s${(at % 97) + 1}`)

/** The attacks: each as it is sent, and the statuses that are an answer to it. */
const attacks: readonly {
  readonly name: string
  readonly attack: () => Promise<Attack | (() => Promise<Answered>)> | Attack
  readonly answers?: readonly number[]
}[] = [
  {
    name: 'a pattern with nested repetitions in FHIRPath',
    attack: () => expression(`'${'a'.repeat(400)}!'.matches('(a+)+$')`),
  },
  {
    name: 'nested descendants',
    attack: () => check(formOf(deep, constraint(NESTED)), responseOf(texts(300, 'a'))),
    answers: [200, 422],
  },
  {
    name: 'repeat without end',
    attack: () => expression('repeat(select($this | (1).combine(1)))'),
    answers: [200, 422],
  },
  {
    name: 'a product of selects',
    attack: () => expression(PRODUCT),
    answers: [200, 422],
  },
  {
    name: '9,000 conditions by 9,000 answers',
    attack: () => checkBoth(manyConditions(9_000)),
    answers: [200, 422],
  },
  {
    name: 'conditions of as many questions',
    attack: () => checkBoth(conditionsByAnswers(3_000)),
    answers: [200, 422],
  },
  {
    name: 'two repeating groups that name each other',
    attack: () => checkBoth(groupsThatNameEachOther(4_000)),
    answers: [200, 422],
  },
  {
    name: 'a long group repeated empty',
    attack: () => checkBoth(emptyRepetitions(3_000)),
    answers: [200, 422],
  },
  {
    name: '1,000 patterns of large programs',
    attack: () =>
      check(
        formOf(many(1_000, at => item(at, { type: 'string', ...regex(`a{1,400}b{1,${400 - (at % 100)}}`) }))),
      ),
    answers: [200, 422],
  },
  {
    name: 'a pattern of 400 options over 100 answers',
    attack: () =>
      check(
        formOf(many(100, at => item(at, { type: 'string', ...regex(`(a?){${400 - at}}`) }))),
        responseOf(texts(100, 'a'.repeat(5_000))),
      ),
    answers: [200, 422],
  },
  {
    name: '3,000 units',
    attack: () =>
      check(
        formOf(units.map((unit, at) => item(at, { type: 'quantity', ...minQuantity(unit) }))),
        responseOf(
          many(3_000, at => ({
            linkId: `i${at}`,
            answer: [{ valueQuantity: { value: 1, system: 'http://unitsofmeasure.org', code: 'kg.m/s2' } }],
          })),
        ),
      ),
    answers: [200, 422],
  },
  {
    name: 'a submission to a registered form with a costly expression',
    attack: () => submission(formOf([item(0, { type: 'string' })], constraint(PRODUCT)), texts(1, 'a')),
    answers: [422],
  },
  {
    name: '$populate of a form that came along',
    attack: () => ({
      url: `${url}/fhir/Questionnaire/$populate`,
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json' },
      body: JSON.stringify({
        resourceType: 'Parameters',
        parameter: [{ name: 'questionnaire', resource: manyConditions(6_000).form }],
      }),
    }),
    answers: [200, 422],
  },
  {
    name: 'a body of empty lists',
    attack: () => raw(`[${'[],'.repeat(MEBIBYTE / 3 - 2)}[]]`),
    answers: [400],
  },
  {
    name: 'a body of different names',
    attack: () => raw(`{${many(80_000, at => `"${at.toString(36)}x":1`).join(',')}}`),
    answers: [400],
  },
  {
    name: 'a body of as many values as are read',
    attack: () => raw(`[${'{"a":[1]},'.repeat(33_000)}"${'\\ud83d\\ude00'.repeat(55_000)}"]`),
    answers: [400, 422],
  },
  {
    name: 'twenty such bodies at once',
    attack: () => {
      const body = raw(`[${'{"a":[1]},'.repeat(33_000)}1]`)
      return Promise.resolve(async () => {
        const all = await Promise.all(many(20, () => attacker.send(body)))
        return all.find(({ status }) => status !== 400) ?? (all[0] as Answered)
      })
    },
    answers: [400, 422],
  },
  {
    name: 'a body of 15 MiB to a node',
    attack: () => ({
      ...atNode(builder, commands.data.create, '/v1/data/standard', {}),
      body: `["${'\\ud83d\\ude00'.repeat(1_300_000)}"]`,
    }),
    answers: [400, 401],
  },
  {
    name: 'a value set of 15,000 codes',
    attack: async () => {
      // Each has a URL of its own: a new revision of a set is another attack.
      const sets = many(ATTEMPTS, () => valueSet(`http://example.org/${randomUUID()}`))
      return () => attacker.send(sets.pop() ?? valueSet('http://example.org/none'))
    },
    answers: [201],
  },
  {
    name: 'new revisions of a value set of 15,000 codes',
    attack: async () => {
      const place = `http://example.org/${randomUUID()}`
      await attacker.send(valueSet(place))
      const revisions = many(ATTEMPTS, at => valueSet(place, `${at}`))
      return () => attacker.send(revisions.pop() ?? valueSet(place))
    },
    answers: [200],
  },
  {
    name: 'a value set that is wrong everywhere',
    attack: () => ({
      url: `${url}/api/valueset`,
      method: 'POST',
      headers: { ...json, ...bearer(study.keyPair, ['write:questionnaire']) },
      body: JSON.stringify({
        ...{ resourceType: 'ValueSet', url: `http://example.org/${randomUUID()}`, status: 'active' },
        compose: { include: many(8_000, () => ({ x: 1, concept: [{ code: 1, display: 2, y: 3 }] })) },
      }),
    }),
    answers: [400, 422],
  },
  {
    name: 'an observation that is wrong everywhere',
    attack: () => ({
      url: `${url}/api/submission`,
      method: 'POST',
      headers: { ...json, ...bearer(person, ['write']) },
      body: JSON.stringify(
        submissionOf(
          study.applicationId,
          { resourceType: 'Observation', component: many(15_000, () => ({ a: 1, b: 2, c: 3, d: 4 })) },
          uids.Observation,
        ),
      ),
    }),
    answers: [400, 422],
  },
  {
    name: '19,000 answers to a small registered form',
    attack: () =>
      submission(formOf([item(0, { type: 'integer', repeats: true })]), [
        { linkId: 'i0', answer: many(19_000, at => ({ valueInteger: at })) },
      ]),
    answers: [201],
  },
  {
    name: '9,000 answers that name no question of a small registered form',
    attack: () =>
      submission(
        formOf([item(0, { type: 'string' })]),
        many(9_000, at => ({ linkId: `no ${at}`, answer: [{ valueString: 'a' }] })),
      ),
    answers: [422],
  },
  {
    name: '$extract of a response of 4,000 answers',
    attack: async () => {
      const items = many(4_000, at =>
        item(at, {
          type: 'integer',
          code: [{ system: 'http://loinc.org', code: `${at}-0` }],
        }),
      )
      const { _id } = await published(app, study, formOf(items))
      return {
        url: `${url}/fhir/QuestionnaireResponse/$extract`,
        method: 'POST',
        headers: { 'content-type': 'application/fhir+json' },
        body: JSON.stringify({
          ...responseOf(many(4_000, at => ({ linkId: `i${at}`, answer: [{ valueInteger: at }] }))),
          questionnaire: `Questionnaire/${_id}`,
          authored: new Date().toISOString(),
        }),
      }
    },
    answers: [200, 422],
  },
  {
    name: '$extract of 500 resources by a template',
    attack: () => ({
      url: `${url}/fhir/QuestionnaireResponse/$extract`,
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json' },
      body: JSON.stringify({
        resourceType: 'Parameters',
        parameter: [
          {
            name: 'questionnaire-response',
            resource: responseOf([{ linkId: 'i0', answer: many(500, at => ({ valueString: `${at}` })) }]),
          },
          {
            name: 'questionnaire',
            resource: {
              ...formOf([{ ...item(0, { type: 'string', repeats: true }), extension: [TEMPLATE] }]),
              contained: [
                { resourceType: 'Patient', id: 'p', name: many(8, () => ({ text: 'x'.repeat(100) })) },
              ],
            },
          },
        ],
      }),
    }),
    answers: [200, 422],
  },
  {
    name: '$assemble of 9,000 items into 3,000 places',
    attack: async () => {
      const module = `http://example.org/stall/${randomUUID()}`
      await published(app, study, { ...formOf(many(9_000, at => item(at, { type: 'string' }))), url: module })
      return {
        url: `${url}/fhir/Questionnaire/$assemble`,
        method: 'POST',
        headers: { 'content-type': 'application/fhir+json' },
        body: JSON.stringify(
          formOf(
            many(3_000, at => ({
              ...{ linkId: `m${at}`, type: 'display', text: 'missing' },
              extension: [{ url: `${SDC}subQuestionnaire`, valueCanonical: module }],
            })),
          ),
        ),
      }
    },
    answers: [422],
  },
  {
    name: '$pull with a pattern',
    attack: () => updateOfOwn({ $pull: { item: { linkId: { $regex: '^(a+)+$' } } } }),
    answers: [400],
  },
  {
    name: '$pull of many values',
    attack: () => updateOfOwn({ $pull: { item: { linkId: { $in: many(900, at => `no ${at}`) } } } }),
  },
  {
    name: 'a stored query of nested $map',
    attack: () => pipeline([{ $project: { x: nested(4) } }]),
  },
]

const watch = new LoopWatch()
t.teardown(() => watch.close())

const isShort = ({ longest, own }: LoopDelay) => {
  const waited = Math.min(longest, own)
  return waited <= LONGEST || waited <= PARSED * parsing()
}

/** Milliseconds of parsing, the least of five: without those in which another thread had the processor. */
const parsing = () =>
  Math.min(
    ...many(5, () => {
      const start = performance.now()
      JSON.parse(BODY)
      return performance.now() - start
    }),
  )
const shown = (delays: readonly LoopDelay[]) =>
  delays.map(({ longest, own }) => `${Math.round(longest)} ms, ${Math.round(own)} of its own`).join('; ')

// The first request of a kind compiles and loads modules, which is not measured.
await attacker.send(check(formOf([item(0, { type: 'string' })])))

for (const { name, attack, answers = [200] } of attacks)
  t.test(`the event loop does not wait for: ${name}`, async t => {
    const prepared = await attack()
    const send = typeof prepared === 'function' ? prepared : () => attacker.send(prepared)
    const seen: LoopDelay[] = []
    let answered: Answered | undefined
    let wasShort = false
    while (seen.length < ATTEMPTS && !wasShort) {
      const { result, ...delays } = await watch.during(send)
      seen.push(delays)
      wasShort = isShort(delays)
      answered = result
    }
    t.comment(
      `${answered?.status} ${answered?.code ?? ''} in ${answered?.milliseconds} ms; loop ${shown(seen)}`,
    )
    t.ok(answers.includes(answered?.status ?? 0), `answered ${answered?.status} ${answered?.code}`)
    t.ok(wasShort, `the loop waited ${shown(seen)}`)
  })

t.test('twenty attacks at once: others are answered meanwhile, and what does not fit is refused', async t => {
  const prepared = expression(PRODUCT)
  const { _id } = await published(app, study)
  const flood = many(20, () => attacker.send(prepared))
  const other = await attacker.send({ url: `${url}/api/questionnaire/${_id}` })
  t.equal(other.status, 200)
  const statuses = (await Promise.all(flood)).map(each => each.status)
  t.ok(
    statuses.every(status => [422, 503, 200, 429].includes(status)),
    statuses.join(' '),
  )
  t.ok(statuses.includes(503))
})

t.test(
  'ten small pictures of 64 million pixels each over MCP: the loop does not wait, and files are read meanwhile',
  async t => {
    const bomb = await sharp({
      create: { width: 7_990, height: 7_990, channels: 3, background: '#336699' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    t.comment(`${bomb.length} bytes`)
    const { binaryId } = await keep(app, person, bomb, { file_name: 'a.png', file_type: 'image/png' })
    const call: Attack = {
      url: `${url}/api/mcp-user`,
      method: 'POST',
      headers: {
        ...json,
        accept: 'application/json, text/event-stream',
        ...bearer(person, ['read']),
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'my_document_content', arguments: { binaryId } },
      }),
    }
    const seen: LoopDelay[] = []
    let wasShort = false
    while (seen.length < ATTEMPTS && !wasShort) {
      const { result, ...delays } = await watch.during(async () => {
        let opened = 0
        const pictures = many(10, async () => {
          const answer = await attacker.send(call)
          opened += 1
          return answer
        })
        const file = await attacker.send({ url: `${url}/docs/` })
        const before = opened
        return { file, before, pictures: await Promise.all(pictures) }
      })
      seen.push(delays)
      wasShort = isShort(delays)
      const { file, before, pictures } = result
      t.comment(
        `${file.status} in ${file.milliseconds} ms; pictures ${pictures.map(each => `${each.status} ${each.code ?? ''} ${each.milliseconds}`)} ms; ${before} before the file`,
      )
      t.equal(file.status, 200)
      t.ok(before < 10, `${before} pictures were answered before the file`)
      t.ok(pictures.every(({ status }) => [200, 503].includes(status)))
    }
    t.ok(wasShort, `the loop waited ${shown(seen)}`)
  },
)

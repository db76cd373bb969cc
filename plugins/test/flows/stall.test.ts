/** Every input that was found to cost more than it is long, sent to a gateway with its nodes: the event loop never waits for it. */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { copyTemplate, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import {
  conditionsByAnswers,
  emptyRepetitions,
  groupsThatNameEachOther,
  manyConditions,
} from '../../../fhir/test/fixtures/costly-forms.ts'
import { serve } from '../../index.ts'
import { bearer, published, registered, submissionOf } from '../fixtures/actors.ts'
import { type Answered, type Attack, Attacker } from '../fixtures/attacker.ts'

t.setTimeout(240_000)

/** Milliseconds that the event loop of the gateway and its nodes may wait for anyone's input. */
const LONGEST = 50
/** A busy machine delays a process whatever it does: an input that stalls the loop does so at every attempt. */
const ATTEMPTS = 5

const data = await temporaryDirectory(t)
await copyTemplate(join(data, 'postgres'))
const running = await serve(
  {
    port: 0,
    data,
    log: { level: 'error' },
    plugins: { operations: { requestsPerMinute: 100_000, requestsPerMinuteOfAddress: 100_000 } },
  },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { app, url } = running
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

const NESTED = 'descendants().select($this.descendants().select(%resource.descendants().count())).count() > 0'
const PRODUCT = `${many(9, () => '(1|2|3|4|5|6|7|8|9).select(').join('')}1${')'.repeat(9)}.empty()`
const deep = many(300, at => item(at, { type: 'string' }))
const units = many(3_000, at => `m${['', '2', '3'][at % 3]}.g${(at % 7) + 1}/s${(at % 97) + 1}`)

/** The attacks: each as it is sent, and the statuses that are an answer to it. */
const attacks: readonly {
  readonly name: string
  readonly attack: () => Promise<Attack> | Attack
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
    attack: () => checkBoth(manyConditions(6_000)),
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
]

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

/** The longest delay of the loop in milliseconds while something happens. */
async function longest<T>(work: () => Promise<T>): Promise<{ readonly longest: number; readonly result: T }> {
  delay.reset()
  const result = await work()
  return { longest: delay.max / 1e6, result }
}

// What the first request of a kind compiles and loads is not what is measured.
await attacker.send(check(formOf([item(0, { type: 'string' })])))

for (const { name, attack, answers = [200] } of attacks)
  t.test(`the event loop does not wait for: ${name}`, async t => {
    const prepared = await attack()
    const seen: number[] = []
    let answered: Answered | undefined
    for (let attempt = 0; attempt < ATTEMPTS && !(Math.min(...seen) <= LONGEST); attempt++) {
      const measured = await longest(() => attacker.send(prepared))
      seen.push(measured.longest)
      answered = measured.result
    }
    t.comment(
      `${answered?.status} ${answered?.code ?? ''} in ${answered?.milliseconds} ms; loop ${seen.map(Math.round)} ms`,
    )
    t.ok(answers.includes(answered?.status ?? 0), `answered ${answered?.status} ${answered?.code}`)
    t.ok(Math.min(...seen) <= LONGEST, `the loop waited ${seen.map(Math.round)} ms`)
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
  'ten small pictures that unfold to 64 million pixels: the loop does not wait, and files are read',
  async t => {
    const bomb = await sharp({
      create: { width: 7_990, height: 7_990, channels: 3, background: '#336699' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const start = performance.now()
    const { longest: waited } = await longest(() => Promise.all(many(5, () => app.pictures.open(bomb, 'a'))))
    t.ok(performance.now() - start < 2_000)
    t.ok(waited <= 2 * LONGEST, `${waited} ms`)
  },
)

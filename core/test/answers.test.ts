/** Answers of integrators' routes leave as their schemas declare them, or not at all. */
import t from 'tap'
import { createAnswerCheck } from '../http/answers.ts'
import { definePlugin } from '../index.ts'
import { gatewayOf } from './fixtures/memory.ts'

const night = {
  type: 'object',
  required: ['date'],
  properties: { date: { type: 'string', format: 'date' }, minutes: { type: 'integer' } },
} as const

t.test('an object with properties has no others, wherever it stands', async t => {
  const open = { $id: 'Open', type: 'object' }
  const shared = { $id: 'Shared', ...night }
  const cases: readonly [schema: object, value: unknown, issue?: RegExp][] = [
    [night, { date: '2026-02-28', minutes: 7 }],
    [night, { date: '2026-02-28', passwordHash: 'x' }, /^answer\.passwordHash: 'passwordHash' is not known/],
    [night, { minutes: 7 }, /^answer\.date: 'date' is missing/],
    [night, { date: '2026-02-30' }, /format 'date'/],
    [
      { ...night, additionalProperties: true },
      { date: '2026-02-28', more: 1 },
    ],
    [
      { ...night, additionalProperties: { type: 'string' } },
      { date: '2026-02-28', more: 1 },
      /more: .*string/,
    ],
    [{ type: 'object' }, { anything: { at: 'all' } }],
    [{ type: 'array', items: night }, [{ date: '2026-02-28', hash: 1 }], /^answer\[0\]\.hash/],
    [{ type: 'object', properties: { night } }, { night: { date: '2026-02-28', hash: 1 } }, /night\.hash/],
    [{ $ref: 'Shared#' }, { date: '2026-02-28' }],
    [{ $ref: 'Shared#' }, { date: '2026-02-28', hash: 1 }, /hash/],
    [{ $ref: 'Open#' }, { anything: 1 }],
    [{ allOf: [{ $ref: 'Shared#' }, { properties: { note: {} } }] }, { date: '2026-02-28', note: 1 }],
    [{ allOf: [{ $ref: 'Shared#' }, { properties: { note: {} } }] }, { date: '2026-02-28', hash: 1 }, /hash/],
    [{ anyOf: [night, { type: 'object', properties: { none: {} } }] }, { none: true }],
    [{ anyOf: [night, { type: 'object', properties: { none: {} } }] }, { none: true, hash: 1 }, /hash/],
    [{ oneOf: [night, { type: 'null' }] }, null],
    [{ $ref: '#/definitions/night', definitions: { night } }, { date: '2026-02-28', hash: 1 }, /hash/],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', ...night }, { date: '2026-02-28' }],
  ]
  for (const [schema, value, issue] of cases) {
    const name = `${JSON.stringify(schema)} ${JSON.stringify(value)}`
    const check = createAnswerCheck('GET /nights', schema, { schemas: [open, shared] })
    if (issue === undefined) t.doesNotThrow(() => check(value), name)
    else {
      const [failure] = [t.throws(() => check(value), { code: 'AND_INVALID_ANSWER' }, name) as Error]
      const sentence = failure.message.replace(
        'The answer of GET /nights does not match the schema that it declares: ',
        '',
      )
      t.match(sentence, issue, name)
    }
  }
})

t.test(
  'a route of an integrator answers what it declares; anything else is a fault of its plugin',
  async t => {
    let answer: unknown
    const app = await gatewayOf(t, [
      definePlugin({
        name: 'nights',
        version: '1.0.0',
        routes(scope) {
          const schema = {
            security: [],
            response: { 200: night, 404: { type: 'object', properties: {} } },
          } as const
          scope.get('/nights', { schema }, async () => answer as never)
          scope.get('/free', { schema: { security: [] } }, async () => answer as never)
        },
      }),
    ])
    const answered = async (value: unknown, url = '/nights') => {
      answer = value
      return app.inject(url)
    }
    t.same(
      (await answered({ date: new Date(Date.UTC(2026, 1, 1)).toISOString().slice(0, 10) })).statusCode,
      200,
    )
    for (const value of [{ date: '2026-02-01', passwordHash: 'c2VjcmV0' }, {}, [], null]) {
      const { statusCode, body } = await answered(value)
      t.equal(statusCode, 500)
      t.match(JSON.parse(body), { code: 'AND_INVALID_ANSWER', detail: /GET \/nights/ })
      t.notMatch(body, /c2VjcmV0/)
    }
    t.same((await answered({ any: 'thing' }, '/free')).json(), { any: 'thing' })
  },
)

t.test('a schema of answers that cannot be compiled prevents the start', async t => {
  const broken = definePlugin({
    name: 'nights',
    version: '1.0.0',
    routes(scope) {
      const schema = { security: [], response: { 200: { $ref: 'Nowhere#' } } } as const
      scope.get('/nights', { schema }, async () => ({}) as never)
    },
  })
  await t.rejects(
    gatewayOf(t, [broken]).then(app => app.ready()),
    /Nowhere/,
  )
})

/** Bodies that two readers could read in two ways are refused. */
import t from 'tap'
import { MAX_DEPTH, MAX_NAMES, MAX_VALUES, parseInTurns, parseStrict } from '../http/json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth))

t.test('reads what JSON.parse reads', async t => {
  for (const text of [
    '{}',
    '[1,-2.5e3,"a\\"b\\\\",true,null]',
    '"\\u0041"',
    ' {"a": {"a": 1}, "b": [{"a": 2}]} ',
    '{"a\\u0062":1}',
    '[1e308,-1.7976931348623157E+308,1e-999,-0,12345678901234567890123]',
    `${'9'.repeat(308)}`,
    '{"a":"1e999"}',
  ])
    t.same(parseStrict(bytes(text)), JSON.parse(text), text)
  t.same(parseStrict(bytes('{"text":"[{{{[["}')), { text: '[{{{[[' }, 'brackets in texts are not nesting')
  t.doesNotThrow(() => parseStrict(nested(MAX_DEPTH)))
})

const values = (count: number) => bytes(`[${'1,'.repeat(count - 2)}1]`)
const names = (count: number) =>
  bytes(`[${Array.from({ length: count }, (_, at) => `{"${at}":1}`).join(',')}]`)

t.test('reads as many values and names as it says', async t => {
  t.doesNotThrow(() => parseStrict(values(MAX_VALUES)))
  t.doesNotThrow(() => parseStrict(names(MAX_NAMES)))
})

const refused: [string, Uint8Array, RegExp][] = [
  ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), /not UTF-8/],
  ['a byte order mark', Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), /unexpected character/],
  ['deep nesting', nested(MAX_DEPTH + 1), /deeper than 128 levels at position 128/],
  ['very deep nesting, without overflowing the stack', bytes('['.repeat(500_000)), /deeper than 128/],
  ['a name twice in one object', bytes('{"a":1,"b":2,"a":3}'), /occurs twice .* position 13/],
  ['the same name in two spellings', bytes('{"a":1,"\\u0061":2}'), /occurs twice/],
  ['__proto__', bytes('{"__proto__":{"admin":true}}'), /__proto__/],
  ['__proto__ in another spelling', bytes('{"\\u005f_proto__":1}'), /__proto__/],
  ['half of a pair', bytes('{"a":"\\ud83d"}'), /surrogate pair at position 6/],
  ['the other half', bytes('{"a":"x\\ude00"}'), /surrogate pair at position 7/],
  ['two first halves', bytes('{"\\ud83d\\ud83d":1}'), /surrogate pair at position 2/],
  ['U+0000', bytes('{"a":"x\\u0000y"}'), /U\+0000 at position 7/],
  ['a broken escape in a name', bytes('{"\\x":1}'), /broken escape/],
  ['a number that would be infinite', bytes('{"a":[1e999]}'), /range of a double at position 6/],
  ['a number that would be minus infinity', bytes('[-2E+308]'), /range of a double at position 2/],
  ['an infinite number without an exponent', bytes('9'.repeat(310)), /range of a double at position 0/],
  ['a number in a wrong order', bytes('[1e5e5]'), /unexpected character/],
  ['more values', values(MAX_VALUES + 1), /more than 100000 values/],
  ['more lists', bytes(`[${'[],'.repeat(MAX_VALUES)}[]]`), /more than 100000 values/],
  ['more names', names(MAX_NAMES + 1), /more than 10000 different names/],
  [
    'half of a pair far into a long text',
    bytes(`{"a":"${'x'.repeat(200_000)}\\ud83d"}`),
    /surrogate pair at position 200006/,
  ],
  ['a body that ends too early', bytes('{"a":'), /ends too early|unexpected character/],
  ['two documents', bytes('{} {}'), /unexpected character/],
]
for (const [what, body, message] of refused)
  t.test(`refuses ${what}`, async t => {
    const error = { code: 'AND_INVALID_JSON', statusCode: 400, message }
    t.throws(() => parseStrict(body), error)
    await t.rejects(parseInTurns(body), error)
  })

t.test('does not repeat what was in the body', async t => {
  try {
    parseStrict(bytes('{"diagnosis": secret}'))
    t.fail('parsed')
  } catch (error) {
    t.notMatch((error as Error).message, /secret|diagnosis/)
  }
})

t.test('reads a long body in turns, and many bodies one step in each turn', async t => {
  const long = (at: number) => `{"${at}":"${'\\ud83d\\ude00\\"x'.repeat(30_000 + at)}","b":[1,{"c":"\\\\"}]}`
  const texts = Array.from({ length: 5 }, (_, at) => long(at))
  let turns = 0
  let isReading = true
  const count = () => {
    turns += 1
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const read = await Promise.all(texts.map(text => parseInTurns(bytes(text))))
  isReading = false
  t.same(
    read,
    texts.map(text => JSON.parse(text)),
  )
  const steps = texts.reduce((sum, text) => sum + Math.floor(text.length / (64 * 1024)) + 2, 0)
  t.ok(turns >= steps, `${turns} turns for ${steps} steps`)
})

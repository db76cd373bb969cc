/** Bodies that two readers could read in two ways are refused. */
import t from 'tap'
import { MAX_DEPTH, parseStrict } from '../http/json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth))

t.test('reads what JSON.parse reads', async t => {
  for (const text of [
    '{}',
    '[1,-2.5e3,"a\\"b\\\\",true,null]',
    '"\\u0041"',
    ' {"a": {"a": 1}, "b": [{"a": 2}]} ',
    '{"a\\u0062":1}',
  ])
    t.same(parseStrict(bytes(text)), JSON.parse(text), text)
  t.same(parseStrict(bytes('{"text":"[{{{[["}')), { text: '[{{{[[' }, 'brackets in texts are not nesting')
  t.doesNotThrow(() => parseStrict(nested(MAX_DEPTH)))
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
  ['a body that ends too early', bytes('{"a":'), /ends too early|unexpected character/],
  ['two documents', bytes('{} {}'), /unexpected character/],
]
for (const [what, body, message] of refused)
  t.test(`refuses ${what}`, async t => {
    t.throws(() => parseStrict(body), { code: 'AND_INVALID_JSON', statusCode: 400, message })
  })

t.test('does not repeat what was in the body', async t => {
  try {
    parseStrict(bytes('{"diagnosis": secret}'))
    t.fail('parsed')
  } catch (error) {
    t.notMatch((error as Error).message, /secret|diagnosis/)
  }
})

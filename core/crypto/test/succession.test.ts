/** The chain of keys: signed by both ends of each link, in order, without circles. */
import t from 'tap'
import { fromBase64url, toBase64url } from '../bytes.ts'
import { signCompact } from '../compact.ts'
import { createKeyPair } from '../keys.ts'
import { noble } from '../primitives.ts'
import { createSuccession, keysOfChain, readSuccession } from '../succession.ts'

const [first, second, third, stranger] = [
  createKeyPair(),
  createKeyPair(),
  createKeyPair(),
  createKeyPair(),
] as const
const terms = { starts: 1_800_000_000, ends: 1_800_086_400 }
const statement = createSuccession(first, second, terms)

t.test('a chain leads from the first key to the newest', async t => {
  const later = { starts: terms.starts + 10, ends: terms.ends + 10 }
  const keys = keysOfChain(first.did, [statement, createSuccession(second, third, later)])
  t.same(
    keys.map(({ did, starts, ends }) => ({ did, starts, ends })),
    [
      { did: first.did, starts: 0, ends: terms.ends },
      { did: second.did, starts: terms.starts, ends: later.ends },
      { did: third.did, starts: later.starts, ends: Number.MAX_SAFE_INTEGER },
    ],
  )
  t.match(readSuccession(statement), { predecessor: first.did, successor: second.did, ...terms })
})

t.test('refuses a statement that one of the two keys has not signed', async t => {
  const invalid = { code: 'AND_INVALID_TOKEN' }
  const payloadOf = (text: string) =>
    JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
  const header = { alg: 'ES256K', typ: 'andiron-key-succession' }
  const payload = payloadOf(statement)
  const sign = (changes: object, by = first, head: object = header) =>
    signCompact(head, { ...payload, ...changes }, by.privateKey, noble)
  const cases: Record<string, string> = {
    'by another key': sign({}, stranger),
    'of a successor that has not consented': sign({ sub: stranger.did }),
    'of other times than the successor consented to': sign({ ends: terms.ends + 1 }),
    'that begins after it ends': createSuccession(first, second, { starts: 2, ends: 1 }),
    'without times': sign({ starts: 'x' }),
    'without consent': sign({ consent: undefined }),
    'with a consent of the wrong form': sign({ consent: '\u0000' }),
    'of a key that replaces itself': createSuccession(first, first, terms),
    'of another type': sign({}, first, { alg: 'ES256K', typ: 'JWT' }),
    'with names of the prototype': sign({ iss: '__proto__', sub: 'constructor' }),
    'of 100 KB': `${'a'.repeat(100_000)}.b.c`,
    'that is none': '',
  }
  for (const [name, each] of Object.entries(cases)) t.throws(() => readSuccession(each), invalid, name)
  const [head, body, signature = ''] = statement.split('.')
  const bytes = fromBase64url(signature)
  bytes[5] = (bytes[5] ?? 0) ^ 1
  t.throws(() => readSuccession(`${head}.${body}.${toBase64url(bytes)}`), invalid, 'altered')
})

t.test('refuses a chain with a gap, a circle or a step back', async t => {
  const later = { starts: terms.starts + 10, ends: terms.ends + 10 }
  const invalid = { code: 'AND_INVALID_TOKEN' }
  t.throws(() => keysOfChain(stranger.did, [statement]), invalid)
  t.throws(() => keysOfChain(first.did, [createSuccession(second, third, later)]), invalid)
  t.throws(() => keysOfChain(first.did, [statement, createSuccession(second, first, later)]), invalid)
  const earlier = { starts: terms.starts - 10, ends: terms.ends }
  t.throws(() => keysOfChain(first.did, [statement, createSuccession(second, third, earlier)]), invalid)
})

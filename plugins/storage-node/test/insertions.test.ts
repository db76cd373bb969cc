/** Documents that many people store at once share a statement; each call still has its own outcome. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { attest } from '../../../core/crypto/attest.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { ATTESTATION, attested } from '../../../core/stores/attested.ts'
import type { NodeError } from '../../../core/stores/network/errors.ts'
import { Network } from '../../../core/stores/network/network.ts'
import { commands, type NewDocument } from '../../../core/stores/network/node.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection as newCollection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { delegation, invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { defaultBounds } from '../node/bounds.ts'

const quota = { ...defaultBounds.quota, newRecords: 3, newBytes: 1_000_000 }
const {
  nodes: [node],
  databases: [database],
  builder,
  primitives,
} = await localNetwork(t, { count: 1, bounds: { builders: 'service', quota } })
if (node === undefined || database === undefined) throw new Error('The network has a node')
const owned = newCollection('owned')
await new Network({ nodes: [node], builder, primitives }).prepare([owned])

const acl = { grantee: builder.did, read: true, write: false, execute: true }

/** Stores documents as a person. */
function store(person: KeyPair, ...documents: NewDocument[]) {
  const proof = delegation({ from: builder, to: person.did, command: commands.data.create })
  const call = {
    from: person,
    to: node?.did ?? '',
    command: commands.data.create,
    subject: builder.did,
    proof,
  }
  return node?.createOwned(invocation(call), {
    owner: person.did,
    collection: owned.uid,
    data: documents,
    acl,
  })
}

const document = (code = 'a'): NewDocument => ({ _id: randomUUID(), code })

const people = (count: number) => Array.from({ length: count }, () => createKeyPair())

const counted = async (table: 'documents' | 'usage') =>
  (
    await database.query<{ sum: number }>(
      `SELECT ${table === 'usage' ? 'sum(records)' : 'count(*)'}::integer FROM ${table}`,
    )
  )[0]

t.test('forty people at once: each has what they stored, and is charged for it', async t => {
  const written = await Promise.all(
    people(40).map(async person => {
      const [first, second] = [document(), document('"\\\u2028')]
      return { person, first, second, ...(await store(person, first, second)) }
    }),
  )
  for (const { first, second, created, errors } of written)
    t.same([created, errors], [[first['_id'], second['_id']], []])
  const rows = await database.query<{ owner: string; records: number; bytes: number }>(
    `SELECT d.owner, u.records::integer, u.bytes::integer FROM usage u
     JOIN (SELECT DISTINCT owner FROM documents) d USING (owner)`,
  )
  t.equal(rows.length, 40)
  const bytes = ['a', '"\\\u2028'].reduce((sum, code) => sum + Buffer.byteLength(JSON.stringify({ code })), 0)
  for (const row of rows) t.match(row, { records: 2, bytes })
})

t.test('who is over their quota is refused alone, and leaves nothing', async t => {
  const before = await Promise.all([counted('documents'), counted('usage')])
  const [greedy, ...others] = people(11)
  const outcomes = await Promise.allSettled([
    store(greedy as KeyPair, document(), document(), document(), document()),
    ...others.map(person => store(person, document())),
  ])
  const [refused, ...stored] = outcomes
  t.match(refused, { status: 'rejected', reason: { status: 429 } })
  for (const outcome of stored) t.match(outcome, { status: 'fulfilled', value: { errors: [] } })
  const after = await Promise.all([counted('documents'), counted('usage')])
  t.same(
    after.map((each, at) =>
      Object.values(each ?? {}).map(
        (value, which) => Number(value) - Number(Object.values(before[at] ?? {})[which]),
      ),
    ),
    [[10], [10]],
  )
})

t.test('one id in ten calls at once is created once, and a duplicate in the others', async t => {
  const _id = randomUUID()
  const answers = await Promise.all(
    people(10).map((person, at) => store(person, { _id, code: `c${at}` }, document())),
  )
  const created = answers.flatMap((answer, at) => (answer?.created.includes(_id) ? [at] : []))
  t.equal(created.length, 1)
  for (const answer of answers) t.equal((answer?.created.length ?? 0) + (answer?.errors.length ?? 0), 2)
  const [row] = await database.query<{ body: object }>('SELECT body FROM documents WHERE id = $1', [_id])
  t.same(row?.body, { code: `c${created[0]}` }, 'the one who is told so has stored it')
})

t.test('a call of several batches stores each id once in each collection', async t => {
  const other = newCollection('owned')
  await new Network({ nodes: [node], builder, primitives }).prepare([other])
  const [_id, person] = [randomUUID(), createKeyPair()]
  const code = '"}],\\\u2028'
  const created = await node.createAllOwned(
    invocation({ from: builder, to: node.did, command: commands.data.create }),
    {
      ...{ owner: person.did, acl },
      batches: [
        {
          collection: owned.uid,
          data: [
            { _id, code },
            { _id, code },
          ],
        },
        { collection: other.uid, data: [{ _id, code: 'other' }] },
        { collection: owned.uid, data: [{ _id, code }, document()] },
      ],
    },
  )
  t.match(created, [{ created: [_id], errors: [{}] }, { created: [_id], errors: [] }, { errors: [{}] }])
  t.equal(created[2]?.created.length, 1)
  const rows = await database.query<{ collection: string; body: object }>(
    'SELECT collection, body FROM documents WHERE id = $1',
    [_id],
  )
  t.same(
    new Map(rows.map(({ collection, body }) => [collection, body])),
    new Map([
      [owned.uid, { code }],
      [other.uid, { code: 'other' }],
    ]),
  )
})

t.test('a text that the database cannot hold is refused alone', async t => {
  const [one, ...others] = people(6)
  const [refused, ...stored] = await Promise.allSettled([
    store(one as KeyPair, document('\u0000')),
    ...others.map(person => store(person, document())),
  ])
  t.equal(refused?.status, 'rejected')
  t.equal(((refused as PromiseRejectedResult).reason as NodeError).status, 400)
  for (const outcome of stored) t.match(outcome, { status: 'fulfilled', value: { errors: [] } })
})

t.test('one object that two people store is attested for the one whom its attestation names', async t => {
  const [ann, bob] = [createKeyPair(), createKeyPair()]
  const [_id, record] = [randomUUID(), { code: 'a' }]
  const covered = attested(owned.uid, _id, keyIdOf(ann.did), record)
  const document = { ...record, [ATTESTATION]: attest(covered, builder.privateKey, primitives), _id }
  const isAttested = async () => {
    const [row] = await database.query<{ attested: boolean }>(
      'SELECT attested FROM documents WHERE id = $1',
      [_id],
    )
    await database.query('DELETE FROM documents WHERE id = $1', [_id])
    return row?.attested
  }
  for (const [person, expected] of [
    [ann, true],
    [bob, false],
    [ann, true],
  ] as const) {
    await store(person, document)
    t.equal(await isAttested(), expected)
  }
})

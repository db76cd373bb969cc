/** A local node: access control, and checks that are stricter than those of the published server. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { decodeUtf8, encodeUtf8, fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import type { Policy } from '../../../core/crypto/nuc.ts'
import { noble } from '../../../core/crypto/primitives.ts'
import { NodeError } from '../../../core/stores/network/errors.ts'
import { commands, type DocumentAddress, type NewDocument } from '../../../core/stores/network/node.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection as newCollection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { delegation, invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'

const { data, users, builders, collections } = commands

/** The node refuses with this status, and with this tag if the token is not the cause. */
async function refused(t: Test, attempt: Promise<unknown>, status: number, tag?: string): Promise<void> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof NodeError)) throw error ?? new Error('The node did not refuse')
  t.equal(error.status, status)
  if (tag !== undefined) t.equal(error.errors[0], tag)
}

t.test('a local node', async t => {
  const { nodes } = await localNetwork(t, { count: 2 })
  const [node, otherNode] = nodes
  if (node === undefined || otherNode === undefined) throw new Error('The network has two nodes')
  const builder = createKeyPair()
  const stranger = createKeyPair()
  const [ann, bob] = [createKeyPair(), createKeyPair()]
  const at = (from: typeof builder, command: string) => invocation({ from, to: node.did, command })

  for (const key of [builder, stranger]) {
    await node.registerBuilder(at(key, builders.create), { did: key.did, name: 'a builder' })
  }
  const { uid: owned, schema } = newCollection('owned')
  const { uid: standard } = newCollection('standard')
  for (const [_id, type] of [
    [owned, 'owned'],
    [standard, 'standard'],
  ] as const) {
    await node.createCollection(at(builder, collections.create), { _id, type, name: type, schema })
  }

  const acl = { grantee: builder.did, read: true, write: false, execute: true }
  const create = (from: typeof builder, owner: string, document: NewDocument, rights = acl) => {
    const proof = delegation({ from: builder, to: from.did, command: data.create })
    const token = invocation({ from, to: node.did, command: data.create, subject: builder.did, proof })
    return node.createOwned(token, { owner, collection: owned, data: [document], acl: rights })
  }
  const annsDocument = { _id: randomUUID(), code: 'a' }
  const address = { collection: owned, document: annsDocument._id }
  await create(ann, ann.did, annsDocument)

  t.test('accepts tokens for itself alone', async t => {
    const token = invocation({ from: builder, to: otherNode.did, command: builders.read })
    await refused(t, node.readBuilder(token), 401)
    await refused(t, otherNode.readOwn(at(ann, users.read), address), 401)
    await refused(t, node.readBuilder('no token'), 401)
  })

  t.test('accepts no authority that the chain’s root has not given', async t => {
    const proof = delegation({ from: stranger, to: ann.did, command: data.create, subject: builder.did })
    const token = invocation({ from: ann, to: node.did, command: data.create, subject: builder.did, proof })
    const document = { _id: randomUUID() }
    await refused(
      t,
      node.createOwned(token, { owner: ann.did, collection: owned, data: [document], acl }),
      401,
    )
    const undelegated = invocation({ from: ann, to: node.did, command: builders.read, subject: builder.did })
    await refused(t, node.readBuilder(undelegated), 401)
  })

  t.test('accepts no token that has expired, also when it was good a moment ago', async t => {
    let now = Date.now()
    const { nodes: clocked } = await localNetwork(t, { count: 1, clock: () => now })
    const [young] = clocked
    if (young === undefined) throw new Error('The network has a node')
    const token = (command: string) => invocation({ from: builder, to: young.did, command, life: 60 })
    await young.registerBuilder(token(builders.create), { did: builder.did, name: 'a builder' })
    const read = token(builders.read)
    await young.readBuilder(read)
    await young.readBuilder(read)
    const { uid } = newCollection('standard')
    await young.createCollection(token(collections.create), { _id: uid, type: 'standard', name: 'c', schema })
    const [_id, write] = [randomUUID(), randomUUID()]
    await young.createStandard(token(data.create), { collection: uid, data: [{ _id }], write })
    now += 120_000
    await refused(t, young.readBuilder(read), 401)

    now += 8 * 24 * 3600_000
    const late = invocation({ from: builder, to: young.did, command: data.delete, life: 9 * 24 * 3600 })
    const withdrawal = { collection: uid, document: _id, write }
    await refused(t, young.withdraw(late, withdrawal), 404, 'ResourceAccessDeniedError')
  })

  t.test('accepts no chain that is too long, or holds more than its proofs', async t => {
    const proof = delegation({ from: builder, to: ann.did, command: builders.read })
    const token = invocation({ from: ann, to: node.did, command: builders.read, subject: builder.did, proof })
    t.ok(await node.readBuilder(token))
    await refused(t, node.readBuilder(`${token}/${proof}`), 401)
    await refused(t, node.readBuilder(token + `/${proof}`.repeat(1_000)), 401)
  })

  t.test('does what the token’s command covers and nothing else', async t => {
    await refused(t, node.readBuilder(at(builder, builders.update)), 403)
    await refused(t, node.readOwn(at(ann, '/nil/db/userspace'), address), 403)
    t.ok(await node.readBuilder(at(builder, builders.root)))
  })

  t.test('knows its builders, in either spelling of their DID', async t => {
    await refused(t, node.readBuilder(at(ann, builders.read)), 404)
    const spelled = { ...builder, did: didKeyOf(builder.publicKey) }
    t.equal((await node.readBuilder(at(spelled, builders.read)))._id, spelled.did)
    await refused(t, node.registerBuilder(at(ann, builders.create), { did: bob.did, name: 'not me' }), 401)
  })

  t.test('lets a delegate write for itself alone, and the builder for anyone', async t => {
    await refused(t, create(ann, bob.did, { _id: randomUUID() }), 404, 'ResourceAccessDeniedError')
    const token = at(builder, data.create)
    const document = { _id: randomUUID() }
    t.match(await node.createOwned(token, { owner: bob.did, collection: owned, data: [document], acl }), {
      created: [document._id],
    })
    t.ok(await node.readOwn(at(bob, users.read), { collection: owned, document: document._id }))
  })

  t.test('returns several documents of a person in their order, and none of anyone else', async t => {
    const eve = createKeyPair()
    const large = 'x'.repeat(300_000)
    const own = Array.from({ length: 5 }, (_, at) => ({ _id: randomUUID(), code: `${at}`, large }))
    for (const document of own) await create(eve, eve.did, document)
    const addressOf = ({ _id }: { readonly _id: string }) => ({ collection: owned, document: _id })
    const read = async (from: typeof eve, addresses: readonly DocumentAddress[]) =>
      (await node.readAllOwn?.(at(from, users.read), addresses))?.map(each => each?.['code'] ?? null)
    const [first, second, , , last] = own.map(addressOf)
    if (!first || !second || !last) throw new Error('Five were written')
    const nowhere = { collection: owned, document: randomUUID() }
    t.same(await read(eve, [last, nowhere, address, first]), ['4', null, null, '0'])
    t.same(await read(bob, [first, second]), [null, null])
    t.same(await read(eve, [nowhere, ...own.map(addressOf)]), [null, '0', '1', '2', '3'], 'a page is full')
    t.same(await read(eve, [last, ...Array(99).fill(first)]), ['4', '0', '0', '0'], 'nor is it by repetition')
    const one = await node.readOwn(at(eve, users.read), first)
    t.same(await node.readAllOwn?.(at(eve, users.read), [first]), [one])
    const many = (command: string, from = eve) => node.readAllOwn?.(at(from, command), [first])
    await refused(t, Promise.resolve(many(users.update)), 403)
    await refused(t, Promise.resolve(otherNode.readAllOwn?.(at(eve, users.read), [first])), 401)
  })

  t.test('keeps delegates of a builder from its standard collections', async t => {
    const [_id] = [randomUUID()]
    await node.createStandard(at(builder, data.create), { collection: standard, data: [{ _id }] })
    const as = (command: string, policy: Policy = []) =>
      invocation({
        ...{ from: ann, to: node.did, command, subject: builder.did },
        proof: delegation({ from: builder, to: ann.did, command, policy }),
      })
    const denied = 'ResourceAccessDeniedError'
    const forged = { collection: standard, data: [{ _id: randomUUID(), publisher: 'mallory' }] }
    await refused(t, node.createStandard(as(data.create), forged), 404, denied)
    const selection = { collection: standard, filter: { _id } }
    await refused(t, node.update(as(data.update), { ...selection, update: { $set: { a: 1 } } }), 404, denied)
    await refused(t, node.delete(as(data.delete), selection), 404, denied)
    await refused(t, node.flush(as(data.delete), standard), 404, denied)
    await refused(t, node.deleteCollection(as(collections.delete), standard), 404, denied)
    const other = { _id: randomUUID(), type: 'standard', name: 'other', schema } as const
    await refused(t, node.createCollection(as(collections.create), other), 404, denied)
    await refused(t, node.updateCollection(as(collections.update), { ...other, _id: standard }), 404, denied)
    const index = { name: 'by_a', keys: [{ a: 1 as const }], unique: false }
    await refused(t, node.createIndex(as(collections.update), standard, index), 404, denied)
    await refused(t, node.dropIndex(as(collections.update), standard, 'by_a'), 404, denied)
    const query = { _id: randomUUID(), name: 'q', collection: standard, variables: {}, pipeline: [] }
    await refused(t, node.createQuery(as(commands.queries.create), query), 404, denied)
    await refused(t, node.deleteQuery(as(commands.queries.delete), query._id), 404, denied)
    await refused(t, node.updateBuilder(as(builders.update), { name: 'taken' }), 404, denied)
    await refused(t, node.deleteBuilder(as(builders.delete)), 404, denied)
    const { data: found } = await node.find(at(builder, data.read), { collection: standard, filter: {} })
    t.same(
      found.map(each => each._id),
      [_id],
    )
  })

  t.test('judges the policy of a delegation by the collection that is asked for', async t => {
    const purpose = (uid: string): Policy => [
      [
        'or',
        [
          ['==', '.args', {}],
          ['anyOf', '.args.collection', [uid]],
        ],
      ],
    ]
    const write = (policy: Policy) => {
      const proof = delegation({ from: builder, to: ann.did, command: data.create, policy })
      const token = invocation({ from: ann, to: node.did, command: data.create, subject: builder.did, proof })
      return node.createOwned(token, {
        owner: ann.did,
        collection: owned,
        data: [{ _id: randomUUID() }],
        acl,
      })
    }
    t.equal((await write(purpose(owned))).created.length, 1)
    await refused(t, write(purpose(standard)), 403)
    await refused(t, write([['==', '.args.collection', standard]]), 401)
  })

  t.test('asks for an access entry that permits something', async t => {
    const nothing = { grantee: builder.did, read: false, write: false, execute: false }
    await refused(t, create(ann, ann.did, { _id: randomUUID() }, nothing), 401, 'GrantAccessError')
  })

  t.test('lets only its owner reach a document by its address', async t => {
    const update = { ...address, update: { $set: { code: 'b' } } }
    await refused(t, node.readOwn(at(bob, users.read), address), 404, 'DocumentNotFoundError')
    await refused(t, node.updateOwn(at(bob, users.update), update), 404, 'DocumentNotFoundError')
    await refused(t, node.deleteOwn(at(bob, users.delete), address), 404, 'DocumentNotFoundError')
    await refused(t, node.grant(at(bob, users.update), { ...address, acl }), 404, 'DocumentNotFoundError')
    await refused(
      t,
      node.revoke(at(bob, users.update), { ...address, grantee: builder.did }),
      404,
      'DocumentNotFoundError',
    )
    t.match(await node.readOwn(at(ann, users.read), address), { code: 'a' })
    await node.updateOwn(at(ann, users.update), update)
    t.match(await node.readOwn(at(ann, users.read), address), { code: 'b' })
  })

  t.test('holds builders to the access list on every path', async t => {
    const filter = { _id: annsDocument._id }
    const find = async (key: typeof builder) =>
      (await node.find(at(key, data.read), { collection: owned, filter })).data.length
    t.equal(await find(builder), 1)
    t.equal(await find(stranger), 0)
    t.equal((await node.tail(at(stranger, data.read), owned)).length, 0)
    const update = { collection: owned, filter, update: { $set: { code: 'x' } } }
    t.match(await node.update(at(builder, data.update), update), { matched: 0, modified: 0 })
    t.match(await node.delete(at(builder, data.delete), { collection: owned, filter }), { deletedCount: 0 })
    await node.flush(at(builder, data.delete), owned)
    t.equal(await find(builder), 1)
    await refused(
      t,
      node.find(at(stranger, data.read), { collection: standard, filter: {} }),
      404,
      'ResourceAccessDeniedError',
    )
    await refused(t, node.readCollection(at(stranger, collections.read), owned), 404)
    await refused(t, node.deleteCollection(at(stranger, collections.delete), owned), 404)
  })

  t.test('lets an owner grant a registered builder access, and take it from anyone', async t => {
    const write = { grantee: stranger.did, read: true, write: true, execute: false }
    await refused(
      t,
      node.grant(at(ann, users.update), { ...address, acl: { ...write, grantee: bob.did } }),
      404,
    )
    await node.grant(at(ann, users.update), { ...address, acl: write })
    const update = { collection: owned, filter: { _id: annsDocument._id }, update: { $set: { code: 'c' } } }
    t.match(await node.update(at(stranger, data.update), update), { matched: 1, modified: 1 })
    await node.grant(at(ann, users.update), { ...address, acl: { ...write, write: false } })
    t.match(await node.update(at(stranger, data.update), update), { matched: 0 })
    await node.revoke(at(ann, users.update), { ...address, grantee: didKeyOf(builder.publicKey) })
    const seen = await node.find(at(builder, data.read), { collection: owned, filter: { code: 'c' } })
    t.equal(seen.data.length, 0)
    t.match(await node.readOwn(at(ann, users.read), address), {
      _acl: [{ grantee: didKeyOf(stranger.publicKey), write: false }],
    })
  })

  t.test('takes back what a call has created, for that caller, once', async t => {
    const [_id, write] = [randomUUID(), randomUUID()]
    await node.createOwned(at(builder, data.create), {
      owner: ann.did,
      collection: owned,
      data: [{ _id }],
      acl,
      write,
    })
    const withdrawal = { collection: owned, document: _id, write }
    const token = at(builder, data.delete)
    t.equal(await node.withdraw(at(stranger, data.delete), withdrawal), false)
    t.equal(await node.withdraw(token, { ...withdrawal, write: randomUUID() }), false)
    t.equal(await node.withdraw(token, withdrawal), true)
    t.equal(await node.withdraw(token, withdrawal), false)
  })

  t.test('creates documents of several collections in one step, and takes them back together', async t => {
    const another = { ...newCollection('owned'), uid: randomUUID() }
    const foreign = randomUUID()
    const { schema } = another
    const made = { _id: another.uid, type: 'owned', name: 'another', schema } as const
    await node.createCollection(at(builder, collections.create), made)
    await node.createCollection(at(stranger, collections.create), { ...made, _id: foreign })
    const write = randomUUID()
    const batch = (collection: string, code = 'one step') => ({
      ...{ collection, write, data: [{ _id: randomUUID(), code }] },
    })
    const batches = [batch(owned), batch(another.uid)]
    const all = { owner: ann.did, acl, batches }
    const token = at(builder, data.create)
    const count = async () => {
      const filter = { code: 'one step' }
      const found = await Promise.all(
        [owned, another.uid].map(collection => node.find(at(builder, data.read), { collection, filter })),
      )
      return found.map(page => page.data.length)
    }

    await refused(t, node.createAllOwned(token, { ...all, batches: [...batches, batch(standard)] }), 404)
    await refused(t, node.createAllOwned(token, { ...all, batches: [...batches, batch(foreign)] }), 404)
    await refused(t, node.createAllOwned(at(stranger, data.create), all), 404)
    await refused(t, node.createAllOwned(at(builder, data.read), all), 403)
    const many = { ...batch(owned), data: Array.from({ length: 1000 }, () => ({ _id: randomUUID() })) }
    await refused(t, node.createAllOwned(token, { ...all, batches: [many, batch(another.uid)] }), 400)
    t.same(await count(), [0, 0], 'a refusal stores nothing')

    t.match(await node.createAllOwned(token, all), [{ errors: [] }, { errors: [] }])
    t.same(await count(), [1, 1])
    t.match(
      (await node.createAllOwned(token, { ...all, batches: [...batches, batch(owned)] })).map(
        ({ created }) => created.length,
      ),
      [0, 0, 1],
      'those that exist are named',
    )
    const documents = batches.map(({ collection, data: [document] }) => ({
      ...{ collection, document: document?._id ?? '' },
    }))
    const deletion = at(builder, data.delete)
    await node.withdrawAll(deletion, { write: randomUUID(), documents })
    await node.withdrawAll(at(stranger, data.delete), {
      write,
      documents: documents.map(each => ({ ...each, collection: foreign })),
    })
    await refused(t, node.withdrawAll(at(stranger, data.delete), { write, documents }), 404)
    t.same(await count(), [2, 1], 'nobody else takes them back, nor another write')
    await node.withdrawAll(deletion, { write, documents })
    t.same(await count(), [1, 0])
  })

  t.test('keeps what it sets itself out of reach', async t => {
    const token = at(builder, data.create)
    const send = (document: NewDocument) =>
      node.createStandard(token, { collection: standard, data: [document] })
    for (const field of ['_created', '_updated', '_owner', '_acl']) {
      await refused(t, send({ _id: randomUUID(), [field]: 'x' }), 400)
    }
    await refused(t, send({}), 400)
    await refused(t, send({ _id: 'no uuid' }), 400)
    await refused(t, send({ _id: randomUUID(), text: 'x'.repeat(1024 * 1024) }), 400, 'DataValidationError')
    await refused(t, send({ _id: randomUUID(), text: 'a\u0000b' }), 400, 'DataValidationError')
    const document = { _id: randomUUID(), name: 'kept', list: [1] }
    await send(document)
    const filter = { _id: document._id }
    const update = (change: object) =>
      node.update(at(builder, data.update), { collection: standard, filter, update: change as NewDocument })
    for (const change of [
      { name: 'replaced' },
      {},
      { $set: { _owner: 'x' } },
      { $set: { '__proto__.x': 1 } },
      { $rename: { name: '_acl' } },
      { $where: { name: 1 } },
      { $set: 'x' },
      { $inc: { name: 1 } },
    ]) {
      await refused(t, update(change), 400)
    }
    await update({ $push: { list: 2 }, $unset: { name: '' } })
    const { data: found } = await node.find(at(builder, data.read), { collection: standard, filter })
    t.match(found, [{ list: [1, 2] }])
    t.notOk(found[0] && 'name' in found[0])
  })

  t.test('loses no update to another', async t => {
    const _id = randomUUID()
    await node.createStandard(at(builder, data.create), { collection: standard, data: [{ _id, count: 0 }] })
    const update = { collection: standard, filter: { _id }, update: { $inc: { count: 1 } } }
    await Promise.all(Array.from({ length: 8 }, () => node.update(at(builder, data.update), update)))
    const { data: found } = await node.find(at(builder, data.read), { collection: standard, filter: { _id } })
    t.match(found, [{ count: 8 }])
  })

  t.test('refuses schemas and indexes that it cannot keep', async t => {
    const token = at(builder, collections.create)
    for (const bad of [{ type: 'nonsense' }, { $ref: 'http://elsewhere/' }, { items: { coerce: true } }]) {
      await refused(
        t,
        node.createCollection(token, { _id: randomUUID(), type: 'standard', name: 'bad', schema: bad }),
        400,
        'DataValidationError',
      )
    }
    const index = { name: 'by_code', keys: [{ code: 1 as const }], unique: false }
    const update = at(builder, collections.update)
    await refused(t, node.createIndex(update, standard, { ...index, unique: true }), 400)
    await refused(t, node.createIndex(update, standard, { ...index, ttl: 5 }), 400)
  })

  t.test('runs patterns of strangers in linear time, and coerces where a schema says so', async t => {
    const _id = randomUUID()
    const items = {
      type: 'object',
      properties: {
        evil: { type: 'string', pattern: '^(a+)+$' },
        digits: { type: 'string', pattern: '^[0-9]+$' },
        at: { type: 'string', format: 'date-time', coerce: true },
        size: { type: 'string', format: 'numeric', coerce: true },
      },
    }
    await node.createCollection(at(builder, collections.create), {
      _id,
      type: 'standard',
      name: 'patterns',
      schema: { type: 'array', items },
    })
    const send = (document: NewDocument) =>
      node.createStandard(at(builder, data.create), { collection: _id, data: [document] })
    await refused(t, send({ _id: randomUUID(), evil: `${'a'.repeat(50_000)}!` }), 400)
    await refused(t, send({ _id: randomUUID(), digits: 'aaa' }), 400)
    const document = {
      _id: randomUUID(),
      at: '2026-01-01T00:00:00+02:00',
      size: '12.5',
      evil: 'aa',
      digits: '12',
    }
    await send(document)
    const { data: found } = await node.find(at(builder, data.read), { collection: _id, filter: {} })
    t.match(found, [{ at: '2025-12-31T22:00:00.000Z', size: 12.5 }])
    t.equal(document.size, '12.5')
  })

  t.test('needs an expiry in every token', async t => {
    const [header, payload = ''] = at(builder, builders.read).split('.')
    const { exp, ...claims } = JSON.parse(decodeUtf8(fromBase64url(payload)))
    const input = `${header}.${toBase64url(encodeUtf8(JSON.stringify(claims)))}`
    const signature = noble.sign(encodeUtf8(input), builder.privateKey)
    await refused(t, node.readBuilder(`${input}.${toBase64url(signature)}`), 401)
  })
})

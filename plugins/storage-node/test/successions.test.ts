/** Builders whose key is replaced: one identity on the node, until the old key ends. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { attest } from '../../../core/crypto/attest.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation, createInvocation } from '../../../core/crypto/nuc.ts'
import { noble } from '../../../core/crypto/primitives.ts'
import { createSuccession } from '../../../core/crypto/succession.ts'
import { ATTESTATION, attested } from '../../../core/stores/attested.ts'
import { NodeError } from '../../../core/stores/network/errors.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'

const SECOND = 1000
const { builders, collections, data, users } = commands

async function refused(t: Test, attempt: Promise<unknown>, status: number, message: string): Promise<void> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof NodeError)) throw error ?? new Error(`not refused: ${message}`)
  t.equal(error.status, status, message)
}

t.test('the successor of a key is the same builder, and the old key ends', async t => {
  let time = Date.UTC(2030, 0, 1)
  const { nodes } = await localNetwork(t, { count: 1, clock: () => time, bounds: { builders: 'service' } })
  const [node] = nodes
  if (node === undefined) throw new Error('The network has one node')
  const [first, second, third, stranger, ann] = [
    createKeyPair(),
    createKeyPair(),
    createKeyPair(),
    createKeyPair(),
    createKeyPair(),
  ] as const
  const seconds = () => Math.floor(time / SECOND)
  const tokenOf = (issuer: KeyPair, command: string, more: object = {}) =>
    createInvocation({
      ...{ issuer, audience: node.did, subject: issuer.did, command, expiresAt: seconds() + 60 },
      ...more,
    })

  await node.registerBuilder(tokenOf(first, builders.create), { did: first.did, name: 'service' })
  const collection = randomUUID()
  const schema = { type: 'array', items: { type: 'object', properties: { _id: { type: 'string' } } } }
  await node.createCollection(tokenOf(first, collections.create), {
    ...{ _id: collection, type: 'owned' as const, name: 'owned', schema },
  })
  const recordOf = (note: string, by: KeyPair, _id: string = randomUUID()) => {
    const covered = attested(collection, _id, keyIdOf(ann.did), { note })
    return { _id, note, [ATTESTATION]: attest(covered, by.privateKey, noble) }
  }
  const store = (by: KeyPair, document: ReturnType<typeof recordOf>, grantee = by.did) =>
    node.createOwned(tokenOf(by, data.create), {
      ...{ collection, owner: ann.did, data: [document] },
      acl: { grantee, read: true, write: false, execute: true },
    })
  const idsRead = async (by: KeyPair) => {
    const find = { collection, filter: {}, pagination: { limit: 100 }, attested: true }
    return (await node.find(tokenOf(by, data.read), find)).data.map(({ _id }) => _id)
  }
  const before = recordOf('before', first)
  await store(first, before)

  const terms = { starts: seconds(), ends: seconds() + 3600 }
  const statement = createSuccession(first, second, terms)
  const succeed = (by: KeyPair, text: string) =>
    node.succeedBuilder(tokenOf(by, builders.update), { statement: text })

  await refused(t, store(second, recordOf('early', second)), 404, 'an unknown successor is no builder')
  await refused(t, succeed(first, statement), 401, 'the bearer must be the successor')
  await refused(t, succeed(stranger, statement), 401, 'and no stranger')
  await refused(t, succeed(second, `${statement.slice(0, -4)}AAAA`), 401, 'the statement must verify')
  const ofNobody = createSuccession(stranger, third, terms)
  await refused(t, succeed(third, ofNobody), 404, 'a key that is no builder has no successor')
  await Promise.all(Array.from({ length: 20 }, () => succeed(second, statement)))

  t.same(await idsRead(second), [before._id], 'the successor reads what was granted to the first key')
  const during = [recordOf('by the old key', first), recordOf('by the new key', second)]
  await store(first, during[0] as typeof before)
  time += SECOND
  await store(second, during[1] as typeof before)
  const all = [before, ...during].map(({ _id }) => _id)
  t.same((await idsRead(second)).sort(), [...all].sort())
  t.same((await idsRead(first)).sort(), [...all].sort(), 'both keys are in use during the overlap')

  const rival = createSuccession(first, third, terms)
  await refused(t, succeed(third, rival), 400, 'a key has one successor: the first that it named')
  const circle = createSuccession(second, first, terms)
  await refused(t, succeed(first, circle), 400, 'a chain is no circle')

  const delegated = (by: KeyPair) => {
    const { expiresAt, command } = { expiresAt: seconds() + 24 * 3600, command: data.create }
    const about = { audience: ann.did, subject: by.did, command, expiresAt }
    const proof = createDelegation({ issuer: by, ...about })
    return tokenOf(ann, data.create, { subject: by.did, proof })
  }
  const direct = (token: string, grantee: KeyPair) =>
    node.createOwned(token, {
      ...{ collection, owner: ann.did, data: [{ _id: randomUUID(), note: 'direct' }] },
      acl: { grantee: grantee.did, read: true, write: false, execute: true },
    })
  await direct(delegated(first), first)
  await direct(delegated(second), second)

  time += 3600 * SECOND
  await refused(t, idsRead(first), 401, 'the old key has ended')
  await refused(t, direct(delegated(first), first), 401, 'and so have its delegations')
  await refused(t, store(second, recordOf('late', first)), 400, 'nothing new with its attestation is stored')
  t.same((await idsRead(second)).sort(), [...all].sort(), 'old records still verify')
  await direct(delegated(second), second)

  const mine = { collection, document: before._id }
  const acl = { grantee: second.did, read: true, write: false, execute: true }
  await node.revoke(tokenOf(ann, users.update), { ...mine, grantee: second.did })
  t.notOk(
    (await idsRead(second)).includes(before._id),
    'a permission of the first key is revoked by the new DID',
  )
  await node.grant(tokenOf(ann, users.update), { ...mine, acl })
  t.ok(
    (await idsRead(second)).includes(before._id),
    'and its attestation stands after the access list changed',
  )

  const forged = recordOf('forged with a stolen key', first, before._id)
  const { _id: _, ...content } = forged
  await refused(
    t,
    node.updateOwn(tokenOf(ann, users.update), { ...mine, update: { $set: content } }),
    400,
    'an owner with the old key cannot attest a change',
  )
  t.match((await node.listOwn(tokenOf(ann, users.read))).data[0], { collection })

  const again = createSuccession(second, third, { starts: seconds(), ends: seconds() + 60 })
  await succeed(third, again)
  time += 61 * SECOND
  t.same((await idsRead(third)).sort(), [...all].sort(), 'the third key is the same builder as well')
  await refused(t, idsRead(second), 401, 'and the second has ended')
})

/** A remote node whose key is replaced: gateways follow the signed chain, and no other key. */
import t from 'tap'
import { createNodeServer } from '../../../../plugins/storage-node/http/server.ts'
import { startLocalNodes } from '../../../../plugins/storage-node/node/local.ts'
import { didKeyOf } from '../../../crypto/did.ts'
import { createKeyPair } from '../../../crypto/keys.ts'
import { createInvocation } from '../../../crypto/nuc.ts'
import { ManagedRing } from '../../../keys/key-ring.ts'
import { choosePrimitives } from '../../../keys/native.ts'
import { networkServer, temporaryDirectory } from '../../sql/test/fixtures/server.ts'
import { commands } from '../node.ts'
import { connectRemoteNodes } from '../remote-nodes.ts'

t.test('a gateway follows a node to its new key, and refuses a stranger in its place', async t => {
  const server = await networkServer(t)
  const gateway = await server.open('andiron_gateway')
  const ring = await ManagedRing.open(await temporaryDirectory(t), 'node')
  const [local] = await startLocalNodes({ server, keys: [ring], primitives: await choosePrimitives() })
  if (local === undefined) throw new Error('There is one node')
  const face = await createNodeServer(local)
  t.teardown(() => face.close())
  const url = await face.listen({ port: 0, host: '127.0.0.1' })
  const [remote] = await connectRemoteNodes([url], gateway)
  if (remote === undefined) throw new Error('There is one node')
  const before = remote.did
  t.equal(before, local.did)

  const builder = createKeyPair()
  const register = (audience: string) => {
    const expiresAt = Math.floor(Date.now() / 1000) + 60
    const about = { issuer: builder, audience, subject: builder.did, expiresAt }
    return createInvocation({ ...about, command: commands.builders.read })
  }
  const starts = Math.floor(Date.now() / 1000)
  await ring.rotate({ starts, ends: starts + 3600 })
  ring.advance(Date.now())
  t.equal(local.did, didKeyOf(ring.publicKey))
  t.not(local.did, before)
  await remote.health()
  t.equal(remote.did, local.did, 'the new key follows from the known one')
  t.ok(remote.isKnownAs?.(before), 'and cursors that name the old key are continued')
  t.same(await gateway.query('SELECT did FROM nodes'), [{ did: local.did }])
  for (const audience of [before, local.did])
    await t.rejects(local.readBuilder(register(audience)), { message: 'Not Found' }, 'both keys are its own')
  const [again] = await connectRemoteNodes([url], gateway)
  t.equal(again?.did, local.did)

  await gateway.query('UPDATE nodes SET did = $1', [didKeyOf(createKeyPair().publicKey)])
  await t.rejects(connectRemoteNodes([url], gateway), { code: 'AND_NODE_CHANGED' })
})

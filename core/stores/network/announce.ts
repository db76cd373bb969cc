/** Tells a node which keys have replaced the first one of the service. */
import { didKeyOf } from '../../crypto/did.ts'
import type { KeyPair } from '../../crypto/keys.ts'
import type { KeyRing } from '../../keys/key-ring.ts'
import { NodeAccessError, NodeError, SuccessionUnsupportedError } from './errors.ts'
import type { Invoke } from './invoke.ts'
import { commands, type StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'

/**
 * Sends the statements of the ring, which a node that has them ignores. A new node learns the first key
 * before them.
 * @param invokeAs - the minting function of a key
 * @throws SuccessionUnsupportedError for a node of another kind
 */
export async function announceKeys(
  node: StorageNode,
  ring: KeyRing,
  name: string,
  invokeAs: (key: KeyPair) => Invoke,
): Promise<void> {
  const { successions, first } = ring
  if (successions.length === 0) return
  const send = async () => {
    for (const [at, statement] of successions.entries()) {
      const successor = ring.signerOf(at + 1)
      if (successor === undefined) continue
      const token = invokeAs(successor)(node.did, commands.builders.update)
      await node.succeedBuilder(token, { statement })
    }
  }
  try {
    await send().catch(async error => {
      if (!(error instanceof NodeAccessError) || error.status !== 404) throw error
      const token = invokeAs(first)(node.did, commands.builders.create)
      await node.registerBuilder(token, { did: didKeyOf(first.publicKey), name })
      await send()
    })
  } catch (error) {
    if (error instanceof NodeError && error.status === 404) throw new SuccessionUnsupportedError(node.url)
    throw asGatewayError(node, error)
  }
}

/** A person's records on each node, listed and deleted with a permission that they signed. */
import type { KeyPair } from '../../crypto/keys.ts'
import type { OwnedOnNode, OwnerPermission, RecordAddress } from '../records.ts'
import { canonical } from './authorise.ts'
import { NodeError } from './errors.ts'
import type { InvokeOptions } from './invoke.ts'
import { createInvoke } from './invoke.ts'
import { commands, type DocumentReference, type StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'

export interface PersonalOptions extends Omit<InvokeOptions, 'proof' | 'subject' | 'until' | 'life'> {
  readonly key: KeyPair
  readonly nodes: readonly StorageNode[]
  /** True for a DID of the service. @default compares with the key */
  readonly isOurs?: (builder: string) => boolean
}

/** References per request to a node. */
const PAGE = 100

/** Uses each node independently: an unavailable node hides nothing on the others. */
export function openPersonal(
  { nodes, ...options }: PersonalOptions,
  { owner, read, delete: remove, until }: OwnerPermission,
): OwnedOnNode[] {
  const { key, prefixes } = options
  const invokeWith = (proof: string) => createInvoke({ ...options, proof, subject: owner, until })
  const [reading, deleting] = [invokeWith(read), invokeWith(remove)]
  const builder = canonical(key.did, prefixes)
  const isService = options.isOurs ?? (did => canonical(did, prefixes) === builder)
  // A node may serve other builders as well: ignore their documents of the person.
  const isOurs = (reference: DocumentReference) => isService(reference.builder)

  return nodes.map(node => {
    const translatingErrors = async <T>(answer: Promise<T>): Promise<T> =>
      answer.catch(error => {
        throw asGatewayError(node, error)
      })
    return {
      url: node.url,
      did: node.did,

      async list(limit) {
        const found: RecordAddress[] = []
        for (let offset = 0; found.length < limit; offset += PAGE) {
          const token = reading(node.did, commands.users.read)
          const { data } = await translatingErrors(node.listOwn(token, { limit: PAGE, offset }))
          for (const { collection, document: id } of data.filter(isOurs)) found.push({ collection, id })
          if (data.length < PAGE) break
        }
        return found.slice(0, limit)
      },

      async read({ collection, id: document }) {
        const token = reading(node.did, commands.users.read)
        return translatingErrors(node.readOwn(token, { collection, document }).catch(absent))
      },

      async delete({ collection, id: document }) {
        const token = deleting(node.did, commands.users.delete)
        await translatingErrors(node.deleteOwn(token, { collection, document }).catch(absent))
      },
    }
  })
}

/** Treats a deleted document as absent. */
function absent(error: unknown): undefined {
  if (error instanceof NodeError && error.is('DocumentNotFoundError')) return undefined
  throw error
}

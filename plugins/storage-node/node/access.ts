/** Verifies who may do something with the documents of a collection. */
import { type Authority, NodeAccessError, refusal } from '../../../core/node.ts'
import type { Collection, NodeContext } from './node-context.ts'

/** Verifies a token of a builder or its delegate, with its policies on the collection of the request. */
export async function asDelegate(
  context: NodeContext,
  token: string,
  command: string,
  collection: string,
): Promise<Authority> {
  const authority = await context.asBuilder(token, command)
  if (!authority.permits({ collection: collection.toLowerCase() })) throw new NodeAccessError(403)
  return authority
}

/** Like `asDelegate`, for a request about several collections: the policies must hold for each of them. */
export async function asDelegateOf(
  context: NodeContext,
  token: string,
  command: string,
  addresses: readonly { readonly collection: string }[],
): Promise<Authority> {
  const authority = await context.asBuilder(token, command)
  const collections = new Set(addresses.map(({ collection }) => collection.toLowerCase()))
  for (const collection of collections) if (!authority.permits({ collection })) throw new NodeAccessError(403)
  return authority
}

/** The collection of a change: a standard one may be changed by its builder, but not by a delegate. */
export async function changeable(
  context: NodeContext,
  id: string,
  builder: string,
  invoker: string,
): Promise<Collection> {
  const collection = await context.collection(id)
  if (collection.kind === 'standard' && invoker !== builder)
    throw refusal('ResourceAccessDeniedError', 'type: collection', 'The builder must be the invoker')
  return collection
}

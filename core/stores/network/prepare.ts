/** Prepares a node for the gateway: registers the builder, and creates or updates its collections. */
import { isDeepStrictEqual } from 'node:util'
import type { StoredCollection } from '../records.ts'
import { CollectionDiffersError, NodeError } from './errors.ts'
import type { Invoke } from './invoke.ts'
import { commands, type NewBuilder, type NewCollection, type StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'

/** Registers the builder and creates or updates the collections; does nothing if all is up to date. */
export async function prepareNode(
  node: StorageNode,
  invoke: Invoke,
  builder: NewBuilder,
  collections: readonly StoredCollection[],
): Promise<void> {
  const token = (command: string) => invoke(node.did, command)
  try {
    await register(node, token, builder)
    const wanted = collections.map(({ uid, kind, name, schema }) => ({ _id: uid, type: kind, name, schema }))
    const outdated = (await node.outdated?.(token(commands.collections.read), wanted)) ?? wanted
    for (const collection of outdated) await ensureCollection(node, token, collection)
  } catch (error) {
    throw asGatewayError(node, error)
  }
}

type Token = (command: string) => string

async function register(node: StorageNode, token: Token, builder: NewBuilder): Promise<void> {
  try {
    await node.registerBuilder(token(commands.builders.create), builder)
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

async function ensureCollection(node: StorageNode, token: Token, collection: NewCollection): Promise<void> {
  try {
    await node.createCollection(token(commands.collections.create), collection)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await adaptCollection(node, token, collection)
  }
}

/** Updates an existing collection to the gateway's schema, on nodes that support it. */
async function adaptCollection(node: StorageNode, token: Token, collection: NewCollection): Promise<void> {
  try {
    await node.updateCollection(token(commands.collections.update), collection)
  } catch (error) {
    if (!(error instanceof NodeError) || error.status >= 500) throw error
    if (!(await isAsWanted(node, token, collection)))
      throw new CollectionDiffersError(node.url, collection._id)
  }
}

async function isAsWanted(node: StorageNode, token: Token, { _id, schema }: NewCollection): Promise<boolean> {
  try {
    const found = await node.readCollection(token(commands.collections.read), _id)
    return isDeepStrictEqual(found.schema, JSON.parse(JSON.stringify(schema)))
  } catch (error) {
    if (error instanceof NodeError && error.status === 404) return false
    throw error
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof NodeError && error.is('DuplicateEntryError')
}

/** The schemas of the built-in plugins, which a gateway compiles on first use. */
import t from 'tap'
import { storedCollection } from '../../core/contract/collections.ts'
import { gatewayOf, memory } from '../../core/test/fixtures/memory.ts'
import { builtIn } from '../../plugins/index.ts'
import { compileCollectionSchema } from '../../plugins/storage-node/node/collection-schema.ts'

/** Includes those that are disabled by default. */
const all = {
  ...memory,
  plugins: Object.fromEntries(
    builtIn.flatMap(({ manifest: { name, optIn } }) => (optIn ? [[name, {}]] : [])),
  ),
}

t.test('all of them compile: of options, collections, routes and tools', async t => {
  // No schema is marked as proven: each is compiled as the schema of an integrator is.
  const app = await gatewayOf(t, builtIn, all)
  await t.resolves(async () => app.ready())
})

t.test('a storage node compiles every collection', async t => {
  const { gateway } = await gatewayOf(t, builtIn, all)
  for (const collection of gateway.collections)
    t.doesNotThrow(() => compileCollectionSchema(storedCollection(collection).schema), collection.name)
})

/** Measures the calls of a gateway to a storage node, in this process or behind HTTP. */
import { NodeError } from '../stores/network/errors.ts'
import type { StorageNode } from '../stores/network/node.ts'
import { isUnavailable } from '../stores/network/outcome.ts'
import type { Telemetry, TelemetryEvents } from './telemetry.ts'
import { inNodeSpan } from './tracing.ts'

type Operation = Exclude<
  {
    [K in keyof StorageNode]-?: Required<StorageNode>[K] extends (...parameters: never) => Promise<unknown>
      ? K
      : never
  }[keyof StorageNode],
  'close' | 'assertKnowsAll'
>

/** Every operation of the port: the type refuses a list that lacks one. */
const OPERATIONS: Readonly<Record<Operation, true>> = {
  ...{ about: true, health: true },
  ...{
    registerBuilder: true,
    succeedBuilder: true,
    readBuilder: true,
    updateBuilder: true,
    deleteBuilder: true,
  },
  ...{ createCollection: true, updateCollection: true, outdated: true, listCollections: true },
  ...{ readCollection: true, digests: true, deleteCollection: true, createIndex: true, dropIndex: true },
  ...{
    createStandard: true,
    createOwned: true,
    createAllOwned: true,
    find: true,
    update: true,
    delete: true,
  },
  ...{ withdraw: true, withdrawAll: true, flush: true, tail: true, aggregate: true },
  ...{
    createQuery: true,
    listQueries: true,
    readQuery: true,
    deleteQuery: true,
    runQuery: true,
    readRun: true,
  },
  ...{ readProfile: true, listOwn: true, readOwn: true, readAllOwn: true, updateOwn: true, deleteOwn: true },
  ...{ grant: true, revoke: true },
}

type Call = (...parameters: unknown[]) => Promise<unknown>

/**
 * The same node, with an event for each call.
 * @param at - its position in the config, from 1
 */
export function observeNode<Node extends StorageNode>(node: Node, at: number, telemetry: Telemetry): Node {
  const observed = new Map<string | symbol, Call>()
  const observe =
    (operation: string): Call =>
    async (...parameters) => {
      const began = performance.now()
      const tell = (outcome: TelemetryEvents['nodeCall']['outcome']) =>
        telemetry.emit('nodeCall', { node: at, operation, outcome, milliseconds: performance.now() - began })
      try {
        const call = Reflect.get(node, operation) as Call
        const result = await inNodeSpan(at, operation, () => Reflect.apply(call, node, parameters))
        tell('ok')
        return result
      } catch (error) {
        tell(outcomeOf(error))
        throw error
      }
    }
  return new Proxy(node, {
    get(target, name) {
      // The target itself: a getter of a remote node reads the state of its closure.
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      const call =
        observed.get(name) ?? (Object.hasOwn(OPERATIONS, name) ? observe(name) : member.bind(target))
      observed.set(name, call)
      return call
    },
  })
}

function outcomeOf(error: unknown): TelemetryEvents['nodeCall']['outcome'] {
  if (isUnavailable(error)) return 'unreachable'
  return error instanceof NodeError ? 'refused' : 'failed'
}

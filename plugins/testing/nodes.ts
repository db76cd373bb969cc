/** Storage nodes that fail on demand, as unreachable remote nodes do. */
import { definePlugin, type Manifest, type Plugin } from '../../core/index.ts'
import { NodeUnreachable } from '../../core/stores/network/errors.ts'
import type { LocalNode } from '../../core/stores/network/local-nodes.ts'

/** A storage node of a test. */
export interface TestNode {
  readonly url: string
  readonly did: string
  /**
   * Makes the node unreachable: further calls fail with NodeUnreachable, and calls in progress lose their
   * answer.
   */
  fail(): void
  /** Makes the node reachable again, with the records that it has. */
  recover(): void
}

/**
 * Plugins, with storage nodes that can fail in place of those that one of them supplies.
 * @returns the plugins, and the list of nodes, which is filled when the gateway starts
 */
export function failingNodes(plugins: readonly Plugin[]): { plugins: Plugin[]; nodes: readonly TestNode[] } {
  const nodes: TestNode[] = []
  const withFailing = (plugin: Plugin): Plugin => {
    const { manifest } = plugin
    const { startLocalNodes } = manifest
    if (startLocalNodes === undefined) return plugin
    const failing: Manifest = {
      ...manifest,
      async startLocalNodes(options) {
        const urls = options.keys.map((_, at) => `https://node-${at + 1}.example`)
        const switched = (await startLocalNodes({ urls, ...options })).map(withSwitch)
        nodes.push(...switched.map(({ handle }) => handle))
        return switched.map(({ node }) => node)
      },
    }
    return definePlugin<Record<never, never>, [], never>(failing as never)
  }
  return { plugins: plugins.map(withFailing), nodes }
}

function withSwitch(started: LocalNode): { node: LocalNode; handle: TestNode } {
  let failing = false
  const reachable = () => {
    if (failing) throw new NodeUnreachable(started.url)
  }
  const node = new Proxy(started, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'close') return member
      return async (...given: unknown[]) => {
        reachable()
        try {
          return await Reflect.apply(member, target, given)
        } finally {
          reachable()
        }
      }
    },
  })
  const handle = {
    get url() {
      return started.url
    },
    did: started.did,
    fail() {
      failing = true
    },
    recover() {
      failing = false
    },
  }
  return { node, handle }
}

/** The storage nodes of this process, on consecutive ports. */
import { definePlugin } from '../../core/index.ts'
import type { StartLocalNodes } from '../../core/node.ts'
import { createNodeServer } from './http/server.ts'
import { BoundsSchema } from './node/bounds.ts'

// Imported only by a gateway with nodes of its own. Outside the spec, where the compiler would not rewrite
// the `.ts`.
const startLocalNodes: StartLocalNodes = async options =>
  (await import('./node/local.ts')).startLocalNodes(options)

export default definePlugin({
  name: 'storage-node',
  version: '1.0.0',
  startLocalNodes,
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['serve', 'builders', 'quota', 'builderQuota', 'queries', 'requestsPerMinute'],
    properties: {
      serve: {
        type: 'boolean',
        default: true,
        description: 'Serve the nodes over HTTP. With `false`, only this gateway reaches them.',
      },
      port: {
        type: 'integer',
        minimum: 0,
        maximum: 65_535,
        description:
          'Port of the first node; the others follow. Default: the port after the gateway’s. 0 picks free ports.',
      },
      ...BoundsSchema,
      requestsPerMinute: {
        type: 'integer',
        minimum: 1,
        default: 1000,
        description: 'Maximum requests per minute to a node, per address and per key.',
      },
    },
  },

  async setup(app, { serve, port, requestsPerMinute }) {
    if (!serve) return
    const { localNodes, config, origins } = app.gateway
    const first = port ?? (config.port === 0 ? 0 : config.port + 1)
    for (const [at, node] of localNodes.entries()) {
      const nodeServer = await createNodeServer(node, {
        requestsPerMinute,
        peers: app.gateway.peers,
        ...{ requestTimeout: config.limits.requestTimeout, trustProxy: config.trustProxy },
        trustTraceparent: config.telemetry.trustTraceparent,
        logLevel: config.log.level,
      })
      app.addHook('onClose', () => nodeServer.close())
      origins.push({
        name: `node ${at + 1}`,
        port: first === 0 ? 0 : first + at,
        app: nodeServer,
        listening(url) {
          node.url = url
        },
      })
    }
  },
})

/** The description of a deployment: everything that a client needs besides the base URL. */
import { type App, type Config, definePlugin } from '../../core/index.ts'
import { Environment } from '../../schemas/environment.ts'
import { ref } from '../../schemas/types.ts'

/** The linked pages, each with the route of the plugin that serves it. */
const OPENED = {
  application: ['GET', '/application'],
  profile: ['GET', '/profile'],
  questionnaire: ['GET', '/questionnaire/:id'],
  wallet: ['GET', '/wallet-external'],
  docs: ['GET', '/docs'],
  fhir: ['GET', '/fhir/metadata'],
  mcp: ['POST', '/mcp'],
  health: ['GET', '/health'],
} as const

export default definePlugin({
  name: 'discovery',
  version: '1.0.0',
  schemas: [Environment],
  tag: { name: 'Discovery', description: 'Addresses, keys and collections of this deployment.' },

  routes(app) {
    const { gateway } = app
    app.get(
      '/.well-known/andiron.json',
      {
        schema: {
          operationId: 'environment',
          summary: 'Read the environment of this deployment',
          security: [],
          response: { 200: { description: 'The environment.', ...ref(Environment) } },
        },
      },
      async (_request, reply): Promise<Environment> => {
        reply.header('access-control-allow-origin', '*')
        const { config, builder, records, collections, version, baseUrl } = gateway
        return {
          version,
          network: config.network,
          apiBaseUrl: baseUrl,
          nodes: records.nodes.map(({ url, did }) => ({ url, did })),
          ...secretSharingOf(records.nodes.length, config.stores.records),
          builderDid: builder.did,
          builderSuccessions: [...builder.successions],
          ...(records.replacements?.length && { nodeSuccessions: [...records.replacements] }),
          ...(records.additions?.length && { nodeAdditions: [...records.additions] }),
          collections: Object.fromEntries([...collections].map(({ name, uid }) => [name, uid])),
          fileScheme: config.fileScheme,
          largestFile: config.limits.file,
          didPrefix: config.did.prefix,
          links: linksOf(app, baseUrl),
          // Not by an import: the plugin `oauth` may be off.
          ...(app.hasDecorator('oauth') && { readerLifetime: app.oauth.tokenLifetime }),
          eip712Domain: { name: config.wallet.domainName, version: '1.0' },
        }
      },
    )
  },
})

/** The option has no effect on records in memory, and a single node seals what others share. */
function secretSharingOf(
  nodes: number,
  { driver, threshold }: Config['stores']['records'],
): Pick<Environment, 'secretSharing'> {
  if (driver === 'memory' || nodes < 2) return {}
  return {
    secretSharing:
      threshold === undefined ? { scheme: 'xor', threshold: nodes } : { scheme: 'shamir-gf256', threshold },
  }
}

/** A path parameter appears in its link as `{id}`. */
const linksOf = (app: App, baseUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(OPENED)
      .filter(([, [method, url]]) => app.hasRoute({ method, url }))
      .map(([name, [, url]]) => [name, `${baseUrl}${url.replace(/:(\w+)/g, '{$1}')}`]),
  )

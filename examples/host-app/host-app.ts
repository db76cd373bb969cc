/** A Fastify application of one's own with a gateway in it: our plugins and plain ones side by side. */
import { type ConfigInput, createGateway, declareSecurity } from 'andiron'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

/** Plain Fastify: it knows nothing of the gateway. */
const openingHours: FastifyPluginAsync = async app => {
  app.get('/opening-hours', async () => ({ monday: '08:00–17:00', tuesday: '08:00–12:00' }))
}

export async function createHost(config: ConfigInput): Promise<FastifyInstance> {
  const app = await createGateway(config)

  // Every route must declare who may call it. For plugins that cannot, declare it on their scope: here,
  // anyone.
  await app.register(async scope => {
    declareSecurity(scope, [])
    await scope.register(openingHours)
  })

  // A route of the host declares it itself and receives the caller.
  app.get('/appointments', { schema: { security: [{ selfSigned: ['read'] }] } }, async ({ caller }) => ({
    patient: caller.did,
    appointments: [],
  }))

  return app
}

/** The gateway of the demo: a running one, or a temporary one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveEnvironment } from '../../ui/sdk/index.ts'

export interface DemoGateway {
  readonly url: string
  /** True if the demo started it and will remove it. */
  readonly own: boolean
  close(): Promise<void>
}

/**
 * The gateway at `address`, or at the default address; otherwise starts one.
 * @param address - `ANDIRON_BASE_URL`
 */
export async function findGateway(address: string | undefined): Promise<DemoGateway> {
  const { apiBaseUrl: url } = resolveEnvironment(address ?? 'development')
  if (await isGateway(url)) return { url, own: false, close: async () => {} }
  if (address !== undefined) throw new Error(`No gateway answers at ${url}, where ANDIRON_BASE_URL points`)
  return startGateway()
}

async function isGateway(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/.well-known/andiron.json`, { signal: AbortSignal.timeout(2000) })
    return response.ok && 'apiBaseUrl' in ((await response.json()) as object)
  } catch {
    return false
  }
}

/** The only part of the demo that needs the gateway's code; the rest needs only the SDK. */
async function startGateway(): Promise<DemoGateway> {
  const { serve } = await import('../../plugins/index.ts')
  const data = await mkdtemp(join(tmpdir(), 'andiron-demo-'))
  const remove = () => rm(data, { recursive: true, force: true })
  try {
    const { url, close } = await serve({ port: 0, data, log: { level: 'error' } })
    return {
      url,
      own: true,
      async close() {
        await close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Readiness: checks each dependency of the gateway by name. */
import type { Gateway } from '../../core/index.ts'
import type { Readiness } from '../../schemas/readiness.ts'

/** Time-out in milliseconds: a slower dependency is not ready. */
const PATIENCE = 2000

export async function readinessOf({
  records,
  tokens,
  objects,
  primitives,
  draining,
}: Gateway): Promise<Readiness> {
  const [tokensReady, objectsReady, nodes] = await Promise.all([
    answers(tokens.ping()),
    within(PATIENCE, objects.health()).catch(() => ({ ready: false, problem: 'does not answer' })),
    within(PATIENCE, records.health()).catch(() =>
      records.nodes.map(({ url, did }) => ({ url, did, ready: false, problem: 'does not answer' })),
    ),
  ])
  const dependencies: Readiness['dependencies'] = [
    { name: 'tokens', ...tokensReady },
    { name: 'objects', ...objectsReady },
    ...nodes.map(({ url, did, ready, problem }) => ({
      name: `node ${url || did}`,
      ready,
      ...(problem && { problem }),
    })),
  ]
  const ready = !draining && dependencies.every(dependency => dependency.ready)
  return { ready, draining, crypto: primitives.name, dependencies }
}

async function answers(ping: Promise<unknown>): Promise<{ ready: boolean; problem?: string }> {
  try {
    await within(PATIENCE, ping)
    return { ready: true }
  } catch {
    return { ready: false, problem: 'does not answer' }
  }
}

/** Rejects if the work does not end in time. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The state of a gateway in words. */
import type { OperatorStatus } from '../../../schemas/operator-status.ts'

export const timeOf = (time: number): string => new Date(time).toLocaleTimeString()

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

export const bytes = (value: number): string => `${Math.round(value / 2 ** 20)} MiB`

export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

export interface Sentence {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly title: string
  readonly about: string
}

/** The one sentence that an operator reads first. A record is on every node or on none, so a node that is away stops writing. */
export function sentenceOf({ ready, draining, dependencies, findings }: OperatorStatus): Sentence {
  if (draining)
    return {
      tone: 'warn',
      title: 'Shutting down.',
      about: 'Requests in progress are finished; load balancers send new ones elsewhere.',
    }
  const away = dependencies.filter(dependency => !dependency.ready).map(({ name }) => name)
  if (!ready && away.every(name => name.startsWith('node ')) && away.length > 0)
    return {
      tone: 'bad',
      title: away.length === 1 ? 'Not ready: one node is away.' : `Not ready: ${away.length} nodes are away.`,
      about:
        'Nobody can save: a record is stored on every node or on none. Retries are safe, and writes that had begun end once all nodes answer.',
    }
  if (!ready)
    return {
      tone: 'bad',
      title: `Not ready: ${away.join(', ') || 'a dependency'} does not answer.`,
      about: 'Load balancers send requests to other gateways. Requests that need it get 503.',
    }
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong > 0)
    return {
      tone: 'warn',
      title: wrong === 1 ? 'Ready, with one problem.' : `Ready, with ${wrong} problems.`,
      about: 'People can read and save. See the problems below.',
    }
  return { tone: 'good', title: 'Ready.', about: 'People can read and save. Every store and node answers.' }
}

/** The state of a gateway, for the page of its operator: no person, no record, no secret. */
import type { Infer } from './types.ts'

const count = { type: 'integer', minimum: 0 } as const
const time = { type: 'integer', description: 'Milliseconds since the epoch.' } as const
const list = <Item extends object>(items: Item) => ({ type: 'array', items }) as const
const object = <
  const Properties extends Record<string, object>,
  const Required extends readonly (keyof Properties & string)[],
>(
  properties: Properties,
  required: Required,
) => ({ type: 'object', additionalProperties: false, properties, required }) as const

export const OperatorStatus = {
  $id: 'OperatorStatus',
  ...object(
    {
      at: time,
      version: { type: 'string' },
      started: time,
      ready: {
        type: 'boolean',
        description: 'True if all stores answer and the gateway does not shut down.',
      },
      draining: { type: 'boolean' },
      dependencies: list(
        object({ name: { type: 'string' }, ready: { type: 'boolean' }, problem: { type: 'string' } }, [
          'name',
          'ready',
        ]),
      ),
      nodes: list(
        object(
          {
            url: { type: 'string' },
            ready: { type: 'boolean' },
            problem: { type: 'string' },
            median: { type: 'number', description: 'Milliseconds, of the latest 200 calls.' },
            slow: { type: 'number', description: 'Milliseconds, the slowest 5 % of these.' },
            minutes: {
              ...list({ type: ['number', 'null'] } as const),
              description: 'Mean milliseconds of each minute of the last hour.',
            },
          },
          ['url', 'ready', 'minutes'],
        ),
      ),
      journal: object(
        { records: count, parked: count, oldest: { type: 'number', description: 'Seconds.' } },
        ['records', 'parked', 'oldest'],
      ),
      minutes: list(
        object({ at: time, stored: count, repeated: count, refused: count, failed: count }, [
          ...(['at', 'stored', 'repeated', 'refused', 'failed'] as const),
        ]),
      ),
      refused: list(
        object(
          {
            code: { type: 'string' },
            status: { type: 'integer' },
            sentence: { type: 'string', description: 'Of the error’s row, with `…` for its details.' },
            remedy: { type: 'string' },
            count,
            lastAt: time,
          },
          ['code', 'status', 'sentence', 'count', 'lastAt'],
        ),
      ),
      jobs: list(
        object({ kind: { type: 'string' }, state: { type: 'string' }, count }, ['kind', 'state', 'count']),
      ),
      pools: list(
        object({ database: { type: 'string' }, used: count, idle: count, waiting: count, most: count }, [
          ...(['database', 'used', 'idle', 'waiting', 'most'] as const),
        ]),
      ),
      caches: list(
        object({ name: { type: 'string' }, hits: count, misses: count }, ['name', 'hits', 'misses']),
      ),
      sandbox: object({ threads: count, running: count, waiting: count }, ['threads', 'running', 'waiting']),
      loop: {
        type: 'number',
        description:
          'Delay of the event loop in milliseconds, 99th percentile; of several workers, the longest.',
      },
      memory: { type: 'integer', description: 'Resident bytes of the process, or of all workers.' },
      findings: {
        ...list(
          object(
            {
              state: { enum: ['note', 'wrong'] },
              what: { type: 'string' },
              mend: { type: 'string' },
            } as const,
            ['state', 'what', 'mend'],
          ),
        ),
        description:
          'Problems that the gateway finds in its own state, in the words of `andiron doctor`, which finds more.',
      },
      plugins: list(object({ name: { type: 'string' }, version: { type: 'string' } }, ['name', 'version'])),
    },
    [
      ...(['at', 'version', 'started', 'ready', 'draining', 'dependencies', 'nodes', 'minutes'] as const),
      ...([
        'refused',
        'jobs',
        'pools',
        'caches',
        'sandbox',
        'loop',
        'memory',
        'findings',
        'plugins',
      ] as const),
    ],
  ),
} as const

export type OperatorStatus = Infer<typeof OperatorStatus>

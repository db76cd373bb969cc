/** The number of processes that serve together on one port. */
import { availableParallelism } from 'node:os'
import type { Config } from './config-schema.ts'

export const workersOf = ({ workers }: Pick<Config, 'workers'>): number =>
  workers === 'auto' ? availableParallelism() : workers

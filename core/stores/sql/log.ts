/** Log messages of the database to the operator, in the three levels it needs. */

import type { FastifyBaseLogger } from 'fastify'

/** A pino logger, or any object with the same three methods. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

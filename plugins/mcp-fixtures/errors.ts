/** What the fixtures answer when they are asked for an error, or by the wrong way. */
import createError from '@fastify/error'

export const IntendedError = createError(
  'AND_INTENDED_ERROR',
  'This tool intentionally returns an error for testing',
  400,
)
export const NeedsSession = createError(
  'AND_NEEDS_SESSION',
  'This fixture asks its client back, which needs a session: call it at /api/mcp-fixtures',
  400,
)
export const NotThisMachine = createError(
  'AND_NOT_THIS_MACHINE',
  'The fixtures are served to programs on this machine only',
  403,
)

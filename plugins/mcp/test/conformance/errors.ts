/** Errors of the fixtures: those that a test requests, and those for a wrong request. */
import { createError } from 'andiron'

export const IntendedError = createError(
  'AND_INTENDED_ERROR',
  'This tool intentionally returns an error for testing',
  400,
)
export const NeedsSession = createError(
  'AND_NEEDS_SESSION',
  'This fixture sends requests to its client, which requires a session: call it at /conformance',
  400,
)
export const NotThisMachine = createError(
  'AND_NOT_THIS_MACHINE',
  'The fixtures are served to programs on this machine only',
  403,
)

/** Errors of the pages. */
import createError from '@fastify/error'

export const PagesNotBuilt = createError(
  'AND_PAGES_NOT_BUILT',
  "The page '%s' has not been built: run 'npm run build'",
  503,
)

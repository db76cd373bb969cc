/** Why no bytes of a file are given out. */
import createError from '@fastify/error'

export const MissingTicket = createError(
  'AND_MISSING_TICKET',
  "This address needs the 'token' it was given out with",
  401,
)
// One sentence for every reason: whoever tries tickets learns nothing from it.
export const UnknownTicket = createError(
  'AND_UNKNOWN_TICKET',
  "This address was used, has expired, or never was: ask for a new one (an assistant calls 'my_document_content' again)",
  404,
)
export const FetchedAhead = createError(
  'AND_FETCHED_AHEAD',
  'This address works once and is not spent on previews: open it yourself',
  503,
)
export const DamagedFile = createError(
  'AND_DAMAGED_FILE',
  'The bytes in the object store are not those that the owner of this file sealed: nothing of them is given out',
  502,
)

/** Errors of files and downloads. */
import createError from '@fastify/error'

export const MissingTicket = createError('AND_MISSING_TICKET', "This address requires its 'token'", 401)
// One message for every reason: guessing tickets reveals nothing.
export const UnknownTicket = createError(
  'AND_UNKNOWN_TICKET',
  "This address is unknown, expired, or already used: request a new one (an assistant calls 'my_document_content' again)",
  404,
)
export const FetchedAhead = createError(
  'AND_FETCHED_AHEAD',
  'This address works once and is not served to link previews: open it yourself',
  503,
)
export const RangeNotSatisfiable = createError<[number]>(
  'AND_RANGE_NOT_SATISFIABLE',
  'The file has %d bytes, and none in this range; the address is used up: request a new one',
  416,
)
export const DamagedFile = createError(
  'AND_DAMAGED_FILE',
  'The stored bytes differ from those that the owner of this file sealed; the file is not served',
  502,
)
export const LostFile = createError<[string]>(
  'AND_LOST_FILE',
  "The object store has lost the bytes of the file '%s', or a part of them; its record is intact. The operator can restore the object store from a backup; otherwise upload the file again",
  502,
)
// For deleted files, those of others, and those with a record that the service may not read: it cannot
// distinguish them.
export const FileNotRead = createError(
  'AND_FILE_NOT_READ',
  "The service cannot read the file '%s' of yours, and deleted nothing. If you revoked its read access, call 'DELETE /api/attachment/%s/<upload key>' with the URL-encoded upload key from 'url' of its record on the storage nodes",
  404,
)
// For an assistant, as part of its answer: each says what to do instead.
export const UnknownFile = createError(
  'AND_UNKNOWN_BINARY',
  'The person has no file with this id: use a binaryId from my_document_references',
  404,
)
export const NoText = createError(
  'AND_NO_TEXT',
  'This file is not text, or is too large to be read as text: request it as "inline" or "url"',
  422,
)
export const NoTextInDocument = createError<[string]>(
  'AND_NO_TEXT_IN_DOCUMENT',
  'No text can be read in this document: %s. Ask for it as "inline" or "url"',
  422,
)
export const TooLargeToEmbed = createError(
  'AND_TOO_LARGE_TO_EMBED',
  'This file is too large to be embedded: request it as "url"',
  422,
)

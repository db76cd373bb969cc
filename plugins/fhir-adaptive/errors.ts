/** Errors of item banks. */
import createError from '@fastify/error'

export const InvalidItemBank = createError(
  'AND_INVALID_ITEM_BANK',
  'The form is not an item bank of the graded response model',
  422,
)

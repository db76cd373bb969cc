/** The reason why an expression has no result: it is broken, needs a missing engine, or time has run out. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure'
}

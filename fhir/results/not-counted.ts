/** The reason why a query cannot be aggregated over the responses to a form. */
export class NotCounted extends Error {
  /** The invalid member of the query. */
  readonly member: string
  constructor(message: string, member = '') {
    super(message)
    this.member = member
  }
}

/** Why a question about the responses to a form cannot be counted as it is asked. */
export class NotCounted extends Error {
  /** The member of the question that is at fault. */
  readonly member: string
  constructor(message: string, member = '') {
    super(message)
    this.member = member
  }
}

/** A budget of retries: prevents a retry storm against a failing node. */
export class RetryBudget {
  private left: number
  private readonly most: number
  private readonly perSuccess: number

  /** At most `most` retries in a row, and one more for every `1 / perSuccess` successful requests. */
  constructor(most = 10, perSuccess = 0.1) {
    this.most = most
    this.left = most
    this.perSuccess = perSuccess
  }

  /** Takes a retry from the budget; false if none is left. */
  take(): boolean {
    if (this.left < 1) return false
    this.left -= 1
    return true
  }

  succeeded(): void {
    this.left = Math.min(this.most, this.left + this.perSuccess)
  }
}

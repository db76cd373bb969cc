/** Who wants to hear of the changes of something, and how many there were. */

export class Audience {
  /** Grows with every change. */
  revision = 0
  #listeners: readonly (() => void)[] = []

  /** Calls back with every change; returns how to end that. The same function each time, as the one below is. */
  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter(each => each !== listener)
    }
  }

  /** Reads the revision. */
  readonly read = (): number => this.revision

  /** Tells everyone of a change. */
  tell() {
    this.revision++
    for (const listener of this.#listeners) listener()
  }
}

/** Listeners for changes of one object, with a count of the changes. */
export class Audience {
  /** Incremented by every change. */
  revision = 0
  #listeners: readonly (() => void)[] = []

  /** Subscribes to changes and returns a function that unsubscribes. Like `read`, its identity is stable. */
  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter(each => each !== listener)
    }
  }

  /** Returns the revision. */
  readonly read = (): number => this.revision

  /** Notifies all listeners of a change. */
  tell() {
    this.revision++
    for (const listener of this.#listeners) listener()
  }
}

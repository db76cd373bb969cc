/** A lock per key: tasks with one key run one after the other, tasks with different keys run concurrently. */
export class KeyedLock {
  private readonly tails = new Map<string, Promise<unknown>>()

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve()
    const running = before.then(task, task)
    // The next in line waits for the end of this one, successful or not.
    const tail = running.catch(() => {})
    this.tails.set(key, tail)
    try {
      return await running
    } finally {
      if (this.tails.get(key) === tail) this.tails.delete(key)
    }
  }
}

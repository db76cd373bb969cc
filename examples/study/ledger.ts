/** The responses that the study has handled: a line each, which is on disk before the next one is read. */
import { type FileHandle, open } from 'node:fs/promises'

/** A response without its answers: these stay with the person, who may delete them or stop sharing them. */
export interface Received {
  readonly id: string
  readonly authored: string
}

export class Ledger {
  readonly #file: FileHandle
  readonly #ids = new Set<string>()
  #newest = ''

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(path: string): Promise<Ledger> {
    const ledger = new Ledger(await open(path, 'a+', 0o600))
    const content = await ledger.#file.readFile('utf8')
    const whole = content.slice(0, content.lastIndexOf('\n') + 1)
    // A line that a kill cut off: its response is read again.
    if (whole.length < content.length) await ledger.#file.truncate(Buffer.byteLength(whole))
    for (const line of whole.split('\n').filter(Boolean)) ledger.#note(JSON.parse(line))
    return ledger
  }

  get size(): number {
    return this.#ids.size
  }

  /** The time of the newest response, where reading continues. */
  get newest(): Date | undefined {
    return this.#newest === '' ? undefined : new Date(this.#newest)
  }

  /** Adds a response once, however often it is read. */
  async add({ id, authored }: Received): Promise<void> {
    if (this.#ids.has(id)) return
    // A study would thank the person here, with the id as the idempotency key of the message.
    await this.#file.appendFile(`${JSON.stringify({ id, authored })}\n`)
    await this.#file.datasync()
    this.#note({ id, authored })
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #note({ id, authored }: Received): void {
    this.#ids.add(id)
    if (authored > this.#newest) this.#newest = authored
  }
}

/** The other processes of this gateway on this machine, which `andiron start --workers` runs. */

/** From one worker to the others, or to one of them. */
export interface PeerMessage {
  readonly type: 'peer'
  readonly topic: string
  readonly body: unknown
  /** The worker that sent it; set on delivery. */
  readonly from?: number
  /** Absent for all others. */
  readonly to?: number
  /** The number of a question, in the question and in each answer. */
  readonly question?: number
}

/** Milliseconds in which the other workers answer. */
const PATIENCE = 3_000

type Listen = (body: unknown) => unknown

interface Question {
  readonly missing: Set<number>
  readonly answers: unknown[]
  readonly answered: () => void
}

/** Tells and asks the other workers. Nothing that must not get lost goes this way: a worker may end at any time. */
export class Peers {
  /** The number of this worker, from 1. */
  readonly worker: number
  readonly #send: (message: PeerMessage) => void
  readonly #others: () => readonly number[]
  readonly #listening = new Map<string, Listen>()
  readonly #questions = new Map<number, Question>()
  #count = 0

  /**
   * @param others - the numbers of the other workers that serve
   * @param send - delivers a message to the others
   */
  constructor(
    worker = 1,
    others: () => readonly number[] = () => [],
    send: (message: PeerMessage) => void = () => {},
  ) {
    this.worker = worker
    this.#others = others
    this.#send = send
  }

  /** True if there may be other workers. */
  get areThere(): boolean {
    return this.#others().length > 0
  }

  tell(topic: string, body: unknown): void {
    if (this.areThere) this.#send({ type: 'peer', topic, body })
  }

  /** The answers of the other workers, without those that do not answer in time: seconds. */
  async ask(topic: string, body?: unknown): Promise<readonly unknown[]> {
    const others = this.#others()
    if (others.length === 0) return []
    const question = this.#count++
    const answers: unknown[] = []
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      this.#questions.set(question, { missing: new Set(others), answers, answered: resolve })
      timer = setTimeout(resolve, PATIENCE)
      this.#send({ type: 'peer', topic, body, question })
    })
    clearTimeout(timer)
    this.#questions.delete(question)
    return answers
  }

  /** Receives what others tell under a topic, or answers it. */
  on(topic: string, listen: Listen): void {
    this.#listening.set(topic, listen)
  }

  async receive({ topic, body, from, to, question }: PeerMessage): Promise<void> {
    if (from === undefined) return
    if (to !== undefined && question !== undefined) return this.#answered(question, from, body)
    const answer = await this.#listening.get(topic)?.(body)
    if (question !== undefined) this.#send({ type: 'peer', topic, body: answer, to: from, question })
  }

  #answered(question: number, from: number, body: unknown): void {
    const asked = this.#questions.get(question)
    if (!asked?.missing.delete(from)) return
    asked.answers.push(body)
    if (asked.missing.size === 0) asked.answered()
  }
}

/** The terminology server of the operator: requests that are bounded in time, size and number, and cached. */
import { LRUCache } from 'lru-cache'
import { type Network, RemoteFailure, requestJson } from '../../core/index.ts'
import { isObject, objects, text } from '../../fhir/values/unchecked-json.ts'

/** The part of the config that describes it. */
export interface TerminologyOptions {
  /** Base URL of a FHIR server. */
  readonly url: string
  /** Value of the header `Authorization`, sent to `url` only and never logged. */
  readonly authorization?: string | undefined
  readonly allowedHosts: readonly string[]
  /** Milliseconds for an answer. */
  readonly timeout: number
  readonly largestAnswer: number
  readonly cacheEntries: number
  readonly cacheBytes: number
  readonly cacheSeconds: number
  readonly mostConcurrent: number
}

type Resource = Readonly<Record<string, unknown>>

/** A part of Parameters. */
export interface Parameter {
  readonly name: string
  readonly [value: string]: unknown
}

/**
 * The answer of a server: a resource; its refusal of a request that it understood; or none, because it is
 * down, slow, or something other than a terminology server.
 */
export type Answer =
  | {
      readonly outcome: 'answered'
      readonly resource: Resource
      /** Bytes of the answer. */
      readonly size: number
      /** Another number for each answer of this gateway. */
      readonly serial: number
    }
  /** `code` is FHIR's issue type: `not-found`, `too-costly`. */
  | { readonly outcome: 'refused'; readonly text: string; readonly code: string }
  | { readonly outcome: 'failed'; readonly reason: string; readonly isTooLarge?: boolean }

/** An operation on a server, by its path below the base URL: `ValueSet/$expand`. */
export type RemoteOperation =
  | 'ValueSet/$expand'
  | 'ValueSet/$validate-code'
  | 'CodeSystem/$validate-code'
  | 'CodeSystem/$lookup'

/** Milliseconds for which a failure is repeated to the next caller. */
const FAILURE_KEPT = 5_000
/** Milliseconds for which an old answer is used while there is no new one. */
const LONGEST_USE = 24 * 60 * 60 * 1000
/** Failures in a row after which a server is left alone, for as long. */
const MOST_FAILURES = 5
/** Statuses behind which a second attempt may find another instance. */
const WORTH_A_RETRY: ReadonlySet<number> = new Set([502, 503, 504])
/** Statuses with which a FHIR server refuses a request, with an OperationOutcome. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 410, 422])
/** Longest refusal that is shown. */
const LONGEST_TEXT = 300

interface Health {
  failures: number
  /** No request is sent before. */
  until: number
}

/** Called for every request that is sent, without its contents. */
export type Notice = (event: { readonly host: string; readonly outcome: string }) => void

/** An answer with its time. */
interface Kept {
  readonly answer: Answer
  readonly at: number
  readonly size: number
}

/**
 * The configured server, and those that forms prefer and the operator allows.
 *
 * A gateway has one for what anybody searches and one for the answers to forms, each with half of the limits: nobody
 * who searches can keep the answers of others from being checked.
 */
export class TerminologyServer {
  readonly #options: TerminologyOptions
  readonly #network: Network | undefined
  readonly #notice: Notice
  readonly #lookedUp: (isHit: boolean) => void
  readonly #answers: LRUCache<string, Kept>
  readonly #running = new Map<string, Promise<Answer>>()
  readonly #health = new Map<string, Health>()
  readonly #own: string
  #sent = 0
  #serial = 0

  constructor(
    options: TerminologyOptions,
    {
      network,
      notice = () => undefined,
      lookedUp = () => undefined,
    }: { network?: Network; notice?: Notice; lookedUp?: (isHit: boolean) => void } = {},
  ) {
    this.#options = options
    this.#own = trimmed(options.url)
    this.#network = network
    this.#notice = notice
    this.#lookedUp = lookedUp
    this.#answers = new LRUCache({
      max: options.cacheEntries,
      maxSize: options.cacheBytes,
      sizeCalculation: ({ size }, key) => 64 + key.length + size,
    })
  }

  /** The base URL of a server that a form prefers, if the operator allows it; otherwise undefined. */
  allowed(preferred: unknown): string | undefined {
    const written = text(preferred)
    const url = written === undefined ? null : URL.parse(written)
    if (url === null || written === undefined || url.username || url.password || url.search || url.hash)
      return undefined
    if (trimmed(written) === this.#own) return this.#own
    // Everything but the configured URL is the choice of an outsider: https, and at a public address.
    return url.protocol === 'https:' && this.#options.allowedHosts.includes(url.host)
      ? trimmed(url.href)
      : undefined
  }

  /** The first allowed server of those that a form prefers, otherwise the configured one. */
  serverFor(preferred: readonly unknown[] = []): string {
    for (const each of preferred) {
      const allowed = this.allowed(each)
      if (allowed !== undefined) return allowed
    }
    return this.#own
  }

  /**
   * Sends an operation, unless the answer is known. Callers with the same request share it. It never throws,
   * and answers within the time of the config.
   *
   * An answer that has become old is used at once while a new one is requested, and for a day if the server does
   * not give one.
   */
  ask(
    operation: RemoteOperation,
    parameters: readonly Parameter[],
    server: string = this.#own,
  ): Promise<Answer> {
    const key = `${server} ${operation} ${JSON.stringify(parameters)}`
    const kept = this.#answers.get(key)
    const age = kept === undefined ? 0 : performance.now() - kept.at
    const isKnown = kept !== undefined && age < this.#lifeOf(kept.answer)
    this.#lookedUp(isKnown)
    if (isKnown) return Promise.resolve(kept.answer)
    const asked = this.#running.get(key) ?? this.#start(key, operation, parameters, server)
    return kept !== undefined && isLasting(kept.answer) && age < LONGEST_USE
      ? Promise.resolve(kept.answer)
      : asked
  }

  #lifeOf(answer: Answer): number {
    return isLasting(answer) ? this.#options.cacheSeconds * 1000 : FAILURE_KEPT
  }

  #start(
    key: string,
    operation: RemoteOperation,
    parameters: readonly Parameter[],
    server: string,
  ): Promise<Answer> {
    const health = this.#health.get(server)
    if (health !== undefined && performance.now() < health.until)
      return failed('is left alone after failures')
    if (this.#sent >= this.#options.mostConcurrent) return failed('has too many requests in progress')
    this.#sent++
    const asked = this.#send(operation, JSON.stringify(parametersOf(parameters)), server)
      .then(answer => {
        this.#judge(server, answer)
        const { host } = new URL(server)
        this.#notice({ host, outcome: answer.outcome === 'failed' ? answer.reason : answer.outcome })
        const size = answer.outcome === 'answered' ? answer.size : 0
        // A failure does not replace an answer that can still be used.
        const isUseful = isLasting(answer) || !isLasting(this.#answers.peek(key)?.answer)
        if (isUseful) this.#answers.set(key, { answer, at: performance.now(), size })
        return answer
      })
      .finally(() => {
        this.#sent--
        this.#running.delete(key)
      })
    this.#running.set(key, asked)
    return asked
  }

  #judge(server: string, { outcome }: Answer): void {
    if (outcome !== 'failed') {
      this.#health.delete(server)
      return
    }
    const failures = (this.#health.get(server)?.failures ?? 0) + 1
    const until = failures >= MOST_FAILURES ? performance.now() + FAILURE_KEPT : 0
    // The number of servers is that of the allowed hosts, but a form chooses the path.
    if (this.#health.size > 100) this.#health.clear()
    this.#health.set(server, { failures, until })
  }

  /** At most two requests, both within the time. */
  async #send(operation: RemoteOperation, body: string, server: string): Promise<Answer> {
    const { timeout, largestAnswer, authorization } = this.#options
    const isOwn = server === this.#own
    const end = performance.now() + timeout
    const terms = {
      largest: largestAnswer,
      publicOnly: !isOwn,
      // The body, not the query: codes and words of a person do not belong into the logs of servers.
      body,
      headers: {
        accept: 'application/fhir+json',
        'content-type': 'application/fhir+json',
        ...(isOwn && authorization !== undefined && { authorization }),
      },
      reads: (status: number) => status === 200 || REFUSALS.has(status),
    }
    for (let attempt = 1; ; attempt++) {
      const patience = Math.max(1, end - performance.now())
      try {
        const url = new URL(`${server}/${operation}`)
        const { status, json, size } = await requestJson(url, { ...terms, patience }, this.#network)
        return read(status, json, size, ++this.#serial)
      } catch (error) {
        if (!(error instanceof RemoteFailure)) return { outcome: 'failed', reason: 'cannot be asked' }
        const { fault, status = 0 } = error
        const isPassing = fault === 'unreachable' || (fault === 'no-json' && WORTH_A_RETRY.has(status))
        if (attempt === 1 && isPassing && performance.now() < end) continue
        return { outcome: 'failed', reason: reasonOf(fault, status), isTooLarge: fault === 'too-large' }
      }
    }
  }
}

const failed = (reason: string): Promise<Answer> => Promise.resolve({ outcome: 'failed', reason })

const trimmed = (url: string) => url.replace(/\/+$/, '')

/** True for an answer that stays right for a while. */
const isLasting = (answer: Answer | undefined): boolean => answer !== undefined && answer.outcome !== 'failed'

const parametersOf = (parameter: readonly Parameter[]) => ({ resourceType: 'Parameters', parameter })

function reasonOf(fault: RemoteFailure['fault'], status: number): string {
  if (fault === 'late') return 'did not answer in time'
  if (fault === 'too-large') return 'sent too large an answer'
  if (fault === 'malformed') return 'sent malformed JSON'
  if (fault === 'unreachable') return 'cannot be reached'
  return status === 200 ? 'sent no JSON' : `answered with status ${status}`
}

function read(status: number, json: unknown, size: number, serial: number): Answer {
  if (!isObject(json) || typeof json['resourceType'] !== 'string')
    return { outcome: 'failed', reason: 'sent no FHIR resource' }
  if (status === 200) {
    if (json['resourceType'] === 'OperationOutcome') return refusalOf(json)
    return { outcome: 'answered', resource: json, size, serial }
  }
  // Without an OperationOutcome it is the answer of a proxy, or of another kind of server.
  return json['resourceType'] === 'OperationOutcome'
    ? refusalOf(json)
    : { outcome: 'failed', reason: `answered with status ${status}` }
}

/** The first sentence of an OperationOutcome. */
function refusalOf(outcome: Resource): Answer {
  const [issue] = objects<{ details: unknown; diagnostics: unknown; code: unknown }>(outcome['issue'])
  const details = isObject(issue?.details) ? text(issue.details['text']) : undefined
  const said = (details ?? text(issue?.diagnostics) ?? 'it gave no reason').slice(0, LONGEST_TEXT)
  return {
    ...{ outcome: 'refused', text: said.replace(/[\p{C}\s]+/gu, ' ').trim() },
    code: text(issue?.code) ?? '',
  }
}

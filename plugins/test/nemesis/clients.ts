/** People and the application of a study: they send requests to both gateways, and keep what they are told. */
import { setTimeout as delay } from 'node:timers/promises'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation } from '../../../core/crypto/nuc.ts'
import { anApplication, bearer, form, registrationOf, submissionOf } from '../fixtures/actors.ts'
import { phq9Response } from '../fixtures/phq-9.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'
import { type Deployment, GATEWAYS, type GatewayName } from './deployment.ts'
import type { Act } from './generator.ts'
import type { Attempt, History, Submission } from './history.ts'
import { LIE } from './links.ts'

/** Milliseconds until a client gives an answer up. */
const PATIENCE = 20_000

interface Answer extends Attempt {
  readonly text: string
}

/** A person, with what the history has of them. */
interface Person {
  readonly keyPair: KeyPair
  readonly submission: Submission
}

export class Clients {
  readonly study = anApplication()
  readonly #people: Person[] = []
  readonly #deployment: Deployment
  readonly #history: History
  #count = 0

  constructor(deployment: Deployment, history: History) {
    this.#deployment = deployment
    this.#history = history
  }

  /** Registers the application, and lets it be told of every response. */
  async enrol(endpoint: string): Promise<void> {
    await this.#demand('/api/application', ['write:application'], registrationOf(this.study))
    await this.#demand('/fhir/Subscription', ['read:questionnaire[*]'], subscriptionTo(endpoint))
  }

  /** Subscribes once more. The code is that of a command: 0 where it was accepted. */
  async subscribe(endpoint: string): Promise<{ readonly code: number }> {
    const headers = this.#signed(this.study.keyPair, ['read:questionnaire[*]'])
    const { status } = await this.#send(
      ...(['gateway-2', 'POST', '/fhir/Subscription', headers, subscriptionTo(endpoint)] as const),
    )
    return { code: status === 201 ? 0 : 1 }
  }

  /** Publishes a form, on a deployment without faults. */
  async publish(kind: 'mood' | 'phq-9'): Promise<string> {
    const text = await this.#demand(
      '/api/questionnaire',
      ['write:questionnaire'],
      kind === 'mood' ? mood : form('phq-9'),
    )
    return (JSON.parse(text) as { _id: string })._id
  }

  async act(
    { kind, gateway, isKeyed }: Act,
    epoch: number,
    to: string,
    type: 'mood' | 'phq-9',
  ): Promise<void> {
    if (kind === 'submit') return this.#submit(gateway, isKeyed, epoch, to, type)
    if (kind === 'export') return void (await this.read(gateway, to))
    const chosen = this.#people.findLast(
      ({ submission: { form, id, deletions } }) => form === to && id !== undefined && deletions.length === 0,
    )
    if (chosen === undefined) return
    if (kind === 'delete') await this.#delete(chosen, gateway)
    else await this.#withdraw(chosen, gateway)
  }

  /** Reads all responses to a form. */
  async read(gateway: GatewayName, of: string): Promise<boolean> {
    const began = Date.now()
    const { status, text } = await this.#send(
      ...([gateway, 'GET', `/api/questionnaire/${of}/responses?_count=1000`] as const),
      this.#signed(this.study.keyPair, [`read:questionnaire[${of}]`]),
    )
    if (status !== 200) return false
    const { entry = [] } = JSON.parse(text) as { entry?: readonly { resource: { id?: string } }[] }
    this.#history.reads.push({
      ...{ form: of, began, forged: text.split(LIE).length - 1 },
      ids: entry.map(({ resource }) => resource.id ?? ''),
    })
    return true
  }

  /** Waits until no deletion that was accepted is under way. */
  async settleDeletions(): Promise<void> {
    for (const { keyPair, submission } of this.#people) {
      const accepted = submission.deletions.some(({ status }) => status !== undefined && status < 300)
      for (let tries = 0; accepted && submission.deleted === undefined && tries < 40; tries++) {
        const path = '/api/profile/deletion'
        const { status, text } = await this.#send('gateway-1', 'GET', path, this.#signed(keyPair, ['read']))
        const { state } = status === 200 ? (JSON.parse(text) as { state: string }) : { state: '' }
        if (state === 'done') submission.deleted = Date.now()
        // A restore has taken it back.
        else if (state === 'none') break
        else await delay(250)
      }
    }
  }

  async #submit(
    first: GatewayName,
    isKeyed: boolean,
    epoch: number,
    to: string,
    type: 'mood' | 'phq-9',
  ): Promise<void> {
    const keyPair = createKeyPair()
    const [number, whole] = [this.#count++, type === 'mood' ? '1+0' : '1+9']
    const submission: Submission = {
      epoch,
      person: didKeyOf(keyPair.publicKey),
      form: to,
      whole,
      attempts: [],
      deletions: [],
    }
    this.#history.submissions.push(submission)
    this.#people.push({ keyPair, submission })
    const content = type === 'mood' ? moodResponse(to, `synthetic ${number}`) : phq9Response(to)
    const body = submissionOf(this.study.applicationId, content)
    const key = isKeyed ? { 'idempotency-key': crypto.randomUUID() } : {}
    const [other] = GATEWAYS.filter(each => each !== first)
    for (const gateway of isKeyed ? [first, other ?? first, first] : [first]) {
      const headers = { ...this.#signed(keyPair, ['write']), ...key }
      const { text, ...attempt } = await this.#send(gateway, 'POST', '/api/submission', headers, body)
      submission.attempts.push(attempt)
      if (attempt.status === 201) {
        submission.id = (JSON.parse(text) as { insertedUid: string }).insertedUid
        return
      }
      await delay(300)
    }
  }

  async #delete({ keyPair, submission }: Person, gateway: GatewayName): Promise<void> {
    const expiresAt = Math.floor(this.#deployment.now() / 1000) + 24 * 3600
    const permit = (verb: string) =>
      createDelegation({
        ...{ issuer: keyPair, audience: this.#deployment.builder.did, subject: keyPair.did },
        ...{ command: `/nil/db/users/${verb}`, expiresAt },
      })
    const { text: _, ...attempt } = await this.#send(
      ...([gateway, 'DELETE', '/api/profile'] as const),
      this.#signed(keyPair, ['write']),
      { did: keyPair.did, permission: { read: permit('read'), delete: permit('delete') } },
    )
    submission.deletions.push(attempt)
  }

  async #withdraw({ keyPair, submission }: Person, gateway: GatewayName): Promise<void> {
    const consent = {
      ...{ application: this.study.applicationId, form: submission.form, decision: 'deny', purposes: [] },
      at: new Date(this.#deployment.now()).toISOString(),
    }
    const signed = bearer(keyPair, ['consent'], {
      now: Math.floor(this.#deployment.now() / 1000),
      ...{ audience: 'https://profile.example', extra: { consent } },
    })['authorization']
    const headers = this.#signed(keyPair, ['write:consent'])
    const body = { consent, signed: signed?.replace('Bearer ', '') }
    const { status } = await this.#send(gateway, 'POST', '/api/consent', headers, body)
    if (status === 200) submission.withdrawn = Date.now()
  }

  #signed(keyPair: KeyPair, scopes: readonly string[]): Record<string, string> {
    return bearer(keyPair, scopes, { now: Math.floor(this.#deployment.now() / 1000) })
  }

  async #send(
    gateway: GatewayName,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer> {
    const sent = Date.now()
    try {
      const answer = await fetch(this.#deployment.originOf(gateway) + path, {
        ...{ method, signal: AbortSignal.timeout(PATIENCE) },
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const { code } = /^\{/.test(text) ? (JSON.parse(text) as { code?: string }) : { code: undefined }
      const about = { gateway, sent, answered: Date.now(), status: answer.status, text }
      return { ...about, ...(code !== undefined && { code }) }
    } catch {
      return { gateway, sent, text: '' }
    }
  }

  /** Sends a request of the application until it is accepted. */
  async #demand(path: string, scopes: readonly string[], body: object): Promise<string> {
    for (let tries = 1; ; tries++) {
      const headers = this.#signed(this.study.keyPair, scopes)
      const { status, text } = await this.#send('gateway-1', 'POST', path, headers, body)
      if (status === 200 || status === 201) return text
      if (tries === 20) throw new Error(`${path} was refused with ${status}: ${text}`)
      await delay(500)
    }
  }
}

const subscriptionTo = (endpoint: string) => ({
  ...{ resourceType: 'Subscription', status: 'requested', channelType: { code: 'rest-hook' } },
  topic: 'https://profile.example/fhir/SubscriptionTopic/response-submitted',
  ...{ endpoint, content: 'id-only', maxCount: 20 },
})

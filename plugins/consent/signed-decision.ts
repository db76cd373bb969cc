/** Verifies a decision, and finds out on whose reading it is. */
import { isDeepStrictEqual } from 'node:util'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type App, type Issue, programReader, withIssues } from '../../core/index.ts'
import type { ConsentDecision } from '../../schemas/record-consent.ts'
import { InvalidConsent } from './errors.ts'

export interface SentConsent {
  readonly consent: ConsentDecision
  readonly signed: string
}

/** Milliseconds by which the clock of a person may be ahead. */
const AHEAD = 30_000

/** @throws Unauthorized, InsufficientScope, InvalidConsent with every issue */
export async function demandSignature(
  { bearerTokens, gateway }: App,
  { consent: decision, signed }: SentConsent,
  person: string,
): Promise<void> {
  const token = await bearerTokens.verifyToken(signed, ['consent'])
  bearerTokens.demand(token, ['consent'])
  const issues: Issue[] = []
  const demand = (holds: boolean, expression: string, text: string) => {
    if (!holds) issues.push({ severity: 'error', code: 'value', rule: 'consent', expression, text })
  }
  const { claims, did } = token
  demand(
    keyIdOf(did, [gateway.config.did.prefix]) === person,
    'body.signed',
    'This must be signed by the caller.',
  )
  demand(claims.aud !== undefined, 'body.signed', 'This must name the gateway in `aud`.')
  demand(
    isDeepStrictEqual(claims['consent'], { ...decision }),
    'body.signed',
    'Its claim `consent` must be the decision in the body.',
  )
  const at = Date.parse(decision.at)
  demand(at <= Date.now() + AHEAD, 'body.consent.at', 'This must not be in the future.')
  const { application, program, form, collection, from, until, purposes } = decision
  demand(
    (application === undefined) !== (program === undefined),
    'body.consent',
    'This must name either an application or a program.',
  )
  demand(
    program === undefined || (form ?? collection) === undefined,
    'body.consent.program',
    'A decision on a program is on all records: leave the form and the collection out.',
  )
  for (const [name, instant] of Object.entries({ at: decision.at, from, until }))
    if (instant !== undefined)
      demand(
        Number.isFinite(Date.parse(instant)),
        `body.consent.${name}`,
        'This must be an instant of the calendar.',
      )
  if (from !== undefined && until !== undefined)
    demand(!(Date.parse(until) <= Date.parse(from)), 'body.consent.until', 'This must be later than `from`.')
  demand(
    decision.decision === 'deny' || purposes.length > 0,
    'body.consent.purposes',
    'A permission must name a purpose.',
  )
  if (issues.length > 0) throw withIssues(new InvalidConsent(), issues)
}

/**
 * The identity of the program, or of the application, which must be the reader of the form or the collection: a
 * decision on another one would have no effect.
 * @throws InvalidConsent
 */
export async function readerIn(app: App, decision: ConsentDecision): Promise<string> {
  const { applications, gateway } = app
  const { application: id = '', program, form, collection } = decision
  if (program !== undefined) return programReader(program)
  const application = await applications.get(id)
  if (!application) throw refusalOf('body.consent.application', 'No application has this id.')
  if (form !== undefined) {
    const publisher = (await formOf(app, form))?.publisher
    if (publisher === undefined || keyIdOf(publisher, [gateway.config.did.prefix]) !== application.key)
      throw refusalOf('body.consent.form', 'The application has not published this form.')
  }
  if (collection !== undefined && gateway.collections.get(collection)?.applicationField === undefined)
    throw refusalOf('body.consent.collection', 'No application reads this collection.')
  return application.key
}

/** A config may have no forms, and applications that read custom collections. */
export const formOf = async (app: App, id: string) =>
  app.hasDecorator('questionnaires') ? (await app.questionnaires.get(id))?.resource : undefined

/** @param expression - the path in the request */
export const refusalOf = (expression: string, text: string): Error =>
  withIssues(new InvalidConsent(), [{ severity: 'error', code: 'value', rule: 'consent', expression, text }])

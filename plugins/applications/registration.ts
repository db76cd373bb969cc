/**
 * Registers and updates applications: the control key signs, and the application's key proves its possession.
 */
import { hashTypedData, keyIdOf, sameAddress, sameIdentity } from '../../core/crypto/index.ts'
import { type Gateway, InvalidRecord, webOriginOf, withIssues } from '../../core/index.ts'
import {
  type Application,
  type ApplicationRecord,
  type ApplicationRegistration,
  registrationTypedData,
} from '../../schemas/application.ts'
import type { Issue } from '../../schemas/issue.ts'
import { uids } from '../../schemas/uids.ts'
import { renewed } from './application-keys.ts'
import {
  ApplicationExists,
  NonceUsed,
  NotController,
  UnknownApplication,
  WrongApplicationKey,
  WrongControlKey,
} from './errors.ts'
import { originsOf, recordIdOf, type StoredApplication } from './registry.ts'

export type WriteContext = Parameters<Gateway['publish']>[3]

/** Long enough to prevent a replay of a signed message: a nonce is stored for a century. */
const CENTURY = 100 * 365 * 24 * 60 * 60 * 1000
/** Milliseconds for which two registrations of one id can overlap; after that the stored record decides. */
const RACE = 60_000

export async function register(
  gateway: Gateway,
  sent: ApplicationRegistration,
  context: WriteContext,
  ip: string,
): Promise<void> {
  const record = await authorize(gateway, sent, context)
  // Only after verifying the control key's signature: no caller can use up another's quota.
  const giveBack = await context.app.allowance.register(sent.controlAddress, ip)
  try {
    const isFirst = await store(gateway, sent, record, context)
    if (!isFirst) await giveBack()
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Stores an application. Returns true for a new message, false for a repeated one. */
async function store(
  gateway: Gateway,
  sent: ApplicationRegistration,
  record: ApplicationRecord,
  context: WriteContext,
): Promise<boolean> {
  const content = JSON.stringify(record)
  const id = recordIdOf(sent.applicationId)
  // A retry of exactly the same message completes an interrupted one; for any other message the nonce is used
  // up.
  const nonce = await spend(gateway, sent, content, context.now)
  if (nonce.value !== content) throw new NonceUsed()
  const claim = await gateway.tokens.claim(
    'application',
    sent.applicationId,
    content,
    context.now.getTime() + RACE,
  )
  if (claim.value !== content) throw new ApplicationExists(sent.applicationId)
  try {
    await gateway.publish(uids.Application, id, record, context)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'AND_RECORD_EXISTS')
      throw new ApplicationExists(sent.applicationId)
    throw error
  }
  return nonce.first
}

/**
 * Name, callback URLs and the application's key can change; id and control key are fixed. The first key stays
 * the identity: publisher of its forms, author of its records.
 */
export async function update(
  gateway: Gateway,
  current: StoredApplication,
  sent: ApplicationRegistration,
  context: WriteContext,
): Promise<void> {
  const record = await authorize(gateway, sent, context)
  if (!sameAddress(record.controlAddress, current.controlAddress)) throw new NotController(sent.applicationId)
  const { overlap } = sent
  const prefixes = [gateway.config.did.prefix]
  const keys = renewed(current, record.did, { overlap, prefixes, now: context.now })
  const nonce = await spend(gateway, sent, JSON.stringify(record), context.now)
  if (!nonce.first) throw new NonceUsed()
  if (!(await gateway.republish(uids.Application, current._id, { ...record, ...keys }, context)))
    throw new UnknownApplication(sent.applicationId)
}

/** @throws WrongApplicationKey, WrongControlKey, ChainRequired, ChainUnreachable */
async function authorize(
  { config }: Gateway,
  sent: ApplicationRegistration,
  { app, caller }: WriteContext,
): Promise<ApplicationRecord> {
  const { nonce: _nonce, overlap: _overlap, signature, ...about } = sent
  const prefixes = [config.did.prefix]
  if (!sameIdentity(sent.did, caller.did, prefixes)) throw new WrongApplicationKey()
  refuseOtherThanOrigins(about.callbackUrls)
  const hash = hashTypedData(registrationTypedData(sent, config.wallet.domainName))
  if (!(await app.wallets.provedBy(sent.controlAddress, hash, signature)))
    throw new WrongControlKey(app.wallets.chainHint)
  return { ...about, key: keyIdOf(sent.did, prefixes), origins: originsOf(about.callbackUrls) }
}

/** @throws InvalidRecord with every callback URL whose origin is not valid in a header */
function refuseOtherThanOrigins(urls: readonly string[]): void {
  const issues = urls.flatMap((url, at): Issue[] =>
    webOriginOf(url) === undefined
      ? [
          {
            severity: 'error',
            code: 'value',
            rule: 'callback-origin',
            expression: `body.callbackUrls[${at}]`,
            text: `'${url}' has no origin of letters, digits, dots and hyphens, with or without a port.`,
          },
        ]
      : [],
  )
  if (issues.length > 0) throw withIssues(new InvalidRecord(), issues)
}

function spend(
  { tokens }: Gateway,
  { controlAddress, nonce }: ApplicationRegistration,
  content: string,
  now: Date,
) {
  return tokens.claim(
    'application-nonce',
    `${controlAddress.toLowerCase()}:${nonce}`,
    content,
    now.getTime() + CENTURY,
  )
}

/** The application in a response; only the registering caller sees the control address. */
export function show(stored: StoredApplication, withControlAddress: boolean): Application {
  const { _id, applicationId, name, did, keys, callbackUrls, controlAddress, _created, _updated } = stored
  return {
    _id,
    applicationId,
    name,
    did,
    ...(keys && { keys }),
    callbackUrls,
    ...(withControlAddress && { controlAddress }),
    _created,
    _updated,
  }
}

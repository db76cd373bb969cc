/** Remembered consents of a person, stored in this browser until revoked. */

/** A consent of a person to an application. */
export interface Consent {
  readonly applicationId: string
  /** The application's name at the time of the consent. */
  readonly applicationName: string
  /**
   * The questionnaire whose answers and files may be stored without confirmation; if absent, only the
   * profile's DID is disclosed.
   */
  readonly questionnaire?: string
  /** The DID of the profile that it applies to. */
  readonly did: string
  /** ISO 8601. */
  readonly since: string
}

/** The key of a consent. */
export type ConsentKey = Pick<Consent, 'applicationId' | 'questionnaire' | 'did'>

export interface Consents {
  /** Newest first. */
  list(): readonly Consent[]
  has(key: ConsentKey): boolean
  remember(consent: Omit<Consent, 'since'>): void
  forget(key: ConsentKey): void
}

const NAME = 'andiron-consents'
/** The oldest are dropped; the person is then asked again. */
const MOST = 500

const same = (a: ConsentKey, b: ConsentKey): boolean =>
  a.applicationId === b.applicationId && a.questionnaire === b.questionnaire && a.did === b.did

/**
 * Opens the consents of this browser. Each call reads storage, so that a revocation on another page applies
 * at once.
 * @param storage - of the wallet's own origin, first-party
 */
export function consentsIn(storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): Consents {
  const list = () => readConsents(storage.getItem(NAME))
  const write = (consents: readonly Consent[]) => storage.setItem(NAME, JSON.stringify(consents))
  return {
    list,
    has: key => list().some(consent => same(consent, key)),
    remember(consent) {
      const others = list().filter(other => !same(other, consent))
      write([{ ...consent, since: new Date().toISOString() }, ...others].slice(0, MOST))
    },
    forget: key => write(list().filter(consent => !same(consent, key))),
  }
}

/** Malformed storage counts as no consent. */
function readConsents(text: string | null): Consent[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isConsent) : []
  } catch {
    return []
  }
}

const MEMBERS = ['applicationId', 'applicationName', 'did', 'since'] as const

const isConsent = (value: Partial<Consent> | null): value is Consent =>
  typeof value === 'object' &&
  value !== null &&
  MEMBERS.every(member => typeof value[member] === 'string') &&
  ['string', 'undefined'].includes(typeof value.questionnaire)

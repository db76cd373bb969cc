/** What a person agreed to once and for all: kept by this browser, until they take it back. */

/** An agreement between a person and an application. */
export interface Consent {
  readonly applicationId: string
  /** The application's name when it was agreed to. */
  readonly applicationName: string
  /** The questionnaire whose answers and files may be stored without asking again; without one: knowing the profile's DID. */
  readonly questionnaire?: string
  /** The DID of the profile that it is about. */
  readonly did: string
  /** ISO 8601. */
  readonly since: string
}

/** What names a consent. */
export type ConsentKey = Pick<Consent, 'applicationId' | 'questionnaire' | 'did'>

export interface Consents {
  /** The latest first. */
  list(): readonly Consent[]
  has(key: ConsentKey): boolean
  remember(consent: Omit<Consent, 'since'>): void
  forget(key: ConsentKey): void
}

const NAME = 'andiron-consents'
/** The oldest ones go: to be asked again harms nobody. */
const MOST = 500

const same = (a: ConsentKey, b: ConsentKey): boolean =>
  a.applicationId === b.applicationId && a.questionnaire === b.questionnaire && a.did === b.did

/**
 * The consents of this browser: every look at them reads what stands there, so that what another page takes back counts at once.
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

/** What cannot be read is no consent. */
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

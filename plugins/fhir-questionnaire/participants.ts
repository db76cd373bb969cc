/** Pseudonyms of participants: a name for each person in each application, which leads to no DID. */
import { createHmac } from 'node:crypto'
import type { QuestionnaireResponse } from 'fhir/r4.js'
import { didKeyOf, fromHex, keyIdOf } from '../../core/crypto/index.ts'
import type { Gateway, StoredRecord } from '../../core/index.ts'

/** The system of a pseudonym, as an identifier of FHIR. */
const SYSTEM = 'urn:andiron:participant'

/** Crockford's base 32: no letter is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 bits: two of a million people share one with a probability of 1 to 2,000. */
const LETTERS = 10

type Keys = Pick<Gateway, 'builder' | 'config'>

/**
 * The pseudonym of the person who gave a response: `K7Q2M-9XFRT`. It is the same in every form of the application, and
 * another in another application. Derived from the first key of the gateway: a replaced key leaves it as it is.
 */
export function participantOf({ builder, config }: Keys, record: StoredRecord): string {
  const { source, author } = record as StoredRecord & Partial<QuestionnaireResponse>
  const study = source?.reference ?? author?.reference ?? ''
  const digest = createHmac('sha256', builder.first.privateKey)
    .update(`andiron participant\n${study}\n${personOf(config, record)}`)
    .digest()
  const letters = Array.from(digest.subarray(0, LETTERS), byte => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`
}

/** A response with the pseudonym of its person in place of the DID, which the URL of an attached file contains too. */
export function underPseudonym(keys: Keys, record: StoredRecord): StoredRecord {
  const value = participantOf(keys, record)
  const person = personOf(keys.config, record)
  const named = { ...record, subject: { identifier: { system: SYSTEM, value } } }
  return JSON.parse(
    JSON.stringify(named)
      .replaceAll(person, value)
      .replaceAll(didKeyOf(fromHex(person)), value),
  )
}

/** The key id of the person who gave a response. */
const personOf = ({ did }: Keys['config'], record: StoredRecord): string =>
  keyIdOf((record as Partial<QuestionnaireResponse>).subject?.reference ?? '', [did.prefix])

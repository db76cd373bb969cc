/** The fields of an Observation that only the service sets. */

interface Stamp {
  readonly now: Date
  /** DID of the person. */
  readonly subject: string
}

/**
 * An Observation is about the person who submits it. What was extracted from a response keeps its performer and times;
 * one that says neither is from the person, and now.
 */
export function stamp(observation: Readonly<Record<string, unknown>>, { now, subject }: Stamp) {
  const person = { reference: subject, identifier: { system: 'urn:ietf:rfc:3986', value: subject } }
  return {
    performer: [person],
    issued: now.toISOString(),
    ...observation,
    subject: person,
  }
}

/** The system of identifiers that were the `id` of what was sent. */
const SENT_ID = 'urn:andiron:sent-id'

/**
 * The id of a resource is the server's to choose (FHIR, RESTful API: create). What its sender called it is kept as an
 * identifier, so that they can find it again.
 */
export function named(observation: Readonly<Record<string, unknown>>, id: string) {
  const { id: sent, identifier = [] } = observation
  if (sent === undefined || sent === id) return { ...observation, id }
  // What is no id or no list of identifiers is left to be refused.
  if (typeof sent !== 'string' || !Array.isArray(identifier)) return observation
  return { ...observation, id, identifier: [...identifier, { system: SENT_ID, value: sent }] }
}

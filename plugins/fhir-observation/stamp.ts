/** The fields of an Observation that only the service sets. */

interface Stamp {
  readonly now: Date
  /** DID of the person. */
  readonly subject: string
}

/**
 * The subject of an Observation is its submitter. An extracted one keeps its performer and times; one without
 * them gets the person and the current time.
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

/** The system of identifiers that were the `id` of a submitted Observation. */
const SENT_ID = 'urn:andiron:sent-id'

/**
 * The server assigns the id of a resource (FHIR, RESTful API: create). The sender's id is kept as an
 * identifier, so that they can find the resource again.
 */
export function named(observation: Readonly<Record<string, unknown>>, id: string) {
  const { id: sent, identifier = [] } = observation
  if (sent === undefined || sent === id) return { ...observation, id }
  // Validation refuses a malformed id or list of identifiers later.
  if (typeof sent !== 'string' || !Array.isArray(identifier)) return observation
  return { ...observation, id, identifier: [...identifier, { system: SENT_ID, value: sent }] }
}

/** The fields of an Observation that its submitter is not trusted to set. */

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

/** The fields of a response that only the service sets. */
import { stampTimes } from '../../fhir/results/effective-time.ts'

/** A DID or a record id is not a FHIR reference; it is sent as an identifier beside one. */
const identified = (value: string, reference = value) => ({
  reference,
  identifier: { system: 'urn:ietf:rfc:3986', value },
})

interface Stamp {
  readonly now: Date
  /** DID of the person. */
  readonly subject: string
  /** DID under which the application published the questionnaire. */
  readonly author: string
  /** `_id` of the application. */
  readonly source: string
  /** The metadata, with the revision of the questionnaire. */
  readonly meta: object
}

/** Sets the status first, so that the rules for a completed response apply. */
export const stamp = (
  response: Readonly<Record<string, unknown>>,
  { now, subject, author, source, meta }: Stamp,
) => ({
  ...stampTimes(response, now.toISOString()),
  meta,
  status: 'completed',
  subject: identified(subject),
  author: identified(author),
  source: identified(`urn:uuid:${source}`),
})

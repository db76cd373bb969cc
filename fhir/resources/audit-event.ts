/**
 * Converts entries of an audit trail to FHIR R4 AuditEvents: the reader, the records, the time and the
 * client.
 */
import type { AuditEvent, AuditEventAgent, Bundle, Coding } from 'fhir/r4.js'

/** An entry of the audit trail. */
export interface Access {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The client that made the request; absent if the person did. */
  readonly client?: {
    readonly id: string
    readonly name: string
    readonly kind: 'application' | 'assistant'
  }
  /** The name of an operation or a tool, or the URI of a resource. */
  readonly action: string
  /** The ids of the records that were read. */
  readonly records: readonly string[]
}

export interface AuditParties {
  /** DID of the person to whom the records belong. */
  readonly person: string
  /** DID of the service that recorded the event. */
  readonly service: string
}

const DCM = 'http://dicom.nema.org/resources/ontology/DCM'
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem'
const INTERACTION = 'http://hl7.org/fhir/restful-interaction'

const REST: Coding = {
  system: `${TERMINOLOGY}/audit-event-type`,
  code: 'rest',
  display: 'RESTful Operation',
}

/** The standard's codes for an action. */
interface Kind {
  readonly type: Coding
  readonly subtype: Coding
  readonly action: 'R' | 'E' | 'D'
}

const interaction = (code: string): Coding => ({ system: INTERACTION, code, display: code })

const EXPORT: Kind = {
  type: { system: DCM, code: '110106', display: 'Export' },
  subtype: interaction('operation'),
  action: 'R',
}

const KINDS: Readonly<Record<string, Kind>> = {
  'sign-in': {
    type: { system: DCM, code: '110114', display: 'User Authentication' },
    subtype: { system: DCM, code: '110122', display: 'Login' },
    action: 'E',
  },
  readResponses: { type: REST, subtype: interaction('search'), action: 'R' },
  downloadAttachment: { type: REST, subtype: interaction('read'), action: 'R' },
  downloadResponseFile: { type: REST, subtype: interaction('read'), action: 'R' },
  exportResponses: EXPORT,
  exportRecords: EXPORT,
  exportProfile: EXPORT,
  deleteProfile: { type: REST, subtype: interaction('delete'), action: 'D' },
}

/** Every other action is a tool call, or a resource that the user of a tool selected. */
const TOOL: Kind = { type: REST, subtype: interaction('operation'), action: 'R' }

/** A logical reference (FHIR R4, 2.3.0.3) to an identity that has no URL. */
const identified = (value: string) => ({ identifier: { system: 'urn:ietf:rfc:3986', value } })

/** Returns the AuditEvent of an entry (https://hl7.org/fhir/R4/auditevent.html). */
export function auditEventOf(access: Access, parties: AuditParties): AuditEvent {
  const { id, at, action, records } = access
  const { service, person } = parties
  return {
    resourceType: 'AuditEvent',
    id,
    ...withSubtype(KINDS[action] ?? TOOL),
    recorded: new Date(at).toISOString(),
    // https://hl7.org/fhir/R4/valueset-audit-event-outcome.html: success. Refused requests read nothing.
    outcome: '0',
    agent: agentsOf(access, person),
    source: {
      observer: { ...identified(service), display: 'andiron' },
      type: [{ system: `${TERMINOLOGY}/security-source-type`, code: '4', display: 'Application Server' }],
    },
    entity: [
      {
        what: identified(person),
        type: { system: `${TERMINOLOGY}/audit-entity-type`, code: '1', display: 'Person' },
        role: { system: `${TERMINOLOGY}/object-role`, code: '1', display: 'Patient' },
        detail: [{ type: 'action', valueString: action }],
      },
      ...records.map(record => ({
        what: identified(`urn:uuid:${record}`),
        type: { system: `${TERMINOLOGY}/audit-entity-type`, code: '2', display: 'System Object' },
        role: { system: `${TERMINOLOGY}/object-role`, code: '4', display: 'Domain Resource' },
      })),
    ],
  }
}

const withSubtype = ({ subtype, ...kind }: Kind) => ({ ...kind, subtype: [subtype] })

const HUMAN = { coding: [{ system: `${TERMINOLOGY}/extra-security-role-type`, code: 'humanuser' }] }
const PROGRAM = { coding: [{ system: DCM, code: '110150', display: 'Application' }] }

/** The agents: the caller, and the person on whose behalf it acts. */
function agentsOf({ client }: Access, person: string): AuditEventAgent[] {
  const self: AuditEventAgent = { type: HUMAN, who: identified(person), requestor: client === undefined }
  if (client === undefined) return [self]
  const program: AuditEventAgent = {
    type: PROGRAM,
    role: [{ text: client.kind }],
    who: { identifier: { value: client.id }, display: client.name },
    name: client.name,
    requestor: true,
  }
  return client.kind === 'assistant' ? [program, self] : [program]
}

/** Returns a page of the audit trail as a FHIR searchset, newest first. */
export const auditBundleOf = (
  accesses: readonly Access[],
  parties: AuditParties,
  link: readonly { readonly relation: string; readonly url: string }[],
): Bundle<AuditEvent> => ({
  resourceType: 'Bundle',
  type: 'searchset',
  link: [...link],
  ...(accesses.length > 0 && {
    entry: accesses.map(access => ({
      fullUrl: `urn:uuid:${access.id}`,
      resource: auditEventOf(access, parties),
      search: { mode: 'match' as const },
    })),
  }),
})

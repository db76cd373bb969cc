/** Reports the responses that are withheld from an application, to and from an OperationOutcome. */
import type { OperationOutcome } from 'fhir/r4.js'

/** The number of withheld responses, by reason. */
export interface Omissions {
  /** Written to the storage nodes directly, without the service's attestation. */
  readonly unattested: number
  /** Changed since the service accepted them. */
  readonly changed: number
}

const REASON = 'urn:andiron:left-out'
/** The extension that holds the number, for programs. */
const COUNT = 'urn:andiron:count'

export const noOmissions: Omissions = { unattested: 0, changed: 0 }

export const hasOmissions = ({ unattested, changed }: Omissions): boolean => unattested + changed > 0

export const addOmissions = (a: Omissions, b: Omissions): Omissions => ({
  unattested: a.unattested + b.unattested,
  changed: a.changed + b.changed,
})

/** One issue per reason, with the number in its text and in an extension. */
export const omissionsOutcome = (omissions: Omissions): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: REASONS.flatMap(([reason, text]) => {
    const count = omissions[reason]
    return count === 0 ? [] : [issueOf(reason, count, `${count} left out: ${text}`)]
  }),
})

const REASONS = [
  ['unattested', 'not submitted through the service.'],
  ['changed', 'changed by their owner after they were submitted.'],
] as const

const issueOf = (reason: string, count: number, text: string): OperationOutcome['issue'][number] => ({
  extension: [{ url: COUNT, valueUnsignedInt: count }],
  severity: 'warning',
  code: 'suppressed',
  details: { coding: [{ system: REASON, code: reason }], text },
})

/** The numbers in an OperationOutcome; zero if a reason is absent. */
export function omissionsIn({ issue }: OperationOutcome): Omissions {
  const countOf = (reason: keyof Omissions) =>
    issue
      .find(({ details }) => details?.coding?.some(each => each.system === REASON && each.code === reason))
      ?.extension?.find(({ url }) => url === COUNT)?.valueUnsignedInt ?? 0
  return { unattested: countOf('unattested'), changed: countOf('changed') }
}

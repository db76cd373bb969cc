/** What is left out of the responses that an application reads, told as an OperationOutcome and read from one. */
import type { OperationOutcome } from 'fhir/r4.js'

/** How many responses an application is not shown, by the reason. */
export interface LeftOut {
  /** Written to the storage nodes directly: the service has never seen them. */
  readonly unattested: number
  /** No longer as the service accepted them. */
  readonly changed: number
}

const REASON = 'urn:andiron:left-out'
/** The extension that holds the number, for programs. */
const COUNT = 'urn:andiron:count'

export const nothingLeftOut: LeftOut = { unattested: 0, changed: 0 }

export const isAnyLeftOut = ({ unattested, changed }: LeftOut): boolean => unattested + changed > 0

export const addLeftOut = (a: LeftOut, b: LeftOut): LeftOut => ({
  unattested: a.unattested + b.unattested,
  changed: a.changed + b.changed,
})

/** One issue for each reason, with the number in its text and in an extension. */
export const leftOutOutcome = (leftOut: LeftOut): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: REASONS.flatMap(([reason, text]) => {
    const count = leftOut[reason]
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

/** The numbers that an OperationOutcome tells; zero for what it does not mention. */
export function leftOutIn({ issue }: OperationOutcome): LeftOut {
  const countOf = (reason: keyof LeftOut) =>
    issue
      .find(({ details }) => details?.coding?.some(each => each.system === REASON && each.code === reason))
      ?.extension?.find(({ url }) => url === COUNT)?.valueUnsignedInt ?? 0
  return { unattested: countOf('unattested'), changed: countOf('changed') }
}

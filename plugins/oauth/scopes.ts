/** The one right that a program can be granted, by the names that programs know it under. */

/** What programs may ask for: reading, in the words of this service and of SMART App Launch, version 2 and version 1. */
export const SCOPES = ['read', 'user/*.rs', 'user/*.read'] as const

/** Scopes of SMART that hold all of the right, and perhaps what nobody is granted (SMART App Launch 2.2, 3.0.2.6). */
const SMART_2 = /^user\/\*\.c?ru?d?s$/
const SMART_1 = /^user\/\*\.(?:read|\*)$/

const nameOf = (scope: string): string =>
  SMART_2.test(scope) ? 'user/*.rs' : SMART_1.test(scope) ? 'user/*.read' : scope

/**
 * What is granted of the scopes that are asked for (RFC 6749 §3.3). One that means less than the right is not: what it would
 * leave out is not kept from who has the token.
 * @returns undefined when nothing is
 */
export function grantedOf(asked: string): string | undefined {
  const names = new Set(asked.split(' ').map(nameOf))
  return SCOPES.filter(scope => names.has(scope)).join(' ') || undefined
}

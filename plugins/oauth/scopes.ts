/** The single right that programs can get, and its names. */

/**
 * The scopes that programs may request: reading, in the words of this service and of SMART App Launch,
 * version 2 and version 1.
 */
export const SCOPES = ['read', 'user/*.rs', 'user/*.read'] as const

/**
 * SMART scopes that include the full right, and possibly rights that are never granted (SMART App Launch 2.2,
 * 3.0.2.6).
 */
const SMART_2 = /^user\/\*\.c?ru?d?s$/
const SMART_1 = /^user\/\*\.(?:read|\*)$/

const nameOf = (scope: string): string =>
  SMART_2.test(scope) ? 'user/*.rs' : SMART_1.test(scope) ? 'user/*.read' : scope

/**
 * The granted ones of the requested scopes (RFC 6749 §3.3). A scope for less than the full right is not
 * granted, because the token could not be limited to it.
 * @returns undefined if none is granted
 */
export function grantedOf(requested: string): string | undefined {
  const names = new Set(requested.split(' ').map(nameOf))
  return SCOPES.filter(scope => names.has(scope)).join(' ') || undefined
}

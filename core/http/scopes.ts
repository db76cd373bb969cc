/** Scopes of tokens, with a wildcard for every form or collection of the caller. */

/**
 * True if one of the scopes is the required one, or its wildcard: `read:questionnaire[*]` covers
 * `read:questionnaire[<id>]`. A wildcard widens no access: each route compares the record with its caller.
 */
export function coversScope(scopes: readonly string[], required: string): boolean {
  if (scopes.includes(required)) return true
  const bracket = required.indexOf('[')
  return bracket > 0 && required.endsWith(']') && scopes.includes(`${required.slice(0, bracket)}[*]`)
}

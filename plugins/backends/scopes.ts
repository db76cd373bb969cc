/** Scopes of backends: those of the gateway's own API, and of SMART App Launch 2.2 for systems. */

/** A requested scope in the words of the gateway. */
export interface WantedScope {
  /** The name under which it is granted. */
  readonly name: string
  /** The right of the gateway; absent for forms, which anyone may read, and for a `form` that is to be found. */
  readonly right?: string
  /** The form to which the right is limited: an id, a URL on this server or a canonical URL. */
  readonly form?: string
}

/** Rights of the gateway's API that a backend can get: no right to write, to publish or to register. */
const OWN = /^(?:read|aggregate):(?:questionnaire|collection)\[[^[\]\s]{1,200}\]$/
/** SMART 2 and SMART 1. */
const SMART = /^system\/(\*|[A-Za-z]{1,64})\.(c?ru?d?s|read|\*)(?:\?(.{1,1000}))?$/

/** The wildcard right to read the responses to all forms of the application. */
const RESPONSES = 'read:questionnaire[*]'

/** Examples of the scopes, for clients that look what there is. */
export const SUPPORTED = [
  'system/QuestionnaireResponse.rs',
  'system/QuestionnaireResponse.read',
  'system/Questionnaire.rs',
  'system/Questionnaire.read',
] as const

/**
 * The scopes of a request that the gateway knows. A scope for less than read and search is unknown, because the
 * token could not be limited to it; so is every type that no application may read.
 * @param collections - the types of custom collections that applications read, with the uid of each
 */
export function wantedScopes(requested: string, collections: ReadonlyMap<string, string>): WantedScope[] {
  return [...new Set(requested.split(' '))].flatMap(name => wanted(name, collections))
}

function wanted(requested: string, collections: ReadonlyMap<string, string>): readonly WantedScope[] {
  if (OWN.test(requested)) return [{ name: requested, right: requested }]
  const [, type, granted, query] = SMART.exec(requested) ?? []
  // Never named with rights to write, which are not granted.
  const name = `system/${type}.${granted?.endsWith('s') ? 'rs' : 'read'}${query === undefined ? '' : `?${query}`}`
  if (type === 'Questionnaire') return query === undefined ? [{ name }] : []
  const isAny = type === '*'
  if (query !== undefined) {
    const [[parameter, form] = [], ...others] = new URLSearchParams(query)
    const isForm = type === 'QuestionnaireResponse' && parameter === 'questionnaire' && others.length === 0
    return isForm && form ? [{ name, form }] : []
  }
  const uids = [...collections].flatMap(([each, uid]) => (isAny || each === type ? [uid] : []))
  const rights = [
    ...(isAny || type === 'QuestionnaireResponse' ? [RESPONSES] : []),
    ...uids.map(uid => `read:collection[${uid}]`),
  ]
  return rights.map(right => ({ name, right }))
}

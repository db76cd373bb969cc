/**
 * Rules for contents beyond the invariants: resolvable references, attachments that match their hash, safe
 * narrative.
 */
import { sha1 } from '@noble/hashes/legacy.js'
import { OWN_EXTENSIONS } from '../model/extensions.ts'
import type { ElementRule, Place } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import { get, type Json, number, object, objects, text } from '../values/unchecked-json.ts'
import { narrativeFault } from '../values/xhtml.ts'

const ERROR = everywhere('error')

const LITERAL =
  /^(?:https?:\/\/\S+\/)?([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/

/** The type of a reference's target: by its `type`, by its address, or by the contained resource. */
function shownType(reference: Json, place: Place): string | undefined {
  const target = text(get(reference, 'reference')) ?? ''
  if (target.startsWith('#')) {
    return place.contained.get(target.slice(1))
  }
  const literal = LITERAL.exec(target)?.[1]
  if (literal !== undefined && place.resources.has(literal)) return literal
  const type = text(get(reference, 'type'))
  return type !== undefined && place.resources.has(type) ? type : undefined
}

/** The bytes of base64; undefined if malformed. */
function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** Every string in a resource that could refer to a contained one. */
function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const entry of value) yield* strings(entry)
  else if (typeof value === 'object' && value !== null)
    for (const entry of Object.values(value)) yield* strings(entry)
}

const eachContained =
  (check: (resource: Json, container: Json) => string | undefined): ElementRule['check'] =>
  container =>
    objects(get(container, 'contained')).flatMap((resource, index) => {
      const sentence = check(resource, container)
      return sentence === undefined ? [] : [{ text: sentence, at: `.contained[${index}]` }]
    })

export const contentRules: readonly ElementRule[] = [
  {
    id: 'S-REF',
    looksAt: 'element',
    types: ['Reference'],
    text: 'A reference is well formed and points to a type that is wanted here, as far as it shows the type.',
    source: 'references.html, and the targets in the definitions.',
    code: 'value',
    severity: ERROR,
    check(element, place) {
      const target = get(element, 'reference')
      if (typeof target === 'string' && /\s/.test(target)) {
        return { text: 'Write this reference without spaces.', at: '.reference' }
      }
      const [, named] = /^([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}$/.exec(text(target) ?? '') ?? []
      if (named !== undefined && !place.resources.has(named)) {
        return { text: `Refer to a resource of FHIR: there is no '${named}'.`, at: '.reference' }
      }
      const type = shownType(element, place)
      if (place.targets === undefined || type === undefined || place.targets.includes(type)) return
      return { text: `Refer to a ${place.targets.join(' or a ')} here, not to a ${type}.`, at: '.reference' }
    },
  },
  {
    id: 'ref-1',
    looksAt: 'element',
    types: ['Reference'],
    text: "A reference that starts with '#' points to a contained resource.",
    source: 'ref-1.',
    code: 'not-found',
    severity: ERROR,
    check(element, { contained, isContained }) {
      const target = text(get(element, 'reference'))
      if (target === undefined || !target.startsWith('#')) return
      if ((target === '#' && isContained) || contained.has(target.slice(1))) return
      return { text: `Contain the resource '${target}', or refer to another one.`, at: '.reference' }
    },
  },
  {
    id: 'ref-2',
    looksAt: 'element',
    types: ['Reference'],
    text: 'A reference has an address, an identifier or a display.',
    source: 'R5 ref-2.',
    code: 'invariant',
    severity: { R5: 'error' },
    check(element) {
      const given = ['reference', '_reference', 'identifier', 'display', '_display', 'extension']
      if (given.some(property => element[property] !== undefined)) return
      return 'Say what this refers to: by reference, identifier or display.'
    },
  },
  {
    id: 'S-EXT',
    looksAt: 'element',
    types: ['Extension'],
    text: 'Every extension is one that FHIR publishes or that the rules know.',
    source: 'extensibility.html: unknown extensions are ignored. An error by default in the Java validator.',
    code: 'extension',
    severity: everywhere('information'),
    check(element) {
      const url = text(get(element, 'url'))
      if (url === undefined || !url.includes(':') || url.startsWith('http://hl7.org/fhir/')) return
      if (Object.values(OWN_EXTENSIONS).some(end => url.endsWith(end))) return
      return `Know that the extension '${url}' is kept and not evaluated.`
    },
  },
  {
    id: 'S-ATT-SIZE',
    looksAt: 'element',
    types: ['Attachment'],
    text: 'The size of a file is that of its data.',
    source: 'Attachment.size.',
    code: 'value',
    severity: ERROR,
    check(element) {
      const bytes = bytesOf(text(get(element, 'data')) ?? '')
      const given = get(element, 'size')
      const size = typeof given === 'string' ? Number(given) : number(given)
      if (
        get(element, 'data') === undefined ||
        bytes === undefined ||
        size === undefined ||
        size === bytes.length
      )
        return
      return {
        text: `Give the size of this file as ${bytes.length} bytes: so many its data has.`,
        at: '.size',
      }
    },
  },
  {
    id: 'S-ATT-HASH',
    looksAt: 'element',
    types: ['Attachment'],
    text: 'The hash of a file is the SHA-1 of its data.',
    source: 'Attachment.hash.',
    code: 'value',
    severity: ERROR,
    check(element) {
      const data = text(get(element, 'data'))
      const hash = text(get(element, 'hash'))
      const bytes = data === undefined ? undefined : bytesOf(data)
      if (bytes === undefined || hash === undefined || hash === base64Of(sha1(bytes))) return
      return { text: 'Give the SHA-1 of the data as its hash: this is another one.', at: '.hash' }
    },
  },
  {
    id: 'S-XHTML',
    looksAt: 'element',
    types: ['Narrative'],
    text: 'A narrative holds only permitted elements and attributes, and something to read.',
    source: 'txt-1, txt-2; also the guard against scripts in a narrative.',
    code: 'invariant',
    severity: ERROR,
    check(element) {
      const fault = narrativeFault(text(get(element, 'div')) ?? '')
      return fault === undefined ? undefined : { text: fault, at: '.div' }
    },
  },
  {
    id: 'dom-2',
    looksAt: 'element',
    types: ['Resource'],
    text: 'A contained resource contains no other.',
    source: 'dom-2.',
    code: 'invariant',
    severity: ERROR,
    check: eachContained(resource =>
      get(resource, 'contained') === undefined ? undefined : 'Contain these resources one beside the other.',
    ),
  },
  {
    id: 'dom-3',
    looksAt: 'element',
    types: ['Resource'],
    text: 'A contained resource is referred to, or refers to what contains it.',
    source: 'dom-3. The expression calls trace().',
    code: 'invariant',
    severity: ERROR,
    check(container) {
      const contained = objects(get(container, 'contained'))
      if (contained.length === 0) return
      const named = new Set(strings(container))
      return contained.flatMap((resource, index) => {
        const id = text(get(resource, 'id'))
        if (id !== undefined && named.has(`#${id}`)) return []
        if ([...strings(resource)].includes('#')) return []
        return [{ text: 'Refer to this contained resource, or remove it.', at: `.contained[${index}]` }]
      })
    },
  },
  {
    id: 'dom-4',
    looksAt: 'element',
    types: ['Resource'],
    text: 'A contained resource has no version of its own.',
    source: 'dom-4.',
    code: 'invariant',
    severity: ERROR,
    check: eachContained(resource => {
      const meta = object(get(resource, 'meta')) ?? {}
      if (get(meta, 'versionId') === undefined && get(meta, 'lastUpdated') === undefined) return
      return 'Remove versionId and lastUpdated from this contained resource.'
    }),
  },
  {
    id: 'dom-5',
    looksAt: 'element',
    types: ['Resource'],
    text: 'A contained resource has no security label.',
    source: 'dom-5.',
    code: 'invariant',
    severity: ERROR,
    check: eachContained(resource =>
      get(object(get(resource, 'meta')) ?? {}, 'security') === undefined
        ? undefined
        : 'Remove the security label from this contained resource.',
    ),
  },
]

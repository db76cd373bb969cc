/** Parts of a resource: `_summary` and `_elements` (FHIR R4, 3.1.1.5.8 and 3.1.1.5.9). */
import type { FhirResource, FhirType } from '../../core/index.ts'

/** The requested part of each resource; all of it if neither is set. */
export interface Subset {
  readonly summary?: Summary | undefined
  readonly elements?: readonly string[] | undefined
}

export const SUMMARIES = ['true', 'text', 'data', 'count', 'false'] as const
export type Summary = (typeof SUMMARIES)[number]

/** Marks a resource as incomplete, so that no client writes it back. */
const SUBSETTED = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
  code: 'SUBSETTED',
  display: 'subsetted',
}

const ALWAYS = ['resourceType', 'id', 'meta', 'implicitRules']

export function subsetOf(
  resource: FhirResource,
  { mandatory = [], summary: summaryElements }: Pick<FhirType, 'mandatory' | 'summary'>,
  { summary = 'false', elements }: Subset,
): FhirResource {
  const keep = (names: readonly string[]) => only(resource, [...ALWAYS, ...mandatory, ...names])
  if (elements !== undefined) return keep(elements)
  if (summary === 'text') return keep(['text'])
  if (summary === 'true' && summaryElements !== undefined) return keep(summaryElements)
  if (summary !== 'data' || resource['text'] === undefined) return resource
  const { text: _, ...rest } = resource
  return marked(rest)
}

/** `value` also selects `valueQuantity`, and each name also its sibling for extensions: `_authored`. */
function only(resource: FhirResource, names: readonly string[]): FhirResource {
  const isKept = (property: string) => {
    const name = property.replace(/^_/, '')
    return names.some(
      kept => name === kept || (name.startsWith(kept) && /^[A-Z]/.test(name.slice(kept.length))),
    )
  }
  const entries = Object.entries(resource)
  const kept = entries.filter(([property]) => isKept(property))
  return kept.length === entries.length ? resource : marked(Object.fromEntries(kept) as FhirResource)
}

function marked(resource: FhirResource): FhirResource {
  const { meta } = resource as { meta?: { tag?: unknown } }
  const tags = Array.isArray(meta?.tag) ? meta.tag : []
  return { ...resource, meta: { ...meta, tag: [...tags, SUBSETTED] } } as FhirResource
}

/** A worker module: lists the codes of value sets and looks codes up, where the sandbox can stop it. */
import type { FindResource } from '../../fhir/index.ts'
import { expandValueSet } from '../../fhir/terminology/expansion.ts'
import { openValueSet } from '../../fhir/terminology/value-sets.ts'

type Resource = Readonly<Record<string, unknown>>

/** The value set, the resources that it names by canonical URL, both as JSON, and the work. */
export interface TerminologyJob {
  readonly valueSet: string
  readonly named: string
  /** The Coding to look up; without one, the value set is listed. */
  readonly coding?: { readonly system?: string; readonly code?: string }
  readonly mostCodes: number
}

/** Lookups of one expansion: some seconds of work, which the budget of the sandbox ends earlier. */
const MOST_STEPS = 20_000_000

/** Returns JSON: an `Expansion`, or true, false or null for a Coding. */
export default function work({ valueSet, named, coding, mostCodes }: TerminologyJob): string {
  const resource = JSON.parse(valueSet) as Resource
  const byName = new Map(JSON.parse(named) as [string, Resource][])
  const find: FindResource = canonical => byName.get(canonical)
  if (coding === undefined)
    return JSON.stringify(expandValueSet(resource, find, { mostCodes, mostSteps: MOST_STEPS }))
  const name = typeof resource['url'] === 'string' ? resource['url'] : 'urn:andiron:value-set'
  const holds = openValueSet(name, resource['contained'], each => (each === name ? resource : find(each)))
  return JSON.stringify(holds?.(coding) ?? null)
}

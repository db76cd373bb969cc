/** Extracts resources from a response by the templates and definitions of its form (SDC). */
import type { Form } from '../model/form-tree.ts'
import type { Issue } from '../model/issue.ts'
import { walk } from '../model/walk.ts'
import { checkStructure } from '../structure/check.ts'
import type { Definitions } from '../structure/definitions.ts'
import { type Json, object } from '../values/unchecked-json.ts'
import { Entries, type ExtractedEntry } from './bundle-entries.ts'
import { ByDefinition } from './by-definition.ts'
import { ByTemplate } from './by-template.ts'
import { Excess, Places, type PlacesOptions } from './extraction-points.ts'

export interface ResourceExtraction extends PlacesOptions {
  /** The definitions of every type: `allDefinitions(fhirVersion)`. */
  readonly definitions: Definitions
}

/** The entries of a transaction, and every problem with its item. */
export interface Extracted {
  readonly entries: readonly ExtractedEntry[]
  readonly issues: readonly Issue[]
}

/**
 * Extracts the resources of a completed response. A resource that breaks a rule of FHIR is returned with the
 * issue; beyond a limit nothing is.
 * @param form - read with the expression engine
 */
export function extractResources(form: Form, sent: unknown, options: ResourceExtraction): Extracted {
  // The expression engine adds hidden properties to what it evaluates.
  const response: Json = structuredClone(object(sent) ?? {})
  const places = new Places(form, response, options)
  const entries = new Entries(places)
  const { root } = walk(form, response)
  try {
    new ByTemplate(places, entries, options.definitions).run(root)
    new ByDefinition(places, entries, options.definitions).run(root)
  } catch (error) {
    if (!(error instanceof Excess)) throw error
    const issue = { severity: 'error', code: 'too-costly', rule: 'extract' } as const
    const text = `${error.message}: nothing is extracted.`
    return {
      entries: [],
      issues: [...places.issues, { ...issue, expression: 'QuestionnaireResponse', text }],
    }
  }
  const bundle = { resourceType: 'Bundle', type: 'transaction', entry: entries.all }
  const broken = entries.all.length === 0 ? [] : checkStructure(bundle, 'Bundle', options.definitions)
  return { entries: entries.all, issues: [...places.issues, ...broken] }
}

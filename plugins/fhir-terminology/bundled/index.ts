/** Value sets that every gateway has, for forms that name them and do not register their own. */
import type { Json } from '../../../fhir/values/unchecked-json.ts'

const FHIR = 'http://hl7.org/fhir/ValueSet/ucum-'
const VERSION = '4.0.1'
const UCUM = 'http://unitsofmeasure.org'
const COPYRIGHT =
  'The UCUM codes, UCUM table (regardless of format), and UCUM Specification are copyright 1999-2009, Regenstrief ' +
  'Institute, Inc. and the Unified Codes for Units of Measures (UCUM) Organization. All rights reserved. ' +
  'https://ucum.org/trac/wiki/TermsOfUse'

/** By the end of the URL: the constant that has the codes, and a title. */
const SETS = new Map([
  ['common', ['COMMON', 'Common UCUM units']],
  ['vitals-common', ['VITALS', 'Vital signs units']],
  ['bodyweight', ['WEIGHT', 'Body weight units']],
  ['bodylength', ['LENGTH', 'Body length units']],
  ['bodytemp', ['TEMPERATURE', 'Body temperature units']],
] as const)

const opened = new Map<string, Json>()

/** A bundled value set, loaded when a form first names it; undefined for any other URL or version. */
export async function bundledAt(canonical: string): Promise<Json | undefined> {
  const [url = '', version = VERSION] = canonical.split('|', 2)
  const set = url.startsWith(FHIR) ? SETS.get(url.slice(FHIR.length) as never) : undefined
  if (set === undefined || version !== VERSION) return undefined
  const [name, title] = set
  const known = opened.get(url)
  if (known !== undefined) return known
  const { [name]: lines } = await import('./ucum.ts')
  const concept = lines
    .trim()
    .split('\n')
    .map(line => {
      const [code, display] = line.split('\t')
      return { code, ...(display !== undefined && { display }) }
    })
  const valueSet = {
    ...{ resourceType: 'ValueSet', meta: { versionId: `bundled-${VERSION}-${name}` }, url, version: VERSION },
    ...{ title, status: 'active', copyright: COPYRIGHT, compose: { include: [{ system: UCUM, concept }] } },
  }
  opened.set(url, valueSet)
  return valueSet
}

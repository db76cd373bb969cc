/**
 * Objects of the OpenAPI document that may have more members than are named. JSON Schema means the same without
 * `additionalProperties: true`; programs that make clients read it as an object without further members.
 */

/** Keywords with values instead of schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])
/** Keywords with schemas by name, where a name is no keyword. */
const NAMES: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'schemas', 'headers'])

/** Marks every object in the schemas of a document that is not closed. Changes the document. */
export function markOpenObjects(document: object): void {
  const visited = new Set<object>()
  const visit = (node: unknown, isByName = false): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return
    visited.add(node)
    const schema = node as Record<string, unknown>
    if (!isByName && [schema['type']].flat().includes('object')) schema['additionalProperties'] ??= true
    for (const [name, value] of Object.entries(schema))
      if (isByName || !VALUES.has(name)) visit(value, !isByName && NAMES.has(name))
  }
  visit(document)
}

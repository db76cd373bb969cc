/** The JSON Schema that editors check `andiron.json` with: the config, with the options of every built-in plugin. */
import type { Manifest } from '../../core/index.ts'

type Json = Readonly<Record<string, unknown>>

export function editorSchema({ $id: _, ...config }: Json, manifests: readonly Manifest[]): Json {
  const properties = config['properties'] as Readonly<Record<string, Json>>
  const plugins = Object.fromEntries(
    manifests.map(({ name, config = NO_OPTIONS }) => [
      name,
      { anyOf: [{ type: 'boolean' }, optional(config)] },
    ]),
  )
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'andiron.json',
    ...optional({
      ...config,
      properties: { ...properties, plugins: { ...properties['plugins'], properties: plugins } },
    }),
  }
}

const NO_OPTIONS = { type: 'object', additionalProperties: false, properties: {} }

/** The schema as a person writes to it: what has a default need not be written. */
function optional(schema: Json): Json {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  const required = ((schema['required'] ?? []) as string[]).filter(
    name => properties[name] !== undefined && !('default' in properties[name]),
  )
  const { required: _, ...rest } = schema
  return {
    ...rest,
    ...(required.length > 0 && { required }),
    ...('properties' in schema && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, optional(each)]),
      ),
    }),
  }
}

/** The bounds of a node: the permitted builders, and their quotas. */

const whole = (description: string, value: number) =>
  ({ type: 'integer', minimum: 1, default: value, description }) as const

/** JSON Schema of the options for a node's bounds. */
export const BoundsSchema = {
  builders: {
    oneOf: [
      { enum: ['service', 'open'] },
      { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^did:', maxLength: 200 } },
    ],
    default: 'service',
    description:
      'Permitted owners of collections on a node: `service` for this gateway; `open` for everyone, within `builderQuota`; ' +
      'or a list of DIDs, compared by key.',
  },
  quota: {
    type: 'object',
    additionalProperties: false,
    required: ['records', 'bytes', 'newRecords', 'newBytes'],
    default: {},
    description: 'Maximum storage of one owner on a node, in the collections of one builder.',
    properties: {
      records: whole('Maximum records of one owner.', 50_000),
      bytes: whole('Maximum bytes of these records.', 268_435_456),
      newRecords: whole('Maximum records of an owner before the service accepts the first one.', 500),
      newBytes: whole('Maximum bytes of these records.', 4_194_304),
    },
  },
  builderQuota: {
    type: 'object',
    additionalProperties: false,
    required: ['builders', 'collections', 'queries', 'records', 'bytes'],
    default: {},
    description:
      'With `open`: maximum storage of a builder on a node. The service and listed builders have no such limit.',
    properties: {
      builders: whole('Maximum builders of a node.', 1_000),
      collections: whole('Maximum collections of a builder.', 20),
      queries: whole('Maximum stored queries of a builder.', 50),
      records: whole('Maximum records of all owners in the collections of a builder.', 10_000),
      bytes: whole('Maximum bytes of these records.', 67_108_864),
    },
  },
  queries: {
    type: 'object',
    additionalProperties: false,
    required: ['milliseconds', 'megabytes'],
    default: {},
    description: 'Maximum cost of one run of a stored query, in a thread that builders share.',
    properties: {
      milliseconds: whole('Maximum milliseconds of processor time.', 10_000),
      megabytes: { ...whole('Maximum MiB of memory.', 512), minimum: 64 },
    },
  },
} as const

type Numbers<Properties> = { readonly [Name in keyof Properties]: number }

/** The bounds of a node, with all defaults filled in. */
export interface Bounds {
  readonly builders: 'service' | 'open' | readonly string[]
  readonly quota: Numbers<typeof BoundsSchema.quota.properties>
  readonly builderQuota: Numbers<typeof BoundsSchema.builderQuota.properties>
  readonly queries: Numbers<typeof BoundsSchema.queries.properties>
}

/** The default bounds. */
export const defaultBounds: Bounds = {
  builders: BoundsSchema.builders.default,
  quota: defaultsOf(BoundsSchema.quota.properties),
  builderQuota: defaultsOf(BoundsSchema.builderQuota.properties),
  queries: defaultsOf(BoundsSchema.queries.properties),
}

function defaultsOf<Name extends string>(
  properties: Readonly<Record<Name, { readonly default: number }>>,
): Record<Name, number> {
  const entries = Object.entries<{ readonly default: number }>(properties)
  return Object.fromEntries(entries.map(([name, each]) => [name, each.default])) as Record<Name, number>
}

/**
 * The settings on which stored data depends. A schema declares one with the keyword `fixed`; the database remembers
 * its value, and a start with another one is refused.
 */
import { SettingsFixed } from '../errors.ts'
import { constantsOf, setConstant } from '../stores/sql/constants.ts'
import type { Database } from '../stores/sql/database.ts'
import { type Config, ConfigSchema } from './config-schema.ts'

/**
 * The keyword `fixed` of a setting: `never` changes under data; changes only `unless` the old value stays in the
 * list of that name beside it; or a change is `noted` by the doctor, and harmless.
 */
export type Fixed = 'never' | 'noted' | { readonly unless: string }

/** A setting of this start. */
export interface FixedSetting {
  /** `wallet.domainName`, or `plugins.NAME.OPTION`. */
  readonly name: string
  readonly fixed: Fixed
  readonly value: unknown
  /** Former values that stay in use. */
  readonly aliases: readonly unknown[]
}

/** A setting that has changed under data. */
export interface ChangedSetting {
  readonly setting: FixedSetting
  /** Former values that are no longer in use. */
  readonly before: readonly unknown[]
}

interface Schema {
  readonly fixed?: Fixed
  readonly properties?: Readonly<Record<string, Schema>>
}

/** A plugin with its options. */
interface Configured {
  readonly manifest: { readonly name: string; readonly config?: object | undefined }
  readonly options: object
}

/** The settings that the schemas of the config and of its plugins declare as fixed. */
export const fixedSettings = (config: Config, plugins: readonly Configured[] = []): FixedSetting[] => [
  ...fixedIn(ConfigSchema as Schema, config, []),
  ...plugins.flatMap(({ manifest, options }) =>
    fixedIn((manifest.config ?? {}) as Schema, options, ['plugins', manifest.name]),
  ),
]

/** The settings that a schema declares as fixed. */
export function fixedIn({ properties = {} }: Schema, values: object, at: readonly string[]): FixedSetting[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const value = (values as Readonly<Record<string, unknown>>)[key]
    const path = [...at, key]
    const { fixed } = schema
    const own = (name: string): unknown => (values as Readonly<Record<string, unknown>>)[name]
    const aliases = typeof fixed === 'object' ? (own(fixed.unless) as readonly unknown[]) : []
    return [
      ...(fixed === undefined ? [] : [{ name: path.join('.'), fixed, value: value ?? null, aliases }]),
      ...(schema.properties === undefined ? [] : fixedIn(schema, (value ?? {}) as object, path)),
    ]
  })
}

const constantOf = ({ name }: FixedSetting): string => `setting ${name}`

/** Compares the settings with the values that a database remembers; a new database remembers none. */
export async function changedSettings(
  database: Database,
  settings: readonly FixedSetting[],
): Promise<ChangedSetting[]> {
  const constants = await constantsOf(database)
  return settings.flatMap(setting => {
    const known = JSON.parse(constants.get(constantOf(setting)) ?? '[]') as readonly unknown[]
    const now = [setting.value, ...setting.aliases].map(each => JSON.stringify(each))
    const before = known.filter(each => !now.includes(JSON.stringify(each)))
    return before.length === 0 ? [] : [{ setting, before }]
  })
}

/** A change in words, and the way out. */
export function inWords({ setting, before }: ChangedSetting): readonly [change: string, remedy: string] {
  const { name, fixed, value } = setting
  const was = before.map(each => JSON.stringify(each)).join(' and ')
  const back = `set it to ${was} again`
  return [
    `${name} was ${was} and is ${JSON.stringify(value)}`,
    typeof fixed === 'object' ? `add ${was} to ${fixed.unless}, or ${back}` : back,
  ]
}

/** Remembers the settings of a new database, and refuses others later. @throws SettingsFixed */
export async function claimSettings(database: Database, settings: readonly FixedSetting[]): Promise<void> {
  const changed = await changedSettings(database, settings)
  const refused = changed.filter(({ setting }) => setting.fixed !== 'noted')
  if (refused.length > 0)
    throw new SettingsFixed(refused.map(change => inWords(change).join(': ')).join('; '))
  const constants = await constantsOf(database)
  for (const setting of settings) {
    const known = JSON.parse(constants.get(constantOf(setting)) ?? '[]') as readonly unknown[]
    // One that changes while its former values stay in use is remembered with all of them.
    if (known.length === 0) await setConstant(database, constantOf(setting), JSON.stringify([setting.value]))
    else if (typeof setting.fixed === 'object' && !known.includes(setting.value))
      await database.query('UPDATE constants SET value = $2 WHERE name = $1', [
        constantOf(setting),
        JSON.stringify([...known, setting.value]),
      ])
  }
}

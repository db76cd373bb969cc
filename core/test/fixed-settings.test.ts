/** Settings that are fixed under data: each one that a schema declares so is refused when it changes. */
import t from 'tap'
import { builtIn } from '../../plugins/index.ts'
import { checkConfig, checkOptions } from '../config/config.ts'
import { ConfigSchema } from '../config/config-schema.ts'
import { claimSettings, type FixedSetting, fixedSettings } from '../config/fixed-settings.ts'
import { migrate, migrationsOf } from '../stores/sql/migrate.ts'
import { networkServer } from '../stores/sql/test/fixtures/server.ts'

const config = checkConfig({})
const plugins = builtIn.map(({ manifest }) => ({
  manifest,
  options: checkOptions(manifest.name, manifest.config, {}, true),
}))

/** The number of keywords `fixed` anywhere in a schema. */
const keywordsIn = (schema: object): number => JSON.stringify(schema).split('"fixed":').length - 1

t.test('every declaration is found', async t => {
  const declared = [ConfigSchema, ...plugins.map(({ manifest }) => manifest.config ?? {})]
  const settings = fixedSettings(config, plugins)
  t.equal(
    settings.length,
    declared.reduce((sum, schema) => sum + keywordsIn(schema), 0),
  )
  t.same(
    settings.map(({ name }) => name),
    ['network', 'fileScheme', 'did.prefix', 'wallet.domainName'],
  )
})

const server = await networkServer(t)

for (const [at, setting] of fixedSettings(config, plugins).entries())
  t.test(`${setting.name} under data`, async t => {
    const database = await server.open(`settings_${at}`)
    await migrate(database, migrationsOf('gateway'))
    await claimSettings(database, [setting])
    await claimSettings(database, [setting])
    const changed: FixedSetting = { ...setting, value: `${setting.value}x` }
    if (setting.fixed === 'noted') return claimSettings(database, [changed])
    await t.rejects(claimSettings(database, [changed]), { code: 'AND_SETTINGS_FIXED', message: setting.name })
    if (setting.fixed === 'never') return
    const aliased = { ...changed, aliases: [setting.value] }
    await claimSettings(database, [aliased])
    await t.rejects(claimSettings(database, [setting]), { code: 'AND_SETTINGS_FIXED' }, 'both are in use now')
    await claimSettings(database, [{ ...setting, aliases: [changed.value] }])
  })

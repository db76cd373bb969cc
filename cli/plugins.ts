/** `andiron plugins`: the available plugins, which are enabled, and what each declares. */

import { checkConfig } from '../core/config/config.ts'
import { describeGateway, type PluginDescription } from './describe.ts'
import { explaining, type Located, readSettings } from './settings.ts'

export async function plugins({ json, ...located }: Located & { readonly json?: boolean }): Promise<void> {
  const settings = await readSettings(located)
  const descriptions = await explaining(settings, () =>
    describeGateway(checkConfig(settings.config), settings.directory),
  )
  const listed = json ? `${JSON.stringify(descriptions, null, 2)}\n` : descriptions.map(show).join('\n')
  process.stdout.write(settings.conceal(listed))
}

function show(plugin: PluginDescription): string {
  const head = `${plugin.enabled ? 'on ' : 'off'}  ${plugin.name} ${plugin.version} (${plugin.from})\n`
  if (!plugin.enabled) return head
  const rows: [string, readonly string[]][] = [
    ['needs', plugin.dependencies],
    ['options', Object.entries(plugin.options).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)],
    ['security', plugin.security],
    ['collections', plugin.collections],
    ['schemas', plugin.schemas],
    ['opens', plugin.openHooks],
    ['listens to', plugin.hooks],
    ['jobs', plugin.jobs],
    ['tools', plugin.tools],
    ['resources', plugin.resources],
    ['prompts', plugin.prompts],
    ['FHIR types', plugin.fhir],
    ['routes', plugin.routes],
  ]
  return (
    head +
    rows
      .flatMap(([title, entries]) =>
        entries.map((entry, i) => `     ${(i ? '' : title).padEnd(12)} ${entry}\n`),
      )
      .join('')
  )
}

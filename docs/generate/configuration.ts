/** The reference of `andiron.json`: top level, environment, and the options of every built-in plugin. */
import { OVERRIDES } from '../../core/config/config-file.ts'
import type { Manifest } from '../../core/index.ts'
import { blocks, code, GENERATED, section, table } from './markdown.ts'
import { type OptionSchema, optionTable } from './option-rows.ts'

export function configurationPage(config: OptionSchema, manifests: readonly Manifest[]): string {
  return blocks(
    GENERATED,
    '# Configuration',
    'Everything has a default: `{}` is a valid file, and so is no file at all. `andiron start` reads `andiron.json` from the working ' +
      'directory unless `--config` names another. Unknown keys are refused with the nearest known one. Relative paths and ' +
      'module names start at the directory of the file.',
    '```json\n{ "$schema": "./node_modules/andiron/schemas/andiron.schema.json" }\n```',
    'lets an editor complete and check the file.',
    section('## Top level', optionTable(config)),
    section(
      '## Environment',
      '`${NAME}` in any text of the file is filled in from the environment; a variable that is not set stops the start. ' +
        'These variables override the file, and the options of the command line override both:',
      table(
        ['Variable', 'Option'],
        Object.entries(OVERRIDES).map(([variable, option]) => [code(variable), code(option)]),
      ),
    ),
    '## Plugins',
    'Under `plugins`, by name. `false` takes a plugin out, with its routes and its part of the OpenAPI document.',
    ...manifests.map(({ name, config }) =>
      section(
        `### ${name}`,
        optionTable(config ?? {}) || 'No options.',
        `See [${name}](../plugins/${name}/README.md).`,
      ),
    ),
  )
}

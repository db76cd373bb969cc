/** The README of one plugin: what it is for and everything it declares. */
import type { Gateway, Manifest } from '../../core/index.ts'
import type { ErrorEntry } from './find-errors.ts'
import { blocks, code, GENERATED, section, table } from './markdown.ts'
import { optionTable } from './option-rows.ts'

interface Operation {
  readonly summary?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** The part of the OpenAPI document that is read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface About {
  readonly manifest: Manifest
  /** Text of the plugin's `index.ts`. */
  readonly source: string
  readonly routes: Gateway['routes']
  readonly errors: readonly ErrorEntry[]
  readonly document: OpenApi
}

export function pluginPage({ manifest, source, routes, errors, document }: About): string {
  const {
    name,
    dependencies = [],
    config,
    security = {},
    collections = [],
    schemas = [],
    openHooks = {},
    hooks = {},
    jobs = {},
  } = manifest
  return blocks(
    GENERATED,
    `# ${name}`,
    purposeOf(source),
    manifest.optIn ? 'Off unless the config names it.' : '',
    dependencies.length
      ? `Needs ${dependencies.map(each => `[${each}](../${each}/README.md)`).join(' and ')}.`
      : '',
    section('## Options', optionTable(config ?? {})),
    section(
      '## Routes',
      table(
        ['Route', 'Who may call', 'What it does'],
        routes.map(({ method, url }) => {
          const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
          return [code(`${method} ${url}`), callersOf(operation), operation?.summary ?? '']
        }),
      ),
    ),
    section(
      '## Security schemes',
      table(
        ['Scheme', 'Meaning'],
        Object.entries(security).map(([scheme, { describe }]) => [
          code(scheme),
          String(describe['description'] ?? ''),
        ]),
      ),
    ),
    section(
      '## Schemas',
      table(
        ['Schema', 'Meaning'],
        schemas.map(schema => [code(schema.$id), String('description' in schema ? schema.description : '')]),
      ),
    ),
    section(
      '## Collections',
      table(
        ['Collection', 'Kind', 'Uid', 'Split over the nodes'],
        collections.map(({ name, kind, uid, secrets = [] }) => [
          name,
          kind,
          code(uid),
          secrets.map(code).join(', '),
        ]),
      ),
    ),
    section(
      '## Background work',
      table(
        ['Job', 'What it does'],
        Object.entries(jobs as Readonly<Record<string, { description: string }>>).map(
          ([job, { description }]) => [code(job), description],
        ),
      ),
    ),
    section(
      '## FHIR resources',
      table(
        ['Type', 'Who can read', 'Created by people', 'Search parameters'],
        (manifest.fhir?.types ?? []).map(({ type, readers = ['person'], creatable, search = [] }) => [
          code(type),
          readers.join(', '),
          creatable ? 'yes' : '',
          search.map(({ name }) => code(name)).join(', '),
        ]),
      ),
    ),
    section(
      '## FHIR operations',
      table(
        ['Operation', 'On', 'What it does'],
        (manifest.fhir?.operations ?? []).map(({ name, type, level, description }) => [
          code(`$${name}`),
          level === 'type' ? type : `one ${type}`,
          description,
        ]),
      ),
    ),
    section(
      '## Hooks',
      table(
        ['Hook', ''],
        [
          ...Object.entries(openHooks).map(([hook, kind]) => [
            `[${hook}](../../docs/hooks.md#all-hooks)`,
            `opened here, a ${kind}`,
          ]),
          ...Object.keys(hooks).map(hook => [code(hook), 'attended']),
        ],
      ),
    ),
    section(
      '## Tools',
      table(
        ['Tool', 'What it does'],
        (manifest.tools ?? []).map(({ name, description }) => [code(name), description]),
      ),
    ),
    section(
      '## Resources and prompts',
      table(
        ['Name', 'What it is'],
        [
          ...(manifest.resources ?? []).map(({ uri, description }) => [code(uri), description]),
          ...(manifest.prompts ?? []).map(({ name, description }) => [code(name), description]),
        ],
      ),
    ),
    section(
      '## Errors',
      table(
        ['Code', 'Status', 'Sentence'],
        errors.map(({ code: each, status, sentence }) => [
          code(each),
          status === undefined ? '' : String(status),
          sentence.replaceAll(/%[sd]/g, '…'),
        ]),
      ),
    ),
  )
}

/** The sentence that the file says about itself. */
function purposeOf(source: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
  return comment.replaceAll(/\s*\n \*\s?/g, ' ').trim()
}

function callersOf(operation: Operation | undefined): string {
  if (!operation?.security) return 'see the OpenAPI document'
  if (operation.security.length === 0) return 'anyone'
  return operation.security
    .map(alternative =>
      Object.keys(alternative).length === 0
        ? 'anyone'
        : Object.entries(alternative)
            .map(([scheme, scopes]) => [scheme, ...scopes].map(code).join(' with '))
            .join(' and '),
    )
    .join(', or ')
}

/**
 * The files that pages share: few, because each is a request, and on a phone a request costs as much as thirty
 * kilobytes. Without them, there is one for each set of pages.
 */
import { basename } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * A module is in the first file whose pages include all that load it before they draw. Pages load modules that only
 * others of the file need: the lists bound how much.
 */
const FILES: readonly (readonly [name: string, pages: readonly string[]])[] = [
  ['account', ['application', 'open-profile.tsx']],
  ['form', ['application', 'questionnaire']],
  ['nodes', ['application', 'open-profile.tsx', 'nodes.ts']],
  ['signing', ['application', 'open-profile.tsx', 'nodes.ts', 'wallet-external']],
  ['keys', ['application', 'consent', 'profile', 'open-profile.tsx', 'nodes.ts', 'wallet-external']],
  [
    'common',
    [
      ...['application', 'consent', 'index', 'operator', 'profile', 'open-profile.tsx', 'questionnaire'],
      ...['nodes.ts', 'wallet-external'],
    ],
  ],
]

/** The part of rolldown's context that a group of modules needs. */
interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

/**
 * Groups of modules; the widest first, because a group takes along what its modules import.
 * @param inputs - the HTML files of the pages, and what they load after a choice
 * @param early - the script that runs before the others: it and its imports are one file
 */
export function sharedFiles(inputs: readonly string[], early: string): Rolldown.CodeSplittingGroup[] {
  let files: ReadonlyMap<string, string | undefined> | undefined
  return [...FILES.map(([file]) => file), EARLY].map((file, at) => ({
    name(id: string, modules: Modules) {
      files ??= filesOf(inputs, early, modules)
      return files.get(id) === file ? file : null
    },
    priority: at + 1,
  }))
}

const EARLY = 'early'

/** The file of each module that several pages load before they draw. Styles keep their order in a file for each set. */
function filesOf(
  inputs: readonly string[],
  early: string,
  modules: Modules,
): ReadonlyMap<string, string | undefined> {
  const pages = new Map<string, string[]>()
  for (const input of inputs)
    for (const id of importedBy(input, modules))
      pages.set(id, [...(pages.get(id) ?? []), basename(input, '.html')])
  return new Map([
    ...[...pages]
      .filter(([id, { length }]) => length > 1 && !id.endsWith('.css'))
      .map(([id, those]) => [id, fileFor(those)] as const),
    ...[...importedBy(early, modules)].map(id => [id, EARLY] as const),
  ])
}

/** A module and all that it imports, except on demand. */
function importedBy(module: string, modules: Modules): ReadonlySet<string> {
  const imported = new Set([module])
  // A set iterates over what is added meanwhile.
  for (const id of imported)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) imported.add(next)
  return imported
}

const fileFor = (pages: readonly string[]): string | undefined =>
  FILES.find(([, those]) => pages.every(page => those.includes(page)))?.[0]

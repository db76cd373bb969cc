/**
 * The files that pages share: few, because each is a request, and on a phone a request costs as much as thirty kilobytes.
 * Without them, there is one for each set of pages.
 */
import { basename } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * A module is in the first file whose pages include all that load it before they draw. Pages load modules that only others
 * of the file need: the lists bound how much.
 */
const FILES: readonly (readonly [name: string | undefined, pages: readonly string[]])[] = [
  // One page leaves out most of what it imports of the SDK: a common file would bring it back.
  [undefined, ['application', 'profile']],
  ['form', ['application', 'questionnaire']],
  ['nodes', ['application', 'consent', 'profile']],
  ['keys', ['application', 'consent', 'profile', 'wallet-external']],
  ['common', ['application', 'consent', 'index', 'profile', 'questionnaire', 'wallet-external']],
]

/** The part of rolldown's context that a group of modules needs. */
interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

/**
 * Groups of modules; the widest first, because a group takes along what its modules import.
 * @param inputs - the HTML files of the pages
 */
export function sharedFiles(inputs: readonly string[]): Rolldown.CodeSplittingGroup[] {
  let files: ReadonlyMap<string, string | undefined> | undefined
  return [
    { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 10 },
    ...FILES.map(([file], at) => ({
      name(id: string, modules: Modules) {
        files ??= filesOf(inputs, modules)
        return file !== undefined && files.get(id) === file ? file : null
      },
      priority: at + 1,
    })),
  ]
}

/** The file of each module that several pages load before they draw. Styles keep their order in a file for each set. */
function filesOf(inputs: readonly string[], modules: Modules): ReadonlyMap<string, string | undefined> {
  const pages = new Map<string, string[]>()
  for (const input of inputs) {
    const loaded = new Set([input])
    // A set iterates over what is added meanwhile.
    for (const id of loaded)
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported)
    for (const id of loaded) pages.set(id, [...(pages.get(id) ?? []), basename(input, '.html')])
  }
  return new Map(
    [...pages]
      .filter(([id, { length }]) => length > 1 && !id.endsWith('.css'))
      .map(([id, those]) => [id, fileFor(those)]),
  )
}

const fileFor = (pages: readonly string[]): string | undefined =>
  FILES.find(([, those]) => pages.every(page => those.includes(page)))?.[0]

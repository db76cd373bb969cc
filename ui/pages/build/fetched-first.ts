/** Fetches the files of a part before it is imported, by `fetch-first.ts` in place of the helper of Vite. */
import { fileURLToPath } from 'node:url'
import type { Plugin, ResolveModulePreloadDependenciesFn } from 'vite'

const OURS = fileURLToPath(new URL('../shell/loading/fetch-first.ts', import.meta.url))
const HELPER = /^\0vite\/preload-helper\.js$/

export function fetchedFirst(): Plugin {
  let isReplaced = false
  return {
    name: 'fetched-first',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: HELPER },
      handler() {
        isReplaced = true
        return `export { fetchFirst as __vitePreload } from ${JSON.stringify(OURS)}`
      },
    },
    generateBundle() {
      if (!isReplaced) this.error('Vite has no helper of this name any more')
    },
  }
}

/** Vite leaves out the file of a part that imports no other. */
export const filesOfPart: ResolveModulePreloadDependenciesFn = (file, others, { hostType }) =>
  hostType === 'js' ? [...new Set([file, ...others])] : [...others]

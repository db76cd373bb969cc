/** Drafts in a storage of the browser. */
import type { DraftKey, DraftStore } from './draft.ts'

/** Drafts in a storage of the browser, for as long as that lasts: `storedDrafts(sessionStorage)`. */
export function storedDrafts(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): DraftStore {
  const name = ({ questionnaireId, version }: DraftKey) => `andiron-draft ${questionnaireId}|${version ?? ''}`
  return {
    load(key) {
      try {
        return JSON.parse(storage.getItem(name(key)) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    save(key, response) {
      try {
        storage.setItem(name(key), JSON.stringify(response))
      } catch {
        // Full or denied: the answers are still on the page.
      }
    },
    clear: key => storage.removeItem(name(key)),
  }
}

/** Drafts in browser storage. */
import type { DraftKey, DraftStore } from './draft.ts'

/** Stores drafts in browser storage, for its lifetime: `storedDrafts(sessionStorage)`. */
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
        // Storage is full or denied: the answers are still on the page.
      }
    },
    clear: key => storage.removeItem(name(key)),
  }
}

/** The location in a page, as the segments of the URL fragment. */
import { useSyncExternalStore } from 'react'

export const hrefOf = (...parts: readonly string[]): string =>
  `#${parts.map(part => encodeURIComponent(part)).join('/')}`

export function usePath(): readonly string[] {
  const hash = useSyncExternalStore(
    changed => {
      addEventListener('hashchange', changed)
      return () => removeEventListener('hashchange', changed)
    },
    () => location.hash,
  )
  return hash.slice(1).split('/').map(decoded)
}

/** A malformed encoding in the address is used as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

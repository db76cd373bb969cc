/** The location in the page, an application and optionally a form, as a URL fragment. */
import { useSyncExternalStore } from 'react'

export interface PlaceOnPage {
  readonly applicationId?: string
  /** `_id` of a questionnaire, or `new`. */
  readonly form?: string
}

export const hrefOf = (...parts: readonly string[]): string =>
  `#${parts.map(part => encodeURIComponent(part)).join('/')}`

export function usePlace(): PlaceOnPage {
  const hash = useSyncExternalStore(
    changed => {
      addEventListener('hashchange', changed)
      return () => removeEventListener('hashchange', changed)
    },
    () => location.hash,
  )
  const [applicationId, form] = hash.slice(1).split('/').map(decoded)
  return { ...(applicationId && { applicationId }), ...(form && { form }) }
}

/** A malformed encoding in the address is used as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

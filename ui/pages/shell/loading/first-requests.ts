/** The requests that a page sends first: `critical-path.ts` begins them, and whoever needs an answer takes it. */
export const applicationPath = (id: string): string => `/api/application/${encodeURIComponent(id)}`

export const signinPath = (id: string): string => `/authorize/${encodeURIComponent(id)}`

/** The id of the sign-in is in the fragment: no server, log or Referer contains it. */
export const signinIn = (fragment: string): string =>
  new URLSearchParams(fragment.slice(1)).get('transaction') ?? ''

export const formPath = (id: string): string => `/api/questionnaire/${encodeURIComponent(id)}`

/** The form as it was published: the page offers a choice of languages and has every translation. */
export const ORIGINAL = { 'accept-language': '*' }

export const formIn = (pathname: string): string => decodeURIComponent(pathname.split('/').at(-1) ?? '')

const begun = new Map<string, Promise<Response>>()

/** Sends a request of this origin. */
export function begin(path: string, headers: Readonly<Record<string, string>> = {}): void {
  const answer = fetch(path, { headers })
  // The caller of `taken` handles the failure.
  answer.catch(() => {})
  begun.set(path, answer)
}

/** Returns the answer to a request that was begun, once: asking again is another request. */
export function taken(path: string): Promise<Response> | undefined {
  const answer = begun.get(path)
  begun.delete(path)
  return answer
}

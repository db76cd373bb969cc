/** Removes secrets from texts for logs and messages. */

// Patterns of secrets that must never be readable in a log, even inside an error message.
const SECRETS: readonly [RegExp, string][] = [
  [/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}/g, '[token]'],
  [/\b(token|code|X-Amz-[A-Za-z]+|signature|password)=[^&\s"']+/gi, '$1=[secret]'],
  [/\b(?:0x)?[0-9a-fA-F]{64,}\b/g, '[hex]'],
  [/:\/\/[^\s'"<>]*@/g, '://[user]@'],
  [/\?[^\s"']+/g, '?[query]'],
]

/** Removes anything that looks like a token, a key, a signature or the query of a URL. */
export const scrub = (text: string): string =>
  SECRETS.reduce((scrubbed, [shape, instead]) => scrubbed.replace(shape, instead), text)

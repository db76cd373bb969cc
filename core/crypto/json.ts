/** JSON in signed tokens: an object, with unique keys and limited nesting. */

import { CryptoError } from './errors.ts'

const MAX_DEPTH = 32

/** Escapes that `JSON.stringify` writes for characters that databases cannot store in texts. */
const UNKEEPABLE = /\\u(?:0000|d[89a-f])/

export type JsonObject = { [key: string]: unknown }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses an object. Refuses nesting deeper than 32, and a duplicate key, because two readers of the same
 * signed text would then see two different tokens.
 */
export function parseJsonObject(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The cause would quote the text.
    throw new CryptoError('AND_NOT_JSON', 'it does not parse')
  }
  if (!isJsonObject(value)) throw new CryptoError('AND_NOT_JSON', 'it is not an object')
  assertPlain(text)
  if (text.includes('\\u') && UNKEEPABLE.test(JSON.stringify(value)))
    throw new CryptoError('AND_NOT_JSON', 'it holds U+0000 or half of a surrogate pair')
  return value
}

/** Walks a valid JSON text: a string followed by a colon is a key of the innermost object. */
function assertPlain(text: string): void {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') {
      if (open.push(new Set()) > MAX_DEPTH) throw new CryptoError('AND_NOT_JSON', 'it is nested too deeply')
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === '"') {
      const start = at++
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      let next = at + 1
      while (' \t\r\n'.includes(text[next] ?? ':')) next++
      if (text[next] !== ':') continue
      const raw = text.slice(start, at + 1)
      // "\u0069ss" is the key "iss": compare keys as a parser decodes them.
      const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
      const keys = open.at(-1)
      if (keys?.has(key)) throw new CryptoError('AND_NOT_JSON', 'a key occurs twice')
      keys?.add(key)
    }
  }
}

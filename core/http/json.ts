/** Reads a JSON body strictly: what two parsers could read in two ways is refused before anything is parsed. */
import { InvalidJson } from '../errors.ts'

/** Nesting beyond which a body is refused: recursive validators must not meet it (RFC 8259 §9 allows a limit). */
export const MAX_DEPTH = 128

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses UTF-8 JSON.
 *
 * Refused, each with where it is: bytes that are not UTF-8, a byte order mark, nesting deeper than {@link MAX_DEPTH},
 * a name used twice in one object, `__proto__` as a name, and what PostgreSQL cannot keep of a string: U+0000 and half of a
 * surrogate pair.
 * @throws InvalidJson (400)
 */
export function parseStrict(body: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw new InvalidJson('it is not UTF-8')
  }
  scan(text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidJson(whereParsingStopped(cause as SyntaxError))
  }
}

/** V8 quotes the text around the error, which may be a health datum: only the position is passed on, where it tells one. */
function whereParsingStopped({ message }: SyntaxError): string {
  if (message.includes('end of JSON')) return 'it ends too early'
  const position = message.match(/at position (\d+)/)?.[1]
  return position ? `unexpected character at position ${position}` : 'unexpected character'
}

/** One pass over the characters; leaves every other syntax error to `JSON.parse`. */
function scan(text: string): void {
  // The names seen in each open object; `undefined` for an open array.
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22 /* " */:
        {
          const end = endOfString(text, at)
          const names = open.at(-1)
          if (names && isName(text, end)) remember(names, text.slice(at, end), at)
          at = end - 1
          break
        }
      case 0x7b /* { */:
      case 0x5b /* [ */:
        if (open.push(text[at] === '{' ? new Set() : undefined) > MAX_DEPTH)
          throw new InvalidJson(`it is nested deeper than ${MAX_DEPTH} levels at position ${at}`)
        break
      case 0x7d /* } */:
      case 0x5d /* ] */:
        open.pop()
        break
    }
  }
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code !== 0x5c /* \ */) continue
    if (text.startsWith('u0000', at + 1))
      throw new InvalidJson(`it holds the character U+0000 at position ${at}`)
    if (text[at + 1] === 'u' && isLoneSurrogate(text, at))
      throw new InvalidJson(`it holds half of a surrogate pair at position ${at}`)
    at += text[at + 1] === 'u' && isHigh(codeAt(text, at)) ? 7 : 1
  }
  return text.length
}

/** The code of an escape `\uXXXX`; `NaN` when it is none, which `JSON.parse` says. */
const codeAt = (text: string, at: number): number =>
  text.startsWith('\\u', at) ? Number.parseInt(text.slice(at + 2, at + 6), 16) : Number.NaN

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

function isLoneSurrogate(text: string, at: number): boolean {
  const code = codeAt(text, at)
  return isLow(code) || (isHigh(code) && !isLow(codeAt(text, at + 6)))
}

function isName(text: string, after: number): boolean {
  let at = after
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === 0x3a /* : */
}

function remember(names: Set<string>, quoted: string, at: number): void {
  const name = quoted.includes('\\') ? unquote(quoted, at) : quoted.slice(1, -1)
  if (names.has(name))
    throw new InvalidJson(`a name occurs twice in one object, the second time at position ${at}`)
  // Assigning it would change a prototype instead of adding a property.
  if (name === '__proto__') throw new InvalidJson(`the name '__proto__' is not accepted, at position ${at}`)
  names.add(name)
}

function unquote(quoted: string, at: number): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw new InvalidJson(`a name has a broken escape at position ${at}`)
  }
}

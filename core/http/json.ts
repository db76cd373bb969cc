/**
 * Parses a JSON body strictly: ambiguous texts, which two parsers could read differently, are refused first.
 */
import { InvalidJson } from '../errors.ts'
import { loopTurn } from '../sandbox/loop-turn.ts'

/** Maximum nesting of a body, to protect recursive validators (RFC 8259 §9 allows a limit). */
export const MAX_DEPTH = 128
/** Maximum values of a body, including lists and objects: `JSON.parse` builds them in one turn. */
export const MAX_VALUES = 100_000
/** Maximum different names in a body: V8 keeps a table of all names, and a shape for each order of them. */
export const MAX_NAMES = 10_000

/** Characters to scan per turn of the event loop. */
const STEP = 64 * 1024
/** Maximum bytes of a body that is parsed in one turn. */
const SMALL = 16 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses UTF-8 JSON.
 *
 * Refuses, with the position: bytes that are not UTF-8, a byte order mark, nesting deeper than {@link
 * MAX_DEPTH}, more than {@link MAX_VALUES} values or {@link MAX_NAMES} different names, a duplicate name in
 * one object, `__proto__` as a name, and strings that PostgreSQL cannot store: U+0000 and lone surrogates.
 * @throws InvalidJson (400)
 */
export function parseStrict(body: Uint8Array): unknown {
  const text = decode(body)
  for (const _ of scan(text));
  return parse(text)
}

/**
 * Parses like {@link parseStrict}, one step per turn of the event loop: no body, and no number of bodies,
 * blocks other requests.
 * @throws InvalidJson (400)
 */
export async function parseInTurns(body: Uint8Array): Promise<unknown> {
  if (body.length <= SMALL) return parseStrict(body)
  await loopTurn()
  const text = decode(body)
  await loopTurn()
  for (const _ of scan(text)) await loopTurn()
  await loopTurn()
  return parse(text)
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new InvalidJson('it is not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidJson(whereParsingStopped(cause as SyntaxError))
  }
}

/**
 * V8 quotes the text around the error, which may be a health datum: only the position is passed on, if there
 * is one.
 */
function whereParsingStopped({ message }: SyntaxError): string {
  if (message.includes('end of JSON')) return 'it ends too early'
  const position = message.match(/at position (\d+)/)?.[1]
  return position ? `unexpected character at position ${position}` : 'unexpected character'
}

/** Scans the characters once, with a pause after each step; leaves other syntax errors to `JSON.parse`. */
function* scan(text: string): Generator<void, void> {
  // The names in each open object; `undefined` for an open array.
  const open: (Set<string> | undefined)[] = []
  const different = new Set<string>()
  // Each list and object is a value, and each comma separates two values.
  let values = 1
  let pause = STEP
  for (let at = 0; at < text.length; at++) {
    if (at >= pause) {
      pause = at + STEP
      yield
    }
    switch (text.charCodeAt(at)) {
      case 0x22 /* " */:
        {
          let end = endOfString(text, at + 1, pause)
          while (end < 0) {
            pause = ~end + STEP
            yield
            end = endOfString(text, ~end, pause)
          }
          const names = open.at(-1)
          if (names && isName(text, end)) different.add(remember(names, text.slice(at, end), at))
          if (different.size > MAX_NAMES)
            throw new InvalidJson(`it has more than ${MAX_NAMES} different names`)
          at = end - 1
          break
        }
      case 0x2c /* , */:
        if (++values > MAX_VALUES) throw tooMany()
        break
      case 0x7b /* { */:
      case 0x5b /* [ */:
        if (open.push(text[at] === '{' ? new Set() : undefined) > MAX_DEPTH)
          throw new InvalidJson(`it is nested deeper than ${MAX_DEPTH} levels at position ${at}`)
        if (++values > MAX_VALUES) throw tooMany()
        break
      case 0x7d /* } */:
      case 0x5d /* ] */:
        open.pop()
        break
      default:
        if (isDigit(text.charCodeAt(at))) at = endOfNumber(text, at) - 1
    }
  }
}

const tooMany = () => new InvalidJson(`it has more than ${MAX_VALUES} values`)

/** The index after the closing quote; after a pause, the complement of the index at which to continue. */
function endOfString(text: string, start: number, pause: number): number {
  for (let at = start; at < text.length; at++) {
    if (at >= pause) return ~at
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

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** The shortest number beyond the range of a double has so many characters: `2e308`. */
const SHORTEST_INFINITE = 5

/** The index after a number. Refuses one that `JSON.parse` would make infinite, which no database stores. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1
  // Digits, and what else a number has: `.`, `e`, `E`, `+`, `-`. Wrong orders are errors of `JSON.parse`.
  for (let code = text.charCodeAt(end); isDigit(code) || isPartOfNumber(code); code = text.charCodeAt(end))
    end++
  if (end - start >= SHORTEST_INFINITE && Number(text.slice(start, end)) === Number.POSITIVE_INFINITY)
    throw new InvalidJson(`a number is beyond the range of a double at position ${start}`)
  return end
}

const isPartOfNumber = (code: number): boolean =>
  code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d

/** The code of an escape `\uXXXX`; `NaN` for an invalid escape, which `JSON.parse` reports. */
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

function remember(names: Set<string>, quoted: string, at: number): string {
  const name = quoted.includes('\\') ? unquote(quoted, at) : quoted.slice(1, -1)
  if (names.has(name))
    throw new InvalidJson(`a name occurs twice in one object, the second time at position ${at}`)
  // Assigning it would change a prototype instead of adding a property.
  if (name === '__proto__') throw new InvalidJson(`the name '__proto__' is not accepted, at position ${at}`)
  names.add(name)
  return name
}

function unquote(quoted: string, at: number): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw new InvalidJson(`a name has a broken escape at position ${at}`)
  }
}

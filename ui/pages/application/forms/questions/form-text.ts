/** Parses the text of a form as JSON, with the position of every node. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** A range of the text. */
export interface Place {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number
  /** Offsets for a selection. */
  readonly start: number
  readonly end: number
}

/** A fault of a text: a code of the table `flaws`, or of a text with a value. */
export interface Flaw {
  readonly code: string
  /** The key that occurs twice, or the message of the browser. */
  readonly value?: string
}

/** A JSON syntax error, with its position. */
export interface PlacedFlaw extends Place {
  readonly flaw: Flaw
}

export interface FormText {
  /** The value; undefined if there are syntax errors. */
  readonly value: unknown
  readonly flaws: readonly PlacedFlaw[]
  /**
   * The position of an expression such as `Questionnaire.item[2].type`, or of its nearest existing ancestor.
   */
  placeOf(expression: string): Place
}

/** Maximum number of syntax errors to report. */
const MOST_FLAWS = 100

/** Parses a text. Never throws, and continues after a syntax error. */
export function readFormText(text: string): FormText {
  const place = placesIn(text)
  const errors: ParseError[] = []
  const tree = nodeOf(text, errors)
  const flaws: PlacedFlaw[] = errors.slice(0, MOST_FLAWS).map(({ error, offset, length }) => ({
    flaw: { code: printParseErrorCode(error) },
    ...place(offset, offset + length),
  }))
  if (flaws.length === 0 && tree) {
    for (const { offset, length, value } of twice(tree).slice(0, MOST_FLAWS))
      flaws.push({
        flaw: { code: 'keyTwice', value: String(value) },
        ...place(offset, offset + length),
      })
  }
  let value: unknown
  if (flaws.length === 0) {
    try {
      value = JSON.parse(text)
    } catch (error) {
      flaws.push({ flaw: { code: 'notJson', value: (error as Error).message }, ...place(0, 0) })
    }
  }
  return {
    value,
    flaws,
    placeOf(expression) {
      const { start, end } = tree === undefined ? { start: 0, end: 0 } : spanOf(nodeAt(tree, expression))
      return place(start, end)
    },
  }
}

/** A text nested deeper than the stack is not a form; `JSON.parse` reports it. */
function nodeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

/** Lines and columns by offset. */
function placesIn(text: string): (start: number, end: number) => Place {
  const lines = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1)
  return (start, end) => {
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lines[middle] ?? 0) <= start) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: start - (lines[low] ?? 0) + 1, start, end }
  }
}

/** The node of an expression, or its nearest existing ancestor. */
function nodeAt(tree: Node, expression: string): Node {
  let node = tree
  for (const [, name, index] of expression.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    const next = name === undefined ? element(node, Number(index)) : member(node, name)
    if (next === undefined) break
    node = next
  }
  return node
}

const element = (node: Node, index: number): Node | undefined =>
  node.type === 'array' ? node.children?.[index] : undefined

/** `value` is FHIR's name for any of `valueString`, `valueCoding` and so on. */
function member(node: Node, name: string): Node | undefined {
  if (node.type !== 'object') return undefined
  const choice = new RegExp(`^${name}[A-Z]`)
  const properties = node.children ?? []
  const found =
    properties.find(property => keyOf(property) === name) ??
    properties.find(property => choice.test(keyOf(property)))
  return found?.children?.[1]
}

const keyOf = (property: Node): string => String(property.children?.[0]?.value ?? '')

/** The whole range of a primitive; for an object or array, its key or its start. */
function spanOf(node: Node): { readonly start: number; readonly end: number } {
  const { parent, type, offset, length } = node
  if (type !== 'object' && type !== 'array') return { start: offset, end: offset + length }
  const key = parent?.type === 'property' ? parent.children?.[0] : undefined
  return key ? { start: key.offset, end: key.offset + key.length } : { start: offset, end: offset + 1 }
}

/** Duplicate keys: a gateway refuses such a text. */
function twice(node: Node): Node[] {
  const found: Node[] = []
  const names = new Set<string>()
  for (const child of node.children ?? []) {
    if (node.type === 'object') {
      const key = child.children?.[0]
      if (key && names.has(keyOf(child))) found.push(key)
      names.add(keyOf(child))
    }
    found.push(...twice(child))
  }
  return found
}

/** JSON with the line of every value: JSON is a subset of YAML 1.2, and this parser keeps positions. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

export interface Positioned {
  readonly isObject: boolean
  readonly value: unknown
  /** The syntax error and its line; the rest is absent or partial then. */
  readonly broken?: { readonly line: number; readonly message: string }
  /** The line of the deepest existing part of the path: a missing key is reported at its parent. */
  lineOf(path: readonly string[]): number
}

export function readPositioned(text: string): Positioned {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'json', version: '1.2' })
  const lineAt = (offset: number): number => lines.linePos(offset).line
  const broken = document.errors[0] ?? notJson(text)
  return {
    ...(broken && { broken: { line: lineAt(broken.pos[0]), message: broken.message } }),
    isObject: isMap(document.contents),
    value: broken ? undefined : document.toJS(),
    lineOf: path => lineAt(nodeAt(document.contents, path)?.range?.[0] ?? 0),
  }
}

/** Notation that YAML accepts and JSON does not. */
function notJson(text: string): { pos: [number]; message: string } | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as SyntaxError
    return { pos: [Number(message.match(/at position (\d+)/)?.[1] ?? 0)], message }
  }
}

function nodeAt(root: unknown, path: readonly string[]): Node | undefined {
  let node = root as Node | undefined
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find(item => isScalar(item.key) && item.key.value === key)
      if (!pair) return node
      node = (pair.value ?? pair.key) as Node
    } else if (isSeq(node)) node = node.items[Number(key)] as Node
    else return node
  }
  return node
}

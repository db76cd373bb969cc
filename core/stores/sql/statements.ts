/** Splits a file of SQL into its statements. */

/** One statement of a file. */
export interface Statement {
  /** The text in the file, without the semicolon. */
  readonly text: string
  /** The same text with comments and quoted parts blanked out, for searches for keywords. */
  readonly bare: string
  /** Line of its first word, starting at 1. */
  readonly line: number
}

/** Comments and quoted parts: texts, names, and bodies between `$tags$`. */
const opaque = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$).*?\1/gs

/** Splits at the semicolons that end statements. */
export function splitStatements(sql: string): Statement[] {
  const bare = sql.replace(opaque, part => part.replace(/[^\n]/g, ' '))
  const found: Statement[] = []
  let start = 0
  for (const piece of bare.split(';')) {
    const end = start + piece.length
    const first = start + piece.search(/\S|$/)
    if (first < end) {
      const line = bare.slice(0, first).split('\n').length
      found.push({ text: sql.slice(first, end).trim(), bare: bare.slice(first, end).trim(), line })
    }
    start = end + 1
  }
  return found
}

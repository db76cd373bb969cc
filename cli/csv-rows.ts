/** Reads the rows of a table as CSV (RFC 4180), from parts that may end anywhere. */

/** The fields of one row after another, the header first; quotes are taken off, and a byte order mark. */
export async function* rowsOf(parts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = []
  let field = ''
  let isQuoted = false
  // A quote within quotes: the next character says whether it ends them.
  let wasQuote = false
  let isFirst = true
  for await (const part of parts) {
    for (const character of isFirst ? part.replace(/^\uFEFF/, '') : part) {
      if (isQuoted && !wasQuote) {
        if (character === '"') wasQuote = true
        else field += character
        continue
      }
      if (character === '"') {
        if (wasQuote) field += '"'
        isQuoted = true
        wasQuote = false
        continue
      }
      isQuoted = false
      wasQuote = false
      if (character === '\r') continue
      if (character !== ',' && character !== '\n') {
        field += character
        continue
      }
      row.push(field)
      field = ''
      if (character === ',') continue
      yield row
      row = []
    }
    if (part !== '') isFirst = false
  }
  if (field !== '' || row.length > 0) yield [...row, field]
}

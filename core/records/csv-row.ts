/** One row of CSV (RFC 4180) that no spreadsheet executes. */

/** RFC 7111 has `header`; the text is UTF-8. */
export const CSV = 'text/csv; charset=utf-8; header=present'

/**
 * One row with its line end: cells quoted if necessary, and none that a spreadsheet would execute.
 * @param cells - the texts of the cells
 */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

function quoted(cell: string): string {
  const safe = harmless(cell)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Spreadsheets execute a cell that begins like a formula when they open the file, and it can fetch any URL
 * (OWASP, "CSV Injection"). A leading apostrophe makes it text. A number stays a number.
 */
const harmless = (cell: string): string =>
  /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell) ? `'${cell}` : cell

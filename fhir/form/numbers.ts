/**
 * Parses and formats numbers as people write them: with a point or a comma, in the digits of their script.
 */

/**
 * Parses a number. Ambiguous input (`1,000` in English) is not guessed: the text is returned, and the rules
 * report that a number is required.
 */
export function readNumber(words: string, lang: string): number | string {
  const plain = words.trim().replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
  if (!/^[-+]?\d*[.,٫]?\d+$/.test(plain)) return words
  const separator = /[.,٫]/.exec(plain)?.[0]
  if (separator === undefined) return Number(plain)
  const after = plain.slice(plain.indexOf(separator) + 1)
  if (after.length === 3 && separator !== decimalOf(lang)) return words
  return Number(plain.replace(separator, '.'))
}

/** Formats a number for reading. */
export function writeNumber(value: unknown, lang: string): string {
  const plain = String(value ?? '')
  return typeof value === 'number' && plain.includes('.') ? plain.replace('.', decimalOf(lang)) : plain
}

/** Each call takes half a millisecond, so it is made only if there is a separator between digits. */
function decimalOf(lang: string): string {
  try {
    return new Intl.NumberFormat(lang).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  } catch {
    return '.'
  }
}

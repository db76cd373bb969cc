/** Numbers as people write them: with a point or a comma, in the digits of their script. */

/**
 * Reads a number. Where it is not certain what was meant, `1,000` in English, nothing is guessed: the text comes back,
 * and the rules say that a number is asked for.
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

/** Writes a number as it is read. */
export function writeNumber(value: unknown, lang: string): string {
  const plain = String(value ?? '')
  return typeof value === 'number' && plain.includes('.') ? plain.replace('.', decimalOf(lang)) : plain
}

/** Half a millisecond for each call: asked only where something stands between digits. */
function decimalOf(lang: string): string {
  try {
    return new Intl.NumberFormat(lang).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  } catch {
    return '.'
  }
}

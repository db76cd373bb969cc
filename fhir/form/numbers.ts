/** Numbers as people write them: with a point or a comma, in the digits of their script. */

/**
 * Reads a number. Where it is not certain what was meant, `1,000` in English, nothing is guessed: the text comes back,
 * and the rules say that a number is asked for.
 */
export function readNumber(words: string, lang: string): number | string {
  const plain = words.trim().replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
  if (!/^[-+]?\d*[.,٫]?\d+$/.test(plain)) return words
  const separator = /[.,٫]/.exec(plain)?.[0]
  const decimal = decimalOf(lang)
  const after = separator === undefined ? '' : plain.slice(plain.indexOf(separator) + 1)
  if (separator !== undefined && separator !== decimal && after.length === 3) return words
  return Number(separator === undefined ? plain : plain.replace(separator, '.'))
}

/** Writes a number as it is read. */
export const writeNumber = (value: unknown, lang: string): string =>
  typeof value === 'number' ? String(value).replace('.', decimalOf(lang)) : String(value ?? '')

function decimalOf(lang: string): string {
  try {
    return new Intl.NumberFormat(lang).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  } catch {
    return '.'
  }
}

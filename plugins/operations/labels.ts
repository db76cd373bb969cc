/** Labels of metrics: few values, whatever callers and plugins send. */

const CODE = /^[A-Z][A-Z0-9_]{0,63}$/
const OTHER = 'other'

/** Returns codes as they are, up to a number of different ones; any other is `other`. */
export function boundedCodes(most = 500): (code: string) => string {
  const known = new Set<string>()
  return code => {
    if (known.has(code)) return code
    if (known.size >= most || !CODE.test(code)) return OTHER
    known.add(code)
    return code
  }
}

/** Conceals secrets in printed text: config values from the environment, and the userinfo of URLs. */

/** Rewrites a text for printing. */
export type Conceal = (text: string) => string

/** A value and its replacement in printed text. */
export type Concealed = readonly [value: string, instead: string]

/** Shorter values match by chance, and reveal nothing. */
const SHORTEST = 4

/** RFC 3986 §3.2.1, up to the last `@`: an unescaped password may contain `/`, `:` and `@`. */
const USERINFO = /(:\/\/)[^\s'"<>]*@/g

/** Removes the user and password of any URL in a text. */
export const concealUserinfo: Conceal = text => text.replace(USERINFO, '$1[user]@')

export function concealing(values: Iterable<Concealed>): Conceal {
  const found = new Map<string, string>()
  const add = (value: string, instead: string) => {
    if (value.length >= SHORTEST && !found.has(value)) found.set(value, instead)
  }
  for (const [value, instead] of values) {
    add(value, instead)
    for (const part of passwordsIn(value)) add(part, instead)
  }
  // The value as JSON, as a URL and as a list of program arguments.
  for (const [value, instead] of [...found]) {
    add(JSON.stringify(value).slice(1, -1), instead)
    add(encodeURIComponent(value), instead)
    add(encodeURI(value), instead)
  }
  // The longest first: a value may contain another.
  const order = [...found].sort(([one], [other]) => other.length - one.length)
  return text =>
    concealUserinfo(order.reduce((concealed, [value, instead]) => concealed.replaceAll(value, instead), text))
}

/** The password of a URL, escaped and unescaped. */
function passwordsIn(value: string): string[] {
  const [, password = ''] = /:\/\/[^\s:@/]*:(.*)@/.exec(value) ?? []
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** Every text in a config that contains a URL with a password, from any source. */
export function* urlSecretsIn(value: unknown): Generator<Concealed> {
  if (typeof value === 'string') {
    for (const password of passwordsIn(value)) yield [password, '[password]']
  } else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* urlSecretsIn(part)
}

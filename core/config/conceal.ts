/** Conceals secrets in printed text: config values from the environment, and the userinfo of URLs. */

/** Rewrites a text so that it can be printed. */
export type Conceal = (text: string) => string

/** A value and its replacement in printed text. */
export type Concealed = readonly [value: string, instead: string]

/** Shorter values are found everywhere by chance, and say nothing. */
const SHORTEST = 4

/** RFC 3986 §3.2.1, up to the last `@`: a password that was not escaped may hold `/`, `:` and `@` itself. */
const USERINFO = /(:\/\/)[^\s'"<>]*@/g

/** The text without the user and password of any URL in it. */
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
  // As JSON, a URL and a program's list of arguments would have them.
  for (const [value, instead] of [...found]) {
    add(JSON.stringify(value).slice(1, -1), instead)
    add(encodeURIComponent(value), instead)
    add(encodeURI(value), instead)
  }
  // The longest first: a value may hold another one.
  const order = [...found].sort(([one], [other]) => other.length - one.length)
  return text =>
    concealUserinfo(order.reduce((concealed, [value, instead]) => concealed.replaceAll(value, instead), text))
}

/** The password of a URL, escaped and not. */
function passwordsIn(value: string): string[] {
  const [, password = ''] = /:\/\/[^\s:@/]*:(.*)@/.exec(value) ?? []
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** Every text in a config with a password in its userinfo, wherever it came from. */
export function* urlSecretsIn(value: unknown): Generator<Concealed> {
  if (typeof value === 'string') {
    for (const password of passwordsIn(value)) yield [password, '[password]']
  } else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* urlSecretsIn(part)
}

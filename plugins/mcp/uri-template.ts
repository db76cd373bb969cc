/** URIs of resources, and templates with one variable per path segment (RFC 6570 level 1). */

type Matcher = (uri: string) => Readonly<Record<string, string>> | undefined

/** Creates a function that reads the variables of a URI; `undefined` if the URI does not match. */
export function matcherOf(template: string): Matcher {
  const names: string[] = []
  const pattern = template
    .split(/(\{\w+\})/)
    .map(part => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(name)
      return '([^/?#]+)'
    })
    .join('')
  const whole = new RegExp(`^${pattern}$`)

  return uri => {
    const found = whole.exec(uri)
    if (!found) return undefined
    try {
      return Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
      )
    } catch {
      return undefined
    }
  }
}

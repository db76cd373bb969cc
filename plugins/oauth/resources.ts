/** The protected resources of the authorization server, each with every URL that clients may use for it. */

export interface ProtectedResource {
  /** The name shown to people. */
  readonly name: string
  /** The data that the resource returns, as shown on the consent page. */
  readonly gives: string
  /** The paths of the resource; the first is the public one. */
  readonly paths: readonly string[]
  /** True if a token must name this resource in `aud`. */
  readonly requireAudience: boolean
}

export interface Resources {
  add(resource: ProtectedResource): void
  /** The resource at a path, or above it. */
  at(path: string): ProtectedResource | undefined
  /** Every accepted URL of the resource in `aud`. The base URL stands for all resources. */
  urlsOf(resource: ProtectedResource): readonly string[]
  /** Every accepted URL of any resource, for which a client may request a token (RFC 8707). */
  all(): readonly string[]
  /** The canonical URL of a resource, for a URL from a client. */
  find(url: string): string | undefined
  /** The resources of a URL: a token for it is valid for them. */
  meantBy(url: string): readonly ProtectedResource[]
  /** The default resource. */
  usual(): string | undefined
  /** The URL of the resource metadata for a path (RFC 9728 §3.1). */
  metadataUrl(path: string): string
  /**
   * The path of the resource in a metadata URL, from the part after its well-known prefix; `''` is all of
   * them.
   */
  pathIn(rest: string): string | undefined
}

export const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** @param baseUrl - known once the gateway listens */
export function createResources(baseUrl: () => string): Resources {
  const byPath = new Map<string, ProtectedResource>()
  const urlsOf = ({ paths }: ProtectedResource) => [baseUrl(), ...paths.map(path => `${baseUrl()}${path}`)]

  const all = () => [...new Set([...byPath.values()].flatMap(urlsOf))]
  /** The path of a resource at or above another path. */
  const placeOf = (path: string) =>
    byPath.has(path) ? path : [...byPath.keys()].find(place => path.startsWith(`${place}/`))
  const canonical = (url: string) => (URL.canParse(url) ? new URL(url).href : undefined)

  return {
    add(resource) {
      for (const path of resource.paths) byPath.set(path, resource)
    },
    at: path => byPath.get(placeOf(path) ?? path),
    urlsOf,
    all,
    find: url => all().find(each => canonical(each) === canonical(url)),
    meantBy: url => [...new Set(byPath.values())].filter(each => urlsOf(each).includes(url)),
    usual() {
      const [path] = byPath.keys()
      return path === undefined ? undefined : `${baseUrl()}${path}`
    },
    metadataUrl(path) {
      const { origin, pathname } = new URL(`${baseUrl()}${placeOf(path) ?? path}`)
      return `${origin}${WELL_KNOWN}${pathname}`
    },
    pathIn(rest) {
      const { pathname } = new URL(baseUrl())
      const prefix = pathname === '/' ? '' : pathname
      const path = rest.startsWith(prefix) ? rest.slice(prefix.length) : rest
      return path === '' || path === '/' ? '' : byPath.has(path) ? path : undefined
    },
  }
}

/**
 * Fetches the files of a part before it is imported. Firefox keeps a failed import, and a failed preload, until the
 * page is left; a failed request is repeated by the next attempt. The import then finds its files in the browser's
 * cache.
 */

/** Milliseconds until the next attempt: a phone that changes its network cancels what it is loading. */
const PAUSES = [400, 1600]
/** Files that are there, or on their way. */
const files = new Map<string, Promise<void>>()

/**
 * The build calls it in place of each dynamic `import`.
 * @param paths - scripts and styles below `/`
 */
export async function fetchFirst<T>(load: () => Promise<T>, paths: readonly string[] = []): Promise<T> {
  await Promise.all(paths.map(path => once(`/${path}`)))
  return load()
}

function once(path: string): Promise<void> {
  const known = files.get(path)
  if (known) return known
  const loading = isOfPage(path)
    ? Promise.resolve()
    : persistently(path.endsWith('.css') ? addStyles : get, path)
  files.set(path, loading)
  loading.catch(() => files.delete(path))
  return loading
}

async function persistently(load: (path: string) => Promise<void>, path: string): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return await load(path)
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  return load(path)
}

/** True for what the HTML of the page has loaded. */
const isOfPage = (path: string): boolean =>
  document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null

async function get(path: string): Promise<void> {
  try {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`Status ${response.status}`)
    await response.arrayBuffer()
  } catch (cause) {
    throw unloaded(path, cause)
  }
}

function addStyles(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = path
    link.onload = () => resolve()
    link.onerror = cause => {
      link.remove()
      reject(unloaded(path, cause))
    }
    document.head.append(link)
  })
}

/** As a browser reports a failed import. */
const unloaded = (path: string, cause: unknown): TypeError =>
  new TypeError(`The module '${path}' could not be loaded`, { cause })

/** Adds Subresource Integrity: each script and style in the HTML of a page has the digest of its file. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A tag of the built HTML, up to the URL of an asset. */
const LOADS = /(<(?:script|link) [^>]*(?:src|href)="(\/assets\/[^"]+)")/g

/** A file that differs from the built one does not run. */
export const pinned = (): Plugin => ({
  name: 'pinned',
  apply: 'build',
  // Only written files are final: placeholders are filled in until then.
  async writeBundle({ dir = '' }, bundle) {
    const pages = Object.keys(bundle).filter(name => name.endsWith('.html'))
    await Promise.all(pages.map(page => pin(dir, page)))
  },
})

async function pin(directory: string, page: string): Promise<void> {
  const file = join(directory, page)
  const html = await readFile(file, 'utf8')
  const digests = new Map<string, string>()
  for (const [, , address = ''] of html.matchAll(LOADS))
    digests.set(address, integrityOf(await readFile(join(directory, address))))
  await writeFile(
    file,
    html.replace(LOADS, (tag, _same, address) => `${tag} integrity="${digests.get(address)}"`),
  )
}

const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

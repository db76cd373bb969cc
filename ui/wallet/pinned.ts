/** Pins what a page loads: each script and style in its HTML names the digest of its file (Subresource Integrity). */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A tag of the built HTML, up to the address of an asset. */
const LOADS = /(<(?:script|link) [^>]*(?:src|href)="(\/assets\/[^"]+)")/g

/** A file that is not the one that was built with the page does not run in it. */
export const pinned = (): Plugin => ({
  name: 'pinned',
  apply: 'build',
  // Written files are final: until then anything may still be filled in.
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

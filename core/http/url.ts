/** Refuses URLs that cannot be read as text: what no store can keep must not come in by a path or a query either. */
import type { FastifyInstance } from 'fastify'
import { BadUrl } from '../errors.ts'

/** Before anything else of a request: U+0000, and escapes that are not UTF-8, lone surrogates among them. */
export function refuseUnreadableUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!isReadable(raw.url ?? '')) throw new BadUrl()
  })
}

export function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  if (/%00/.test(url)) return false
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

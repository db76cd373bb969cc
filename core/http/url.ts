/**
 * Refuses URLs that are not valid text: characters that no store accepts must not arrive in a path or a query
 * either.
 */
import type { FastifyInstance } from 'fastify'
import { BadUrl } from '../errors.ts'

/**
 * Runs before all other hooks and refuses U+0000, and escapes that are not UTF-8, including lone surrogates.
 */
export function refuseUnreadableUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(isReadable(raw.url ?? '') ? undefined : new BadUrl()),
  )
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

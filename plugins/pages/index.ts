/** The pages: built by vite from `ui/pages`, served with a strict policy. */
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { definePlugin } from '../../core/index.ts'
import { lookUp } from '../../fhir/values/language-tags.ts'
import { acceptsEncoding } from './accepted.ts'
import { PagesNotBuilt } from './errors.ts'
import { type Icon, installedAppRoutes, readInstalledApp, withManifest } from './installed-app.ts'
import { type PlainPage, type PlainWords, plainPage } from './plain-page.ts'
import { policyHeader } from './policy.ts'
import { PAGES, type Page } from './table.ts'
import { openTheme, type Theme } from './theme.ts'
import { ThemeOptions } from './theme-options.ts'

/** The directory of the built pages, when run from the sources and from `dist`. */
const BUILT = fileURLToPath(new URL('ui/pages/dist/', import.meta.resolve('#root/package.json')))

declare module 'fastify' {
  interface FastifyInstance {
    pages: Pages
  }
}

/** The looks of this deployment, for what other plugins show or describe. */
export interface Pages {
  /** The name of the service. */
  readonly name: string
  /** Those of the theme, otherwise those of the build; none if the pages are not built. */
  readonly icons: readonly Icon[]
  /** A page of a few sentences, without scripts. */
  plain(words: PlainWords): PlainPage
  readonly theme: Theme | undefined
}

export default definePlugin({
  name: 'pages',
  version: '1.0.0',
  config: {
    type: 'object',
    additionalProperties: false,
    properties: {
      directory: {
        type: 'string',
        minLength: 1,
        description: 'Directory of built pages that replace the pages of the package.',
      },
      installable: {
        type: 'boolean',
        default: true,
        description:
          'People can install `/profile` as an app, which opens without a network, and keep a copy of their data on their device. With false, browsers remove the app’s files and such copies at the next visit.',
      },
      theme: ThemeOptions,
    },
  },
  tag: { name: 'Pages', description: 'Pages for people and developers.' },

  async setup(app, { directory, theme: themed }) {
    const { gateway } = app
    const theme = themed && (await openTheme(themed, gateway.directory))
    const name = theme?.name ?? 'andiron'
    const { logo = '', style = '' } = theme ?? {}
    app.decorate('pages', {
      ...{ name, theme },
      icons: theme?.icon ? [theme.icon] : await iconsIn(builtAt(directory)),
      plain: words => plainPage(words, { name, logo, style, host: new URL(gateway.baseUrl).host }),
    })
  },

  async routes(app, { directory, installable }) {
    const built = builtAt(directory)
    const { theme } = app.pages
    const documents = new Map<Page, string>()
    const plain = installable ? await readInstalledApp(built) : undefined
    const installed = plain && theme ? theme.dressApp(plain) : plain
    for (const page of PAGES) {
      const read = await readFile(resolve(built, page.file), 'utf8').catch(absent)
      if (read === undefined) continue
      const html = theme ? theme.dress(read) : read
      documents.set(page, page.isApp && installed !== undefined ? withManifest(html) : html)
    }
    if (documents.size < PAGES.length) {
      app.log.warn(`pages: some pages are missing in '${built}': run 'npm run build'`)
    }

    for (const page of PAGES) {
      app.get(
        page.path,
        {
          schema: {
            operationId: page.operationId,
            summary: page.summary,
            security: [],
            ...(page.params && { params: { ...textsOf(page.params), required: Object.keys(page.params) } }),
            ...(page.query && { querystring: textsOf(page.query) }),
            response: {
              200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
            },
          },
          config: { errors: [PagesNotBuilt], ...(page.isOn && { refusals: [404] }) },
        },
        async (request, reply) => {
          if (page.isOn?.(app) === false) return reply.callNotFound()
          const html = documents.get(page)
          if (html === undefined) throw new PagesNotBuilt(page.path)
          // Shared caches keep the languages apart.
          varyBy(reply, 'accept-language')
          return reply
            .header('content-security-policy', policyHeader(await page.policy?.(request, app)))
            .header('cache-control', 'no-cache')
            .header('referrer-policy', 'no-referrer')
            .header('x-content-type-options', 'nosniff')
            .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
            .type('text/html; charset=utf-8')
            .send(inLanguage(html, request.headers['accept-language']))
        },
      )
    }

    installedAppRoutes(app, installed)

    /** The assets that the build has compressed; a packed release has no others. */
    const compressed = new Set(await readdir(resolve(built, 'br')).catch(absent))
    app.get(
      '/assets/:file',
      { schema: { hide: true, security: [], params: ASSET } },
      async (request, reply) => {
        // The name contains a hash of the content: the file never changes.
        const { file } = request.params
        const own = theme?.files.get(file)
        if (own !== undefined)
          return reply
            .headers({
              ...{
                'cache-control': 'public, max-age=31536000, immutable',
                'x-content-type-options': 'nosniff',
              },
              'content-security-policy': own.policy,
            })
            .type(own.type)
            .send(own.content)
        const isBrotli = compressed.has(file)
        const opens = isBrotli && !acceptsEncoding(request.headers['accept-encoding'], 'br')
        const root = resolve(built, isBrotli ? 'br' : 'assets')
        // Loaded on use: a start does without its modules.
        const { default: send } = await import('@fastify/send')
        // The tag and the ranges of a file are those of its compressed form.
        const ofForm = { etag: !opens, acceptRanges: !opens }
        const asset = await send(request.raw, file, { ...FOREVER, ...ofForm, root })
        varyBy(reply, 'accept-encoding')
        // RFC 9110 §15.5.13 and §15.5.17: a failed precondition, or a range beyond the end.
        if (asset.statusCode === 412 || asset.statusCode === 416)
          return reply
            .code(asset.statusCode as 200)
            .headers(rangeOf(asset.headers))
            .send()
        if (asset.type === 'error' && !isMissing(asset.metadata.error)) throw asset.metadata.error
        if (asset.type !== 'file') return reply.callNotFound()
        const { 'content-length': _, ...unsized } = asset.headers
        if (isBrotli && !opens) reply.header('content-encoding', 'br')
        return (
          reply
            .code(asset.statusCode as 200)
            .headers(opens ? unsized : asset.headers)
            .header('x-content-type-options', 'nosniff')
            // A worker runs under the policy of its own script.
            .header('content-security-policy', policyHeader())
            .send(
              opens && asset.statusCode === 200 ? asset.stream.pipe(createBrotliDecompress()) : asset.stream,
            )
        )
      },
    )
  },
})

const builtAt = (directory: string | undefined): string =>
  directory === undefined ? BUILT : resolve(directory)

/** The icons of the build. Of a manifest of one's own, those that are described in full and are here. */
async function iconsIn(built: string): Promise<readonly Icon[]> {
  const app = await readInstalledApp(built)
  const { icons = [] } = JSON.parse(app?.manifest ?? '{}') as { readonly icons?: readonly Partial<Icon>[] }
  const here = 'http://pages'
  return icons.flatMap(({ src, type, sizes }) => {
    if (!src || !type || !sizes || !URL.canParse(src, here)) return []
    const { origin, pathname } = new URL(src, here)
    return origin === here ? [{ src: pathname, type, sizes }] : []
  })
}

/** A bare file name: no path leads out of the directory. */
const ASSET = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', maxLength: 128, pattern: '^[\\w-]+\\.[\\w.-]+$' } },
} as const

const FOREVER = { maxAge: '1y', immutable: true, index: false, dotfiles: 'ignore' } as const

/** A link that preloads the texts of a page in one language. */
const TEXTS = /\n *<link rel="modulepreload" [^>]*hreflang="(\w+)">/g

/** The first words of a page in one language. */
const SHELL = /<!--(\w+)-->(.*?)<!--\/-->/gs

/** The page with its first words, and the link to its texts, in the reader's language alone. */
function inLanguage(html: string, accepted: string | undefined): string {
  const languages = [...html.matchAll(TEXTS)].map(([, language = '']) => language)
  const wanted = lookUp(accepted, languages) ?? 'en'
  return html
    .replace(TEXTS, (link, language) => (language === wanted ? link : ''))
    .replace(SHELL, (_shell, language, words) => (language === wanted ? words : ''))
}

function varyBy(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
}

const rangeOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-range'))

const isMissing = (error: Error & { readonly code?: unknown; readonly status?: unknown }): boolean =>
  error.code === 'ENOENT' || error.status === 404

const textsOf = (described: Readonly<Record<string, string>>) => ({
  type: 'object' as const,
  properties: Object.fromEntries(
    Object.entries(described).map(([name, description]) => [
      name,
      { type: 'string' as const, maxLength: 128, description },
    ]),
  ),
})

/** Returns undefined for a missing file; rethrows any other error. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

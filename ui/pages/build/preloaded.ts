/**
 * Lets a page ask for all that it needs at once: by the script that sends its first requests, and by links to its first
 * texts, one for each language with its `hreflang`, of which the gateway sends that of the person. Without them, a page
 * asks for both only when all its scripts have run.
 */
import type { Plugin, Rolldown } from 'vite'

/** The chunk of the first texts in one language; the others are loaded while the person reads. */
const TEXTS = /\/texts\/(?!prompts|problems|settings|documents|measurement|views)\w+\/(\w\w)\.ts$/

export const preloaded = (): Plugin => ({
  name: 'preloaded',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, chunk }) => ({
      html: html.replace(
        /\n *<script /,
        // Browsers load asynchronous scripts last.
        first =>
          `\n    <script type="module" async fetchpriority="high" crossorigin src="/${earlyIn(bundle)}"></script>${first}`,
      ),
      tags: [...textsOf(bundle, chunk)].map(([href, hreflang]) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${href}`, hreflang },
        injectTo: 'head' as const,
      })),
    }),
  },
})

function earlyIn(bundle: Rolldown.OutputBundle): string {
  const early = Object.values(bundle).find(each => each.type === 'chunk' && each.name === 'early')
  if (!early) throw new Error('The build has no file for the first requests')
  return early.fileName
}

/** The files of the texts that a page loads, each with its language. */
function textsOf(bundle: Rolldown.OutputBundle, page: Rolldown.OutputChunk | undefined): Map<string, string> {
  const chunkOf = (name: string) => {
    const found = bundle[name]
    return found?.type === 'chunk' ? found : undefined
  }
  const loaded = new Set(page ? [page] : [])
  // A set iterates over what is added meanwhile.
  for (const chunk of loaded) for (const name of chunk.imports) loaded.add(chunkOf(name) ?? chunk)
  const texts = new Map<string, string>()
  for (const name of [...loaded].flatMap(({ dynamicImports }) => dynamicImports)) {
    const [, language] = TEXTS.exec(chunkOf(name)?.facadeModuleId ?? '') ?? []
    if (language !== undefined) texts.set(name, language)
  }
  return texts
}

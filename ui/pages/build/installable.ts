/** Makes `/profile` an installable app: its manifest, and the files that its service worker keeps. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rollup } from 'vite'
import { catalogues } from './shells.ts'

/** The name of the worker among the entries of the build. */
export const WORKER = 'profile-worker'

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** A form of an assistant's proposal, and the preview of a PDF: they are large, and useless without a network. */
const LEFT_OUT = /\/(?:proposal-form|pdf-view)\.tsx$/

/** `--bg` of the light theme: ui/design/tokens.css. */
const GROUND = '#f9f5f1'
const ICONS = [
  { file: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { file: 'icon-192.png', sizes: '192x192', type: 'image/png' },
  { file: 'icon-512.png', sizes: '512x512', type: 'image/png' },
]

export function installable(): Plugin {
  const icons = new Map<string, string>()
  return {
    name: 'installable',
    apply: 'build',
    async buildStart() {
      for (const { file } of ICONS)
        icons.set(
          file,
          this.emitFile({ type: 'asset', name: file, source: await readFile(here(`app/${file}`)) }),
        )
    },
    // Names are final only once the files are written.
    async writeBundle({ dir = '' }, bundle) {
      const shell = shellOf(bundle).map(name => `/${name}`)
      const worker = join(dir, `${WORKER}.js`)
      const code = await readFile(worker, 'utf8')
      const build = createHash('sha256').update(code).update(shell.join()).digest('hex').slice(0, 16)
      await writeFile(worker, `const SHELL=${JSON.stringify(shell)},BUILD='${build}';${code}`)
      const nameOf = (file: string) => `/${this.getFileName(icons.get(file) ?? '')}`
      await writeFile(join(dir, 'profile.webmanifest'), JSON.stringify(manifestOf(nameOf)))
    },
  }
}

/** The scripts and styles of the page, and those that it loads on demand, in every language. */
function shellOf(bundle: Rollup.OutputBundle): readonly string[] {
  const files = new Set<string>()
  const entry = Object.values(bundle).find(
    each => each.type === 'chunk' && each.facadeModuleId?.endsWith('/profile.html'),
  )
  const add = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name) || LEFT_OUT.test(chunk.facadeModuleId ?? '')) return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) add(imported)
  }
  add(entry?.fileName ?? '')
  if (files.size === 0) throw new Error('The build has no page profile.html')
  return [...files].sort()
}

function manifestOf(nameOf: (icon: string) => string) {
  const name = Object.fromEntries(
    [...catalogues].map(([language, { profile }]) => [language, profile?.['healthProfile']]),
  )
  return {
    ...{ id: '/profile', start_url: '/profile', scope: '/profile', display: 'standalone' },
    ...{ name: name['en'], short_name: name['en'], lang: 'en', name_localized: name },
    ...{ background_color: GROUND, theme_color: GROUND },
    icons: ICONS.map(({ file, ...about }) => ({ src: nameOf(file), ...about, purpose: 'any maskable' })),
  }
}

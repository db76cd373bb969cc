/** The description of each page, for previews of links and for search engines, in its HTML for each language. */
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { catalogues, escaped } from './shells.ts'

/** The text that says what a page is for. */
const DESCRIPTIONS: Readonly<Record<string, readonly [part: string, key: string]>> = {
  'index.html': ['home', 'homeAbout'],
  'profile.html': ['profile', 'onNodes'],
  'application.html': ['application', 'applicationsAbout'],
  'questionnaire.html': ['questionnaire', 'tryForm'],
  'consent.html': ['consent', 'letProgramRead'],
  'wallet-external.html': ['frame', 'walletTitle'],
}

export const described = (): Plugin => ({
  name: 'described',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) => html.replace('</title>', end => end + descriptionsOf(basename(path))),
  },
})

function descriptionsOf(page: string): string {
  const [part = '', key = ''] = DESCRIPTIONS[page] ?? []
  if (part === '') return ''
  return [...catalogues]
    .map(([language, texts]) => {
      const text = escaped(texts[part]?.[key]).replaceAll('"', '&quot;')
      return `<!--${language}--><meta name="description" content="${text}"><!--/-->`
    })
    .join('')
}

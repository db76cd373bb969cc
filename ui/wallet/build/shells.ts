/**
 * The first words of a page, drawn before its scripts run: in its HTML for each language, of which the gateway sends that
 * of the person. React replaces them by the same words.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { directionOf, LANGUAGES, type Language, tagOf } from '../catalogue.ts'
import { Mark } from '../mark.tsx'

/** The choice of the language, which the heading flows around: as wide as later, and not yet to be used. */
const choiceOf = (language: string): string =>
  `<select class="language" disabled aria-hidden="true">${Object.entries(LANGUAGES)
    .map(([code, name]) => `<option${code === language ? ' selected' : ''}>${name}</option>`)
    .join('')}</select>`

/** Texts of the catalogue, by part and key. */
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The elements that each page draws first; their texts have no values. */
const SHELLS: Readonly<Record<string, (texts: Catalogue) => { heading: string; about: string }>> = {
  'index.html': ({ home }) => ({
    heading: `<h1 class="wq-title">${renderToStaticMarkup(Mark())} andiron</h1>`,
    about: `<p>${escaped(home?.['homeAbout'])}</p>`,
  }),
  'profile.html': ({ profile }) => ({
    heading: `<h1 class="wq-title">${escaped(profile?.['healthProfile'])}</h1>`,
    about: `<p>${escaped(profile?.['onNodes'])}</p>`,
  }),
  'application.html': ({ application }) => ({
    heading: `<h1 class="wq-title">${escaped(application?.['applications'])}</h1>`,
    about: `<p class="lede">${escaped(application?.['applicationsAbout'])}</p>`,
  }),
}

const catalogues = new Map(
  Object.keys(LANGUAGES).map(language => {
    const file = new URL(`../languages/${language}.json`, import.meta.url)
    return [language, JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Catalogue]
  }),
)

export const shells = (): Plugin => ({
  name: 'shells',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) => stylesFirst(html.replace(EMPTY, tag => `${tag}${shellsOf(basename(path))}`)),
  },
})

/** The element that the page draws in. */
const EMPTY = /<(?:div|main) id="page"[^>]*>/

function shellsOf(page: string): string {
  const shell = SHELLS[page]
  if (!shell) return ''
  return [...catalogues]
    .map(([language, texts]) => {
      const { heading, about } = shell(texts)
      const direction = directionOf(language as Language)
      const kind = page === 'index.html' ? ' class="wq-root"' : ''
      const moment = `<p role="status">${escaped(texts['common']?.['moment'])}</p>`
      const attributes = `${kind} lang="${tagOf(language as Language)}" dir="${direction}"`
      return `<!--${language}--><main${attributes}>${choiceOf(language)}${heading}${about}${moment}</main><!--/-->`
    })
    .join('')
}

const LINK = /\n *<link rel="stylesheet"[^>]*>/g

/** Nothing is drawn before the styles are there: they are asked for before the scripts. */
function stylesFirst(html: string): string {
  const links = html.match(LINK) ?? []
  return html.replaceAll(LINK, '').replace(/\n *<script /, script => links.join('') + script)
}

function escaped(text = ''): string {
  if (text === '' || /[{}']/.test(text))
    throw new Error(`A text with values cannot be drawn by the build: ${text}`)
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

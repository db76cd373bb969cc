/**
 * A page of a few sentences, without scripts: for an error that a person meets on the way from one program to another,
 * before a page of the build can say it.
 */
import { createHash } from 'node:crypto'
import { policyHeader } from './policy.ts'

export interface PlainPage {
  readonly html: string
  /** Of its policy: nothing but its own styles, and pictures of the gateway. */
  readonly policy: string
}

export interface Service {
  readonly name: string
  /** The host of the gateway: a name could be copied. */
  readonly host: string
  /** As HTML. */
  readonly logo: string
  /** Rules of CSS with the colours of a theme, by the tokens of the pages. */
  readonly style: string
}

/** The words of the page. */
export interface PlainWords {
  readonly title: string
  readonly sentences: readonly string[]
  /** The language of both, as a tag. @default en */
  readonly language?: string
  /** For whoever develops the program: unfolded by its summary, in English. */
  readonly technical?: { readonly summary: string; readonly detail: string }
}

export function plainPage(
  { title, sentences, language = 'en', technical }: PlainWords,
  { name, host, logo, style }: Service,
): PlainPage {
  const css = STYLE + style
  const named = `${logo}<strong dir="auto">${escaped(name)}</strong> <span dir="ltr">${escaped(host)}</span>`
  return {
    html:
      `<!doctype html><html lang="${escaped(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<meta name="color-scheme" content="light dark"><title>${escaped(title)} · ${escaped(name)}</title>` +
      `<style>${css}</style></head><body><main><p class="service">${named}</p>` +
      `<h1>${escaped(title)}</h1>${sentences.map(each => `<p>${escaped(each)}</p>`).join('')}` +
      (technical === undefined
        ? ''
        : `<details><summary>${escaped(technical.summary)}</summary>` +
          `<p lang="en" dir="ltr">${escaped(technical.detail)}</p></details>`) +
      '</main></body></html>',
    policy: policyHeader({
      ...{ 'script-src': "'none'", 'connect-src': "'none'", 'font-src': "'none'", 'img-src': "'self'" },
      'style-src': `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    }),
  }
}

/** As a decision of the built pages looks; the tokens are those of `ui/design/tokens.css`. */
const STYLE = `:root{color-scheme:light dark;--surface:light-dark(oklch(.995 .003 85),oklch(.218 .008 55));\
--ink:light-dark(oklch(.245 .014 50),oklch(.945 .008 75));--ink-2:light-dark(oklch(.405 .016 55),oklch(.8 .01 70));\
background:var(--surface);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}\
body{margin:0}main{max-width:34rem;margin:auto;padding:1rem;overflow-wrap:anywhere}\
.service{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin:.5rem 0 1.5rem}\
.service span{color:var(--ink-2);font-size:.875rem}.logo{display:contents}.logo source{display:none}\
.logo img{width:auto;max-width:8rem;height:1.75rem;object-fit:contain}\
summary{min-height:2.75rem;align-content:center;cursor:pointer}\
h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.2;letter-spacing:-.02em;text-wrap:balance}\
h1:lang(ar),h1:lang(hi){letter-spacing:normal}
`

const directionOf = (language: string): 'ltr' | 'rtl' => (/^ar\b/.test(language) ? 'rtl' : 'ltr')

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/**
 * The first words of a page, drawn before its scripts run: in its HTML for each language, of which the gateway sends
 * that of the person. The page draws the same words in the same elements (`create-root.ts`).
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { Icon, type IconName } from '../../design/icon.tsx'
import { Mark } from '../../design/mark.tsx'
import { directionOf, LANGUAGES, type Language, tagOf } from '../shell/language/page-languages.ts'

/** The choice of the language: as wide as later, and not yet to be used. */
const choiceOf = (language: string): string =>
  `<select class="language" disabled aria-hidden="true">${Object.entries(LANGUAGES)
    .map(([code, name]) => `<option${code === language ? ' selected' : ''}>${name}</option>`)
    .join('')}</select>`

/** Texts of the catalogue, by part and key. */
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The first words, in the element that the page draws. */
interface Shell {
  /** Its name and class. */
  readonly element: string
  readonly words: string
}

/** A heading that flows around the choice, and a sentence. */
const headed = (language: string, heading: string, about: string, style = ''): Shell => ({
  element: `main${style}`,
  words: `${choiceOf(language)}<h1 class="wq-title">${heading}</h1>${about}`,
})

/** The mark and the name of the service, which a theme replaces. */
const SERVICE = `${renderToStaticMarkup(Mark())} <bdi>andiron</bdi>`

/** A choice that a script enables. */
const choice = (text: string | undefined, about = ''): string =>
  `<button class="choice" disabled>${escaped(text)}${about && ` <small>${escaped(about)}</small>`}</button>`

/** The choice of a browser without a profile, hidden until `first-choice.ts` has found no key. */
const firstChoice = ({ profile, keys }: Catalogue): string =>
  `<div id="first-choice" hidden><p>${escaped(profile?.['noProfileYet'])}</p>` +
  `<fieldset class="choices" disabled><legend>${escaped(profile?.['openWith'])}</legend>` +
  choice(keys?.['thisBrowser'], keys?.['newHere']) +
  choice(keys?.['newLocked'], keys?.['newLockedAbout']) +
  `</fieldset><details class="bring" open><summary tabindex="-1">${escaped(keys?.['bringTitle'])}</summary><dl>` +
  `<dt data-passkey>${escaped(keys?.['passkeyOfProfile'])}</dt>` +
  `<dd data-passkey>${choice(keys?.['bringPasskey'])}</dd>` +
  `<dt>${escaped(keys?.['wallet'])}</dt><dd>${escaped(keys?.['bringWallet'])}</dd>` +
  `<dt>${escaped(keys?.['recoveryFile'])}</dt><dd>` +
  `<button class="quiet" disabled>${escaped(keys?.['chooseRecovery'])}</button></dd>` +
  `<dt>${escaped(keys?.['anotherBrowser'])}</dt><dd>${escaped(keys?.['bringBrowser'])}</dd></dl></details></div>`

/** A decision names nobody before the page knows who asks. */
const decision = (language: string, heading: string | undefined, lines = ''): Shell => ({
  element: 'div class="screen"',
  words: `<div class="service">${choiceOf(language)}</div><h1>${escaped(heading)}</h1>${lines}`,
})

/** A line of a decision, as `decision-line.tsx` draws it. @param value - and `about`: HTML */
const line = (icon: IconName, label: string | undefined, value: string, about: string): string =>
  `<div><dt>${renderToStaticMarkup(Icon({ name: icon }))} ${escaped(label)}</dt>` +
  `<dd><strong>${value}</strong><small>${about}</small></dd></div>`

/** Takes the room of words that come with the answer, so that nothing moves then. @param example - of a value in it */
const awaited = (text = '', example = ''): string =>
  `<span class="awaited">${escaped(text.replace(/\{\w+\}/g, example))}</span>`

/** The three lines of a sign-in, with the limits that are the same for every program. */
function signin({ keys, consent }: Catalogue, language: string): string {
  const date = new Date(2026, 8, 23, 22, 30)
  const moment = date.toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' })
  return (
    '<dl class="three">' +
    line('assistant', keys?.['whoAsks'], '…', awaited(consent?.['choseName'], 'assistant.example')) +
    line(
      'read',
      consent?.['whatRead'],
      awaited(consent?.['readsAnswers']),
      escaped(consent?.['changesNothing']),
    ) +
    line(
      'activity',
      consent?.['howLong'],
      awaited(consent?.['until'], moment),
      `${awaited(consent?.['endBefore'], consent?.['profilePage'])} ${escaped(keys?.['listsAccess'])}`,
    ) +
    '</dl>'
  )
}

/** The elements that each page draws first; their texts have no values. */
const SHELLS: Readonly<Record<string, (texts: Catalogue, language: string) => Shell>> = {
  'index.html': ({ home }, language) =>
    headed(language, SERVICE, `<p>${escaped(home?.['homeAbout'])}</p>`, ' class="wq-root"'),
  'profile.html': (texts, language) => ({
    element: 'main',
    words:
      `<div class="top">${SERVICE}${choiceOf(language)}</div>` +
      `<h1 class="wq-title">${escaped(texts['profile']?.['healthProfile'])}</h1>` +
      `<p>${escaped(texts['profile']?.['onNodes'])}</p>${firstChoice(texts)}`,
  }),
  'application.html': ({ application }, language) =>
    headed(
      language,
      escaped(application?.['applications']),
      `<p class="lede">${escaped(application?.['applicationsAbout'])}</p>`,
    ),
  'wallet-external.html': ({ frame }, language) => decision(language, frame?.['walletTitle']),
  'consent.html': (texts, language) =>
    decision(language, texts['consent']?.['letProgramRead'], signin(texts, language)),
  'questionnaire.html': ({ questionnaire }, language) => ({
    element: 'div',
    words:
      `<div class="top">${choiceOf(language)}</div>` +
      `<p class="notice">${escaped(questionnaire?.['tryForm'])}</p>` +
      `<h1 class="wq-title">${escaped(questionnaire?.['questionnaireTitle'])}</h1>`,
  }),
}

/** The texts of the pages, by language. */
export const catalogues = new Map(
  Object.keys(LANGUAGES).map(language => {
    const file = new URL(`../../languages/${language}.json`, import.meta.url)
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
      const { element, words } = shell(texts, language)
      const moment = `<p role="status">${escaped(texts['common']?.['moment'])}</p>`
      const attributes = `lang="${tagOf(language as Language)}" dir="${directionOf(language as Language)}"`
      const [name] = element.split(' ')
      return `<!--${language}--><${element} ${attributes}>${words}${moment}</${name}><!--/-->`
    })
    .join('')
}

const LINK = /\n *<link rel="stylesheet"[^>]*>/g

/** Nothing is drawn before the styles are there: they are asked for before the scripts. */
function stylesFirst(html: string): string {
  const links = html.match(LINK) ?? []
  return html.replaceAll(LINK, '').replace(/\n *<script /, script => links.join('') + script)
}

/** A text of the catalogue as HTML. @throws if it is missing, or has values */
export function escaped(text = ''): string {
  if (text === '' || /[{}']/.test(text))
    throw new Error(`A text with values cannot be drawn by the build: ${text}`)
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

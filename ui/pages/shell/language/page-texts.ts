/** The language of the page: the one that the person chose, or that of the browser. Each is loaded on its own. */
import { useSyncExternalStore } from 'react'
import type {
  Actions,
  Application,
  Bands,
  Common,
  Consent,
  Documents,
  Errors,
  Flaws,
  Frame,
  Home,
  Insights,
  Keys,
  Measurement,
  Measurements,
  Operator,
  Profile,
  Prompts,
  Questionnaire,
  Revisions,
  Settings,
  Subscriptions,
} from '../../texts/parts.ts'
import { FORMATS, type Formats, formatIn } from './formats.ts'
import { LANGUAGES, type Language } from './page-languages.ts'

/** Loads the texts of some parts of the catalogue in a language. */
export type Loader<T = object> = Readonly<
  Record<Language, () => Promise<{ readonly default: (w: Formats) => T }>>
>

/** Only those of the page are there. */
export interface Words
  extends Common,
    Keys,
    Frame,
    Consent,
    Documents,
    Profile,
    Prompts,
    Questionnaire,
    Application,
    Home,
    Insights,
    Operator,
    Revisions,
    Settings,
    Subscriptions,
    Measurement,
    Partial<Actions & Bands & Errors & Flaws & Measurements> {}

/** The texts of this page, in its language. */
export let words = {} as Words

export interface Texts {
  /** Needed before anything is drawn. */
  readonly first: Loader
  /** Loaded while the person reads: prompts, and sentences for errors. */
  readonly later?: readonly Loader[]
}

let language: Language = 'en'
let texts: Texts | undefined
let wanted: Language | undefined
/** Resolves when the later texts are there. */
let whole: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

/** The name of the choice in the storage of this browser. */
const NAME = 'andiron-language'

/**
 * Loads the texts of a page. Nothing is drawn before, so that no other language flashes.
 * @param to - by default the choice of the person, then the languages of the browser
 */
export async function speak(of: Texts, to = preferred()): Promise<void> {
  texts = of
  await load(to).catch(error => (to === 'en' ? Promise.reject(error) : load('en')))
}

/** Changes the language of this page and of those that are opened later. Without all of its texts nothing changes. */
export async function choose(next: Language): Promise<void> {
  await load(next, true)
  // Superseded by a later choice.
  if (language !== next) return
  try {
    localStorage.setItem(NAME, next)
  } catch {
    // Storage is denied in a frame of another site: the choice is that of this page.
  }
}

/** Waits for the later texts, and loads them again if they could not be loaded. @throws if they cannot be now either */
export const allWords = (): Promise<void> => whole.catch(() => addLater(language))

/** Adds the later texts to those that are there. */
function addLater(
  of: Language,
  loading = Promise.all((texts?.later ?? []).map(each => each[of]())),
): Promise<void> {
  whole = loading.then(found => {
    if (language === of) Object.assign(words, ...found.map(({ default: textsWith }) => textsWith(FORMATS)))
  })
  // Without them, an error is shown in the words of the gateway.
  whole.catch(() => {})
  return whole
}

/** @param isWhole - true if what is drawn already may use the later texts */
async function load(next: Language, isWhole = false): Promise<void> {
  wanted = next
  const { first, later = [] } = texts ?? {}
  const rest = Promise.all(later.map(each => each[next]()))
  rest.catch(() => {})
  const loaded = [await first?.[next](), ...(isWhole ? await rest : [])]
  // A later choice was faster.
  if (wanted !== next) return
  formatIn(regional(next))
  words = Object.assign({}, ...loaded.map(each => each?.default(FORMATS)))
  language = next
  void addLater(next, rest)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const languageNow = (): Language => language

/** The language of the page; draws the caller again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, languageNow)

/** The texts of the page, for an element that its parent does not draw again when the language changes. */
export function useWords(): Words {
  useLanguage()
  return words
}

function preferred(): Language {
  const tags = [chosen(), ...navigator.languages]
  return tags.map(languageIn).find(each => each !== undefined) ?? 'en'
}

function chosen(): string {
  try {
    return localStorage.getItem(NAME) ?? ''
  } catch {
    return ''
  }
}

/** The language of the catalogue for a tag such as `pt-BR`. */
function languageIn(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  return Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : undefined
}

/** The tag of the browser in that language, whose region says how dates are written. */
const regional = (of: Language): string =>
  globalThis.navigator?.languages?.find(tag => languageIn(tag) === of && isTag(tag)) ?? of

/** False for a name that `Intl` refuses: Chromium on Linux can report `en-US@posix`. */
function isTag(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0
  } catch {
    return false
  }
}

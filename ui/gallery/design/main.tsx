/** The design of the pages, selected by the URL: `?part=controls&lang=ar&dark`. */
import type { IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { LANGUAGES, type Language } from '../../pages/shell/language/page-languages.ts'
import type { Loader } from '../../pages/shell/language/page-texts.ts'
import { Shell } from '../../pages/shell/shell.tsx'
import { showPage } from '../../pages/shell/show-page.tsx'
import { application } from '../../pages/texts/application.ts'
import { measurement } from '../../pages/texts/measurement.ts'
import { profile } from '../../pages/texts/profile.ts'
import '../../pages/profile/profile.css'
import '../../pages/profile/measurements/measurement.css'
import '../../pages/application/application.css'
import '../../pages/application/chips.css'
import './design.css'
import { Contents } from './contents.tsx'
import { Controls } from './controls.tsx'
import { Drawings } from './drawings.tsx'
import { Tokens } from './tokens.tsx'

interface Part {
  readonly name: string
  readonly label: string
  readonly icon: IconName
  draw(): ReactNode
}

const PARTS: readonly [Part, ...Part[]] = [
  { name: 'tokens', label: 'Tokens', icon: 'settings', draw: () => <Tokens /> },
  { name: 'drawings', label: 'Drawings', icon: 'picture', draw: () => <Drawings /> },
  { name: 'controls', label: 'Controls', icon: 'answers', draw: () => <Controls /> },
  { name: 'contents', label: 'Contents', icon: 'measurements', draw: () => <Contents /> },
]

const parameters = new URLSearchParams(location.search)
if (parameters.has('dark')) document.documentElement.classList.add('dark')

const hrefOf = (part: string): string => {
  const changed = new URLSearchParams(parameters)
  changed.set('part', part)
  return `?${changed}`
}

const shown = PARTS.find(({ name }) => name === parameters.get('part')) ?? PARTS[0]

/** All texts that the shown parts of the pages use. */
const texts = Object.fromEntries(
  Object.keys(LANGUAGES).map(name => [
    name,
    async () => {
      const all: readonly Loader[] = [application, profile, measurement]
      const found = await Promise.all(all.map(each => each[name as Language]()))
      return { default: w => Object.assign({}, ...found.map(each => each.default(w))) }
    },
  ]),
) as Loader

const page = document.getElementById('page')
if (page !== null)
  void showPage(page, {
    texts: { first: texts },
    language: (parameters.get('lang') ?? 'en') as Language,
    draw: () => (
      <Shell
        label="Parts"
        destinations={PARTS.map(({ name, ...part }) => ({ ...part, href: hrefOf(name) }))}
        more={[{ href: './', icon: 'answers', label: 'Forms' }]}
        current={hrefOf(shown.name)}
      >
        <h1 className="wq-title">{shown.label}</h1>
        {shown.draw()}
      </Shell>
    ),
  })

/** The gallery: every example form in every state, selected by the URL: `?form=phq-9&state=error&lang=ar`. */

import {
  type DraftStore,
  LegalConsentForm,
  preloadControls,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
  type Strings,
  storedDrafts,
  useQuestionnaire,
} from '@andiron/questionnaire'
import { ar, de, es, fr } from '@andiron/questionnaire/strings'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import './gallery.css'
import { Adaptive } from './adaptive.tsx'
import { ANSWERS } from './answers.ts'
import { EXAMPLES, formNamed } from './forms.ts'

const STATES = ['empty', 'filled', 'error', 'read-only'] as const
const PRESENTATIONS = ['pages', 'single', 'steps'] as const
const STRINGS: Readonly<Record<string, Partial<Strings>>> = { ar, de, es, fr }

const parameters = new URLSearchParams(location.search)
const state = parameters.get('state') ?? 'empty'
const lang = parameters.get('lang') ?? undefined
/** The language in which the answers of the state were given, and the one to which a button turns. */
const givenIn = parameters.get('given')
const other = parameters.get('switch')
if (parameters.has('dark')) document.documentElement.classList.add('dark')

const THEMES: Readonly<Record<string, () => Promise<unknown>>> = {
  sea: () => import('@andiron/questionnaire/themes/sea.css'),
  ink: () => import('@andiron/questionnaire/themes/ink.css'),
}
const theme = parameters.get('theme') ?? 'ember'

/** Files are not stored here. The first upload of a file called `fail` fails. */
const failed = new Set<string>()
async function uploadFile(file: File, reference: string, options?: { onProgress?: (part: number) => void }) {
  for (const part of [0.25, 0.5, 1]) {
    options?.onProgress?.(part)
    await new Promise(done => setTimeout(done, 20))
  }
  if (file.name.startsWith('fail') && !failed.has(file.name)) {
    failed.add(file.name)
    throw new Error('The first try fails.')
  }
  return { url: `andiron://gallery/${reference}/${file.name}`, binaryFileUid: crypto.randomUUID() }
}

function One({ name }: { readonly name: string }) {
  const form = formNamed(name)
  const [sent, setSent] = useState<QuestionnaireResponse>()
  const [shownIn, showIn] = useState(lang)
  if (form === undefined) return <p>There is no form '{name}'.</p>
  const items = state === 'filled' || state === 'read-only' ? ANSWERS[name] : undefined
  if (sent !== undefined && !parameters.has('thanks')) {
    return (
      <>
        <h1>Sent</h1>
        <pre id="sent">{JSON.stringify(sent, undefined, 2)}</pre>
      </>
    )
  }
  return (
    <QuestionnaireProvider
      questionnaire={form}
      initialResponse={items && { item: items, ...(givenIn !== null && { language: givenIn }) }}
      readOnly={state === 'read-only'}
      uploadFile={uploadFile}
      searchCodes="/fhir"
      {...(shownIn !== undefined && { lang: shownIn })}
      {...(STRINGS[shownIn ?? form.language ?? ''] && { strings: STRINGS[shownIn ?? form.language ?? ''] })}
      {...(parameters.has('draft') && { draft: storedDrafts(sessionStorage) })}
    >
      <QuestionnaireForm
        choiceLayout={parameters.has('inline') ? 'inline-wrap' : undefined}
        review={!parameters.has('direct')}
        presentation={PRESENTATIONS.find(each => parameters.get('as') === each)}
        onSubmit={async response => {
          if (parameters.has('refused')) throw Object.assign(new Error('refused'), { issues: refusal })
          setSent(response)
        }}
      />
      {other !== null && (
        <button type="button" onClick={() => showIn(other)}>
          Switch
        </button>
      )}
      <Wrong />
      <Response />
    </QuestionnaireProvider>
  )
}

/** An issue as a service with more knowledge would report it. */
const refusal = [
  { expression: 'QuestionnaireResponse.item[0].item[0].answer[0].value', text: 'The service knows better.' },
]

/** A store of drafts that does not answer, and fails when `andiron-draft` is dispatched. */
const SILENT: DraftStore = {
  load: () =>
    new Promise((_, refuse) => {
      addEventListener('andiron-draft', () => refuse(new Error('The store is away.')), { once: true })
    }),
  save: () => undefined,
  clear: () => undefined,
}

/** Shows all errors of the form at once. */
function Wrong() {
  const { markValidationErrors } = useQuestionnaire()
  useEffect(() => {
    if (state !== 'error') return
    const timer = setTimeout(() => markValidationErrors(), 50)
    return () => clearTimeout(timer)
  }, [markValidationErrors])
  return null
}

function Response() {
  const { response } = useQuestionnaire()
  if (!parameters.has('response')) return null
  return <pre id="response">{JSON.stringify(response, undefined, 2)}</pre>
}

/** The appearances in which each state is listed. */
const APPEARANCES: Readonly<Record<string, string>> = {
  light: '',
  dark: '&dark',
  'right to left': '&lang=ar',
  sea: '&theme=sea',
  ink: '&theme=ink',
}
const WIDTHS = [320, 760, 1280]

/** Every form in every state and appearance, and the chosen one in three widths. */
function All() {
  const [shown, show] = useState<string>()
  return (
    <>
      <h1>Forms in every state</h1>
      <p>
        <a href="design.html">The design of the pages</a>
      </p>
      <ul>
        {[
          ...EXAMPLES.keys(),
          'rich',
          'drawn',
          'scales',
          'computed',
          'dated',
          'searched',
          'mixed-500',
          'consent',
        ].map(name => (
          <li key={name}>
            {name}
            {Object.entries(APPEARANCES).map(([appearance, query]) => (
              <div key={appearance}>
                {appearance}:{' '}
                {STATES.map(each => (
                  <a
                    key={each}
                    href={`?form=${name}&state=${each}${query}`}
                    onClick={event => {
                      event.preventDefault()
                      show(event.currentTarget.href)
                    }}
                  >
                    {each}{' '}
                  </a>
                ))}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {shown &&
        WIDTHS.map(width => <iframe key={width} src={shown} width={width} height="900" title={`${width}`} />)}
    </>
  )
}

function Page() {
  const name = parameters.get('form')
  if (name === 'consent') {
    return (
      <div className="wq-root">
        <h1>Consent</h1>
        <form action="?sent">
          <LegalConsentForm title="Before you begin" onConfirm={() => document.body.append('Confirmed')}>
            <p>Your answers are kept in your profile.</p>
          </LegalConsentForm>
        </form>
      </div>
    )
  }
  if (name === 'adaptive')
    return (
      <Adaptive
        fails={parameters.has('fails')}
        signed={parameters.has('signed')}
        draft={parameters.has('silent') ? SILENT : undefined}
        onSubmit={response => console.info(JSON.stringify(response))}
      />
    )
  return name === null ? <All /> : <One name={name} />
}

const start = async () => {
  await THEMES[theme]?.()
  if (!parameters.has('cold')) await preloadControls()
  const root = document.getElementById('gallery')
  if (root === null) return
  performance.mark('mount')
  createRoot(root).render(parameters.has('strict') ? <StrictMode>{<Page />}</StrictMode> : <Page />)
}
void start()

/** The features of a deployment, from its published configuration: only served pages are linked. */
import { Icon } from '@andiron/design/icon'
import { type FormEvent, useEffect, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import { loadEnvironment } from '../../sdk/environment.ts'
import { Quoting } from '../shell/failure.tsx'
import { LanguageChoice } from '../shell/language/language-choice.tsx'
import { words } from '../shell/language/page-texts.ts'
import { reasonOf } from '../shell/run-action.ts'
import { drawn } from '../shell/text-with-elements.tsx'
import { Logo, ownName, serviceName } from '../shell/theme.tsx'

/** The pages, with their audience, in display order: first those that most people come for. */
const offers = () =>
  [
    ['profile', words.profileOffer, words.profileOfferAbout, 'person'],
    ['application', words.forApplications, words.forApplicationsAbout, 'answers'],
    ['docs', words.theApi, words.theApiAbout],
    ['fhir', 'FHIR', words.fhirAbout],
    ['health', words.itsHealth, words.itsHealthAbout],
  ] as const

export const Home = () => (
  <main className="wq-root">
    <LanguageChoice className="language" />
    <h1 className="wq-title">
      <Logo /> <bdi>{serviceName()}</bdi>
    </h1>
    <p>{words.homeAbout}</p>
    <Deployment />
  </main>
)

function Deployment() {
  const [environment, setEnvironment] = useState<Environment>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    loadEnvironment(location.origin).then(setEnvironment, error => reasonOf(error).then(setFailure))
  }, [])

  if (!environment)
    return (
      // Without a key, its element would be used again further down, and move.
      <p key="awaited" role={failure ? 'alert' : 'status'}>
        <Quoting text={failure || words.moment} />
      </p>
    )
  const { links = {}, nodes, collections, network, version } = environment
  return (
    <>
      <ul className="offers">
        {offers().map(([name, title, about, icon]) => {
          const link = links[name]
          return (
            link !== undefined && (
              <li key={name} className={icon && 'first'}>
                {icon && <Icon name={icon} />}
                <a href={pathOf(link)}>{title}</a>
                <p>{about}</p>
              </li>
            )
          )
        })}
        {links['questionnaire'] !== undefined && (
          <li>
            <TryForm template={pathOf(links['questionnaire'])} />
          </li>
        )}
      </ul>
      {links['mcp'] !== undefined && (
        <p>{drawn(words.assistantsConnect, { address: <code>{links['mcp']}</code> })}</p>
      )}
      <h2>{words.thisDeployment}</h2>
      <p>
        {drawn(words.deploymentIs, {
          version,
          network: <code>{network}</code>,
          kinds: words.recordKinds({ many: Object.keys(collections).length }),
          nodes: nodes.length === 0 ? words.inMemory : words.onSoManyNodes({ many: nodes.length }),
        })}{' '}
        <a href="/.well-known/andiron.json">{words.forPrograms}</a>
      </p>
      {ownName() === undefined && <RunYourOwn />}
    </>
  )
}

/** Not on a page in the name of somebody else. */
const RunYourOwn = () => (
  <>
    <h2>{words.runYourOwn}</h2>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <pre tabIndex={0} dir="ltr">{`npm ci
npm start      # the gateway, three storage nodes and these pages
npm run demo   # the main job, step by step, against it`}</pre>
  </>
)

/** Links have the public address; this page uses paths of its own origin. */
const pathOf = (link: string): string => link.replace(/^https?:\/\/[^/]+/, '')

function TryForm({ template }: { readonly template: string }) {
  const [id, setId] = useState('')
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() !== '') location.assign(template.replace('{id}', encodeURIComponent(id.trim())))
  }
  return (
    <form onSubmit={open}>
      <label htmlFor="form-id">{words.tryById}</label>
      <div className="beside">
        <input
          className="wq-input"
          id="form-id"
          dir="ltr"
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setId(event.target.value)}
        />
        <button type="submit" className="wq-button">
          {words.openForm}
        </button>
      </div>
    </form>
  )
}

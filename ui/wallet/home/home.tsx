/** The features of a deployment, from its published configuration: only served pages are linked. */
import { type FormEvent, useEffect, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import { loadEnvironment } from '../../sdk/environment.ts'
import { sentenceOf } from '../step.ts'
import { counted } from '../words.ts'

/** The pages, with their audience, in display order. */
const OFFERS = [
  ['application', 'For applications', 'Register an application, publish forms, read the answers.'],
  ['profile', 'Your profile', 'See your data and who can read them, and download everything.'],
  ['docs', 'The API', 'Every route, with its errors and examples.'],
  ['fhir', 'FHIR', 'The capabilities of the FHIR REST API.'],
  ['ready', 'Its health', 'Readiness of the gateway and its stores.'],
] as const

export function Home() {
  const [environment, setEnvironment] = useState<Environment>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    loadEnvironment(location.origin).then(setEnvironment, error => setFailure(sentenceOf(error)))
  }, [])

  if (!environment) return <p role={failure ? 'alert' : 'status'}>{failure || 'One moment …'}</p>
  const { links = {}, nodes, collections, network, version } = environment
  return (
    <>
      <ul className="offers">
        {OFFERS.map(([name, title, about]) => {
          const link = links[name]
          return (
            link !== undefined && (
              <li key={name}>
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
        <p>
          AI assistants connect to a profile, once its person signs in, at <code>{links['mcp']}</code>.
        </p>
      )}
      <h2>This deployment</h2>
      <p>
        Version {version}, network <code>{network}</code>: {Object.keys(collections).length} kinds of records,{' '}
        {nodes.length === 0 ? 'in memory' : `on ${counted(nodes.length, 'storage node')}`}.{' '}
        <a href="/.well-known/andiron.json">As programs read it</a>
      </p>
      <h2>Run your own</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>{`npm ci
npm start      # the gateway, three storage nodes and these pages
npm run demo   # the main job, step by step, against it`}</pre>
    </>
  )
}

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
      <label htmlFor="form-id">Try a form by its id</label>
      <div className="beside">
        <input
          className="wq-input"
          id="form-id"
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setId(event.target.value)}
        />
        <button type="submit" className="wq-button">
          Open
        </button>
      </div>
    </form>
  )
}

/** The servers of an application: keys of their own, registered and revoked here. */
import { useCallback, useEffect, useId, useState } from 'react'
import {
  type Backend,
  type BackendRegistration,
  listBackends,
  registerBackend,
  revokeBackend,
} from '../../sdk/backends.ts'
import { AndironError } from '../../sdk/errors.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Icon } from '../shell/icon.tsx'
import { sentenceOf, useStep } from '../step.ts'
import { Field } from './field.tsx'
import type { Scene } from './scene.ts'
import { StepStatus } from './step-status.tsx'

export interface BackendsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

export function Backends({ scene: { environment }, applicationId, keyPair }: BackendsProps) {
  const step = useStep()
  const [backends, setBackends] = useState<readonly Backend[]>([])
  const [name, setName] = useState('')
  const [keys, setKeys] = useState('')
  const [done, setDone] = useState('')
  const keysId = useId()

  const load = useCallback(
    async () => setBackends(await listBackends(keyPair, applicationId, environment)),
    [keyPair, applicationId, environment],
  )
  useEffect(() => {
    load().catch(error => setDone(sentenceOf(error)))
  }, [load])

  const change = (doing: string, result: string, work: () => Promise<unknown>) =>
    step.run(doing, async () => {
      setDone('')
      try {
        await work()
        await load()
      } catch (error) {
        throw new Error(sentences(error), { cause: error })
      }
      setDone(result)
    })
  const add = () =>
    change('Registering …', 'Registered.', async () => {
      const registration = { name: name.trim(), ...keysIn(keys) }
      await registerBackend(keyPair, applicationId, registration, environment)
      setName('')
      setKeys('')
    })

  return (
    <>
      <p className="lede">
        A backend is a server of yours that reads the responses with a key of its own (SMART Backend
        Services). Its client id is <code>{applicationId}</code>. The private key stays on the server.
      </p>
      {backends.length > 0 && (
        <ul className="card list">
          {backends.map(({ id, name, keys: own, jwksUrl, lastUsed }) => (
            <li key={id} className="event">
              <Icon name="service" />
              <span>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <small className="event-about">
                  {lastUsed === undefined ? 'Never used' : `Last used ${new Date(lastUsed).toLocaleString()}`}
                  , key <code>{jwksUrl ?? own?.map(({ kid, alg }) => `${kid} (${alg})`).join(', ')}</code>
                </small>
              </span>
              <button
                type="button"
                className="wq-button danger"
                aria-label={`Revoke ${name}`}
                aria-disabled={step.doing !== ''}
                onClick={() =>
                  change('Revoking …', 'Revoked.', () =>
                    revokeBackend(keyPair, applicationId, id, environment),
                  )
                }
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="register">
        <h2 id="register">Register a backend</h2>
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void add()
          }}
        >
          <Field
            label="Name of the backend"
            help="People see it in their activity."
            value={name}
            onChange={setName}
          />
          <div className="wq-question">
            <label className="wq-label" htmlFor={keysId}>
              Public keys
            </label>
            <p className="wq-help" id={`${keysId}-help`}>
              A JWK Set, or the https URL of one.
            </p>
            <textarea
              className="wq-input"
              id={keysId}
              rows={4}
              spellCheck={false}
              autoComplete="off"
              value={keys}
              aria-describedby={`${keysId}-help`}
              onChange={event => setKeys(event.target.value)}
            />
          </div>
          <button type="submit" className="wq-button" aria-disabled={step.doing !== ''}>
            Register the backend
          </button>
        </form>
        <StepStatus step={step} done={done} />
      </section>
    </>
  )
}

/** A URL, a JWK Set, or a single JWK. @throws Error with instructions */
function keysIn(text: string): Pick<BackendRegistration, 'jwks' | 'jwksUrl'> {
  const trimmed = text.trim()
  if (trimmed.startsWith('https:')) return { jwksUrl: trimmed }
  try {
    const value = JSON.parse(trimmed) as { keys?: unknown }
    return { jwks: (Array.isArray(value.keys) ? value : { keys: [value] }) as never }
  } catch {
    throw new Error('The public keys must be a JWK Set, or the https URL of one.')
  }
}

/** The sentence of an error, and those of its issues. */
const sentences = (error: unknown): string =>
  error instanceof AndironError && error.issues?.length
    ? error.issues.map(({ text }) => text).join(' ')
    : sentenceOf(error)

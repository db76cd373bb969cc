/** The servers of an application: keys of their own, registered and revoked here. */
import { Icon } from '@andiron/design/icon'
import { useCallback, useEffect, useId, useState } from 'react'
import {
  type Backend,
  type BackendRegistration,
  listBackends,
  registerBackend,
  revokeBackend,
} from '../../../sdk/backends.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { dateOf, joined } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Said, useStep } from '../../shell/run-action.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import { Field } from '../field.tsx'
import type { Scene } from '../page-context.ts'
import { reasonsOf } from '../registration-refusals.ts'
import { StepStatus } from '../step-status.tsx'

export interface BackendsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

export function Backends({ scene: { environment }, applicationId, keyPair }: BackendsProps) {
  const step = useStep()
  const { run } = step
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
    void run(words.moment, load)
  }, [run, load])

  const change = (doing: string, result: string, work: () => Promise<unknown>) =>
    run(doing, async () => {
      setDone('')
      try {
        await work()
        await load()
      } catch (error) {
        throw new Said(() => reasonsOf(error), { cause: error })
      }
      setDone(result)
    })
  const add = () =>
    change(words.registering, words.registered, async () => {
      const registration = { name: name.trim(), ...keysIn(keys) }
      await registerBackend(keyPair, applicationId, registration, environment)
      setName('')
      setKeys('')
    })

  return (
    <>
      <p className="lede">{drawn(words.backendsAbout, { id: <code>{applicationId}</code> })}</p>
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
                  <Used
                    at={lastUsed}
                    by={jwksUrl ?? joined(own?.map(({ kid, alg }) => `${kid} (${alg})`) ?? [])}
                  />
                </small>
              </span>
              <button
                type="button"
                className="wq-button danger"
                aria-label={words.revokeBackend({ name })}
                aria-disabled={step.doing !== ''}
                onClick={() =>
                  change(words.revoking, words.revoked, () =>
                    revokeBackend(keyPair, applicationId, id, environment),
                  )
                }
              >
                {words.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="register">
        <h2 id="register">{words.registerBackend}</h2>
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void add()
          }}
        >
          <Field label={words.backendName} help={words.backendNameSeen} value={name} onChange={setName} />
          <div className="wq-question">
            <label className="wq-label" htmlFor={keysId}>
              {words.publicKeys}
            </label>
            <p className="wq-help" id={`${keysId}-help`}>
              {words.publicKeysAbout}
            </p>
            <textarea
              className="wq-input"
              id={keysId}
              rows={4}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              value={keys}
              aria-describedby={`${keysId}-help`}
              onChange={event => setKeys(event.target.value)}
            />
          </div>
          <button type="submit" className="wq-button" aria-disabled={step.doing !== ''}>
            {words.registerTheBackend}
          </button>
        </form>
        <StepStatus step={step} done={done} />
      </section>
    </>
  )
}

interface UsedProps {
  /** The time of the last use. */
  readonly at: string | undefined
  readonly by: string
}

function Used({ at, by }: UsedProps) {
  const key = <code>{by}</code>
  return at === undefined
    ? drawn(words.neverUsedKey, { key })
    : drawn(words.lastUsedKey, { date: dateOf(at), key })
}

/** A URL, a JWK Set, or a single JWK. @throws Said with instructions */
function keysIn(text: string): Pick<BackendRegistration, 'jwks' | 'jwksUrl'> {
  const trimmed = text.trim()
  if (trimmed.startsWith('https:')) return { jwksUrl: trimmed }
  try {
    const value = JSON.parse(trimmed) as { keys?: unknown }
    return { jwks: (Array.isArray(value.keys) ? value : { keys: [value] }) as never }
  } catch {
    throw new Said(() => words.notKeys)
  }
}

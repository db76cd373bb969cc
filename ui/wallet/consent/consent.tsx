/** The consent screen: the requested access, the choice of a key, and the two answers. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IdentityChoice } from '../keys/identity.tsx'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { sentenceOf, useStep } from '../step.ts'
import { approve, decline, readSignin, type Signin } from './signin.ts'

interface Scene {
  readonly signin: Signin
  readonly keyring: Keyring
}

async function open(id: string): Promise<Scene> {
  const [signin, keyring] = await Promise.all([readSignin(id), openKeyring()])
  return { signin, keyring }
}

export function Consent({ id }: { readonly id: string }): ReactNode {
  const [scene, setScene] = useState<Scene>()
  const [ended, setEnded] = useState('')
  const step = useStep()

  useEffect(() => {
    open(id).then(setScene, error => setEnded(sentenceOf(error)))
  }, [id])

  if (!scene) return ended ? <Ended why={ended} /> : <p>One moment …</p>
  const { signin, keyring } = scene
  return (
    <>
      <Request signin={signin} />
      <IdentityChoice
        {...{ keyring, step }}
        legend="Allow, with the key of"
        doing="Signing …"
        onChosen={async keyPair => leave(await approve(id, keyPair, signin))}
      />
      <button
        type="button"
        className="quiet"
        disabled={step.doing !== ''}
        onClick={() => step.run('Declining …', async () => leave(await decline(id)))}
      >
        Decline
      </button>
    </>
  )
}

/** Navigates and never resolves: no further choice is possible while the browser leaves the page. */
function leave(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

function Request({ signin }: { readonly signin: Signin }): ReactNode {
  const { client, redirect, reads, lifetime } = signin
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const until = new Date(Date.now() + lifetime * 1000)
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Let <q>{client.name}</q> read your health profile?
      </h1>
      <dl>
        <dt>It can read</dt>
        <dd>{reads.join('; ')}. It cannot change anything.</dd>
        <dt>Until</dt>
        <dd>
          <time dateTime={until.toISOString()}>
            {until.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}
          </time>
          , or until you sign out everywhere. Every access appears in your audit trail.
        </dd>
        <dt>The answer goes to</dt>
        <dd>
          <strong>{redirect.to}</strong>
        </dd>
      </dl>
      <p>
        The program chose its own name. The data it reads leave this service, and its operator decides how to
        use them.
      </p>
      {redirect.loopback && (
        <p className="notice" role="note">
          The answer goes to a program on this device. Allow it only if you have just started the sign-in
          yourself. Any program on this device could have done so.
        </p>
      )}
    </>
  )
}

const Ended = ({ why }: { readonly why: string }): ReactNode => (
  <>
    <h1>This sign-in cannot continue</h1>
    <p role="alert">{why}.</p>
  </>
)

/** The consent screen: the requested access, the choice of a key, and the two answers. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Refused } from '../ask.ts'
import { Heading } from '../heading.tsx'
import { Choice } from '../keys/choices.tsx'
import { IdentityChoice } from '../keys/identity.tsx'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { bringIdentity } from '../keys/storage-keys.ts'
import { Line } from '../line.tsx'
import { Service } from '../service.tsx'
import { type Step, sentenceOf, useStep } from '../step.ts'
import { Contents, contentsOf } from './contents.tsx'
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
  const [ended, setEnded] = useState<unknown>()
  const [doubt, setDoubt] = useState<Doubt>()
  /** True once the person has agreed to a new, empty profile. */
  const isExpected = useRef(false)
  const step = useStep()

  useEffect(() => {
    open(id).then(setScene, setEnded)
  }, [id])

  if (!scene) return ended === undefined ? <p role="status">One moment …</p> : <Ended why={ended} />
  const { signin, keyring } = scene
  const allow = async (keyPair: StorageKeyPair) => leave(await approve(id, keyPair, signin))
  return (
    <div className="screen">
      <Request signin={signin} />
      {doubt && <Doubted {...{ doubt, step }} onBack={() => setDoubt(undefined)} />}
      {/* Hidden, not removed: it draws the questions of a wallet that is made after the doubt. */}
      <div hidden={doubt !== undefined}>
        <IdentityChoice
          {...{ keyring, step }}
          legend="Allow, with the profile of"
          doing="Signing …"
          about={identity => <Contents {...{ keyring, identity }} />}
          onNew={make =>
            setDoubt({
              why: 'new',
              go: () => {
                isExpected.current = true
                make()
              },
            })
          }
          onChosen={async keyPair => {
            // A profile without contents is most often the wrong one; an error here is no reason to refuse.
            const contents = await contentsOf(keyPair, keyring.environment).catch(() => 'unknown')
            if (contents !== '' || isExpected.current) return allow(keyPair)
            setDoubt({ why: 'empty', go: () => step.run('Signing …', () => allow(keyPair)) })
          }}
        />
      </div>
      <p className="answers">
        <button
          type="button"
          className="quiet"
          disabled={step.doing !== ''}
          onClick={() => step.run('Declining …', async () => leave(await decline(id)))}
        >
          Decline
        </button>
      </p>
      {!doubt && <BringKey {...{ keyring, step }} onBrought={allow} />}
    </div>
  )
}

/** A choice that needs a second look: a key that would be made, or a profile without contents. */
interface Doubt {
  readonly why: 'new' | 'empty'
  readonly go: () => void
}

interface DoubtedProps {
  readonly doubt: Doubt
  readonly step: Step
  readonly onBack: () => void
}

function Doubted({ doubt: { why, go }, step, onBack }: DoubtedProps): ReactNode {
  const isNew = why === 'new'
  return (
    <>
      {step.failure && <p role="alert">{step.failure}</p>}
      <p className="notice" role="note">
        {isNew
          ? 'This browser has no profile yet. Going on makes a new, empty one, in which the program finds nothing. '
          : 'This profile is empty: the program finds nothing in it. '}
        If you have a profile in a wallet or another browser, go back and bring its key.
      </p>
      <fieldset className="choices" disabled={step.doing !== ''}>
        <legend>{isNew ? 'Make a new profile?' : 'Connect the empty profile?'}</legend>
        <Choice onChoose={onBack}>Choose another profile</Choice>
        <Choice
          onChoose={() => {
            if (isNew) onBack()
            go()
          }}
        >
          {isNew ? 'Make a new, empty profile here' : 'Connect the empty profile'}
        </Choice>
      </fieldset>
      <p role="status">{step.doing}</p>
    </>
  )
}

interface BringKeyProps {
  readonly keyring: Keyring
  readonly step: Step
  readonly onBrought: (keyPair: StorageKeyPair) => Promise<void>
}

/** Takes the key of a profile from its recovery file. */
function BringKey({ keyring, step, onBrought }: BringKeyProps): ReactNode {
  const field = useId()
  const { vault, environment } = keyring
  return (
    <details>
      <summary>My profile is elsewhere</summary>
      <p>
        A profile is opened by its key. Connect the wallet that made it to this browser and load this page
        again, or choose the recovery file that you saved. A profile that was made in another browser without
        a wallet is connected there.
      </p>
      <p>
        <label htmlFor={field}>Recovery file</label>{' '}
        <input
          id={field}
          type="file"
          accept="application/json,.json"
          disabled={step.doing !== ''}
          onChange={({ target: { files } }) => {
            const file = files?.[0]
            if (file)
              step.run('Signing …', async () =>
                onBrought(await bringIdentity(vault, await file.text(), environment)),
              )
          }}
        />
      </p>
    </details>
  )
}

/** Navigates and never resolves: no further choice is possible while the browser leaves the page. */
function leave(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

function Request({ signin }: { readonly signin: Signin }): ReactNode {
  const { client, redirect, reads, lifetime } = signin
  const until = new Date(Date.now() + lifetime * 1000)
  const name = <bdi>{client.name}</bdi>
  return (
    <>
      <Service />
      <Heading>Let {name} read your health profile?</Heading>
      <dl className="three">
        <Line icon="assistant" label="Who asks" value={name}>
          It chose its own name. The answer goes to <b>{redirect.to}</b>.
        </Line>
        <Line icon="read" label="What it can read" value={sentence(reads)}>
          It cannot change anything: what it proposes is stored only if you sign it. The data it reads leave
          this service, and its operator decides how to use them.
        </Line>
        <Line
          icon="activity"
          label="For how long"
          value={
            <>
              Until{' '}
              <time dateTime={until.toISOString()} lang={navigator.language}>
                {until.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}
              </time>
            </>
          }
        >
          To end it before: “Disconnect all assistants” on <a href="/profile#sharing">your profile page</a>.
          Your profile lists every access.
        </Line>
      </dl>
      {redirect.loopback && (
        <p className="notice" role="note">
          The answer goes to a program on this device, and any of them could have asked. Allow it only if you
          have just started the sign-in yourself.
        </p>
      )}
    </>
  )
}

/** The items as one sentence: `Your answers; your files`. */
function sentence(items: readonly string[]): string {
  const joined = items.join('; ')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}

/** The end without a decision: the next step of the person, and the message of the error in the details. */
function Ended({ why }: { readonly why: unknown }): ReactNode {
  const isRefused = why instanceof Refused
  return (
    <div className="screen">
      <Service />
      <Heading>This sign-in cannot continue</Heading>
      <p role="alert">
        {isRefused
          ? 'It has expired, was already answered, or its link is incomplete. Return to the program that you want to connect and start again.'
          : 'Your profile or the service cannot be reached now. Check your connection, and load this page again.'}
      </p>
      <p>Nothing was allowed on this page. You can close it.</p>
      {!isRefused && (
        <p className="answers">
          <button type="button" className="primary" onClick={() => location.reload()}>
            Load this page again
          </button>
        </p>
      )}
      <details>
        <summary>Technical</summary>
        <p>{sentenceOf(why)}.</p>
      </details>
      <p>
        <a href="/profile#sharing">See who can read your profile</a>
      </p>
    </div>
  )
}

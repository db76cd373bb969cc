/** The consent screen: the requested access, the choice of a key, and the two answers. */
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { FileChoice } from '../keys/file-choice.tsx'
import { IdentityChoice } from '../keys/identity-choice.tsx'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { bringIdentity } from '../keys/storage-keys.ts'
import { Choice } from '../keys/wallet-list.tsx'
import { Line } from '../shell/decision-line.tsx'
import { Failure, Quoting } from '../shell/failure.tsx'
import { Refused } from '../shell/gateway-request.ts'
import { Heading } from '../shell/heading.tsx'
import { momentOf } from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'
import { whenIdle } from '../shell/loading/when-idle.ts'
import { type Step, sentenceOf, useStep } from '../shell/run-action.ts'
import { Service } from '../shell/service-host.tsx'
import { drawn } from '../shell/text-with-elements.tsx'
import { Contents, contentsOf, loadNodes } from './profile-contents.tsx'
import { approve, decline, readSignin, type Signin } from './sign-in-request.ts'

export interface Scene {
  readonly signin: Signin
  readonly keyring: Keyring
}

export async function open(id: string): Promise<Scene> {
  const [signin, keyring] = await Promise.all([readSignin(id), openKeyring()])
  return { signin, keyring }
}

export interface ConsentProps {
  readonly id: string
  readonly scene: Scene
}

export function Consent({ id, scene: { signin, keyring } }: ConsentProps): ReactNode {
  const [doubt, setDoubt] = useState<Doubt>()
  /** True once the person has agreed to a new, empty profile. */
  const isExpected = useRef(false)
  const step = useStep()
  // Loaded while the person chooses.
  useEffect(() => whenIdle(() => void loadNodes().catch(() => {})), [])

  const allow = async (keyPair: StorageKeyPair) => leave(await approve(id, keyPair, signin))
  return (
    <div className="screen">
      <Request signin={signin} />
      {doubt && <Doubted {...{ doubt, step }} onBack={() => setDoubt(undefined)} />}
      {/* Hidden, not removed: it draws the questions of a wallet that is made after the doubt. */}
      <div hidden={doubt !== undefined}>
        <IdentityChoice
          {...{ keyring, step }}
          legend={words.allowWith}
          doing={words.signing}
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
            const contents = await contentsOf(keyPair, keyring.environment).catch(() => undefined)
            if (contents?.length !== 0 || isExpected.current) return allow(keyPair)
            setDoubt({ why: 'empty', go: () => step.run(words.signing, () => allow(keyPair)) })
          }}
        />
      </div>
      <p className="answers">
        <button
          type="button"
          className="quiet"
          disabled={step.doing !== ''}
          onClick={() => step.run(words.declining, async () => leave(await decline(id)))}
        >
          {words.decline}
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
      {step.failure && <Failure text={step.failure} />}
      <p className="notice" role="note">
        {isNew ? words.noProfileHere : words.profileEmpty} {words.bringItsKey}
      </p>
      <fieldset className="choices" disabled={step.doing !== ''}>
        <legend>{isNew ? words.makeNewTitle : words.connectEmptyTitle}</legend>
        <Choice onChoose={onBack}>{words.chooseAnother}</Choice>
        <Choice
          onChoose={() => {
            if (isNew) onBack()
            go()
          }}
        >
          {isNew ? words.makeNewHere : words.connectEmpty}
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
  const { vault, environment } = keyring
  return (
    <details>
      <summary>{words.elsewhere}</summary>
      <p>{words.elsewhereAbout}</p>
      <FileChoice
        label={words.chooseRecovery}
        accept="application/json,.json"
        disabled={step.doing !== ''}
        onChoose={([file]) =>
          void step.run(words.signing, async () =>
            onBrought(await bringIdentity(vault, await file.text(), environment)),
          )
        }
      />
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
      <Heading>{drawn(words.letRead, { name })}</Heading>
      <dl className="three">
        <Line icon="assistant" label={words.whoAsks} value={name}>
          {drawn(words.choseName, {
            to: (
              <b>
                <bdi>{redirect.to}</bdi>
              </b>
            ),
          })}
        </Line>
        <Line icon="read" label={words.whatRead} value={sentenceOfReads(reads)}>
          {words.changesNothing}
        </Line>
        <Line
          icon="activity"
          label={words.howLong}
          value={drawn(words.until, { date: <time dateTime={until.toISOString()}>{momentOf(until)}</time> })}
        >
          {drawn(words.endBefore, { page: <a href="/profile#sharing">{words.profilePage}</a> })}{' '}
          {words.listsAccess}
        </Line>
      </dl>
      {redirect.loopback && (
        <p className="notice" role="note">
          {words.onDevice}
        </p>
      )}
    </>
  )
}

/** The texts of the gateway, which are English, with their translations. */
const READS: Readonly<Record<string, 'readsObservations' | 'readsAnswers'>> = {
  'your measurements and other health data, the list of your files, and what is in them': 'readsObservations',
  'your answers to forms, your measurements and other health data, the list of your files, and what is in them':
    'readsAnswers',
}

/** The items as one sentence: `Your answers; your files`. Those of other plugins stay as they are. */
function sentenceOfReads(items: readonly string[]): ReactNode {
  return items.map((item, at) => {
    const key = Object.hasOwn(READS, item) ? READS[item] : undefined
    const text = key ? words[key] : item
    return (
      <Fragment key={item}>
        {at > 0 && '; '}
        <span lang={key ? undefined : 'en'}>
          {at > 0 ? text : text.charAt(0).toUpperCase() + text.slice(1)}
        </span>
      </Fragment>
    )
  })
}

/** The end without a decision: the next step of the person, and the message of the error in the details. */
export function Ended({ why }: { readonly why: unknown }): ReactNode {
  const isRefused = why instanceof Refused
  return (
    <div className="screen">
      <Service />
      <Heading>{words.ended}</Heading>
      <p role="alert">{isRefused ? words.endedRefused : words.endedUnreachable}</p>
      <p>{words.nothingAllowed}</p>
      {!isRefused && (
        <p className="answers">
          <button type="button" className="primary" onClick={() => location.reload()}>
            {words.loadAgain}
          </button>
        </p>
      )}
      <details>
        <summary>{words.technical}</summary>
        <p>
          <Quoting text={sentenceOf(why)} />
        </p>
      </details>
      <p>
        <a href="/profile#sharing">{words.seeWhoReads}</a>
      </p>
    </div>
  )
}

/** Renders the key prompts. Loaded on first use, because most people never see one. */
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { hasPasskeys } from '../../sdk/keys/passkey.ts'
import type { Loss, Opening, OpenQuestion, SealingReason, SealQuestion } from '../../sdk/keys/prompts.ts'
import type { RecoveryFile } from '../../sdk/keys/recovery.ts'
import { type Sealing, SHORTEST_PASSPHRASE } from '../../sdk/keys/wrapped-key.ts'
import { wordsOf } from '../words.ts'
import { Question } from './question.tsx'
import type { Answers } from './questions.tsx'

const REASONS: Readonly<Record<SealingReason, string>> = {
  differs:
    'This wallet signs the same message differently each time, so the key of your profile cannot be derived from its signature. ' +
    'A random key was created instead. Choose how to unlock it. The service keeps it encrypted, and cannot open it.',
  contract:
    'This wallet is a contract, so no key can be derived from its signature. A random key was created instead. ' +
    'Choose how to unlock it. The service keeps it encrypted, and cannot open it.',
  browser: 'Choose how to unlock the wallet in this browser.',
  recovered: 'The key is restored. Choose how to unlock it from now on.',
}

export function Seal({ why, failure, answer, turnBack }: SealQuestion & Answers<Sealing>): ReactNode {
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [passphrase, again] = [String(given.get('passphrase')), String(given.get('again'))]
    if ([...passphrase].length < SHORTEST_PASSPHRASE)
      setProblem(
        `A passphrase has at least ${SHORTEST_PASSPHRASE} characters; four or five random words are good.`,
      )
    else if (passphrase !== again) setProblem('The two passphrases are not the same.')
    else answer({ way: 'passphrase', passphrase })
  }
  return (
    <Question
      title="How do you want to unlock your key?"
      failure={problem || sentenceOf(failure)}
      turnBack={turnBack}
    >
      <p>{REASONS[why]}</p>
      {hasPasskeys() && (
        <button type="button" className="choice" onClick={() => answer({ way: 'passkey' })}>
          A passkey <small>works on the devices that share your passkeys</small>
        </button>
      )}
      <form onSubmit={submit}>
        <Passphrase name="passphrase" label="A passphrase" autoComplete="new-password" />
        <Passphrase name="again" label="The same passphrase again" autoComplete="new-password" />
        <button type="submit" className="choice">
          Use this passphrase <small>nobody can recover it for you</small>
        </button>
      </form>
    </Question>
  )
}

export function Open({
  way,
  recoverable,
  failure,
  answer,
  turnBack,
}: OpenQuestion & Answers<Opening>): ReactNode {
  const file = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    answer({ way: 'passphrase', passphrase: String(new FormData(event.currentTarget).get('passphrase')) })
  }
  return (
    <Question title="Open your key" failure={sentenceOf(failure)} turnBack={turnBack}>
      {way === 'passkey' ? (
        <button type="button" className="choice" onClick={() => answer({ way: 'passkey' })}>
          Use your passkey
        </button>
      ) : (
        <form onSubmit={submit}>
          <Passphrase name="passphrase" label="Your passphrase" autoComplete="current-password" />
          <button type="submit" className="choice">
            Open
          </button>
        </form>
      )}
      {recoverable && (
        <>
          <p>
            <label htmlFor={file}>Or the recovery file of this profile</label>{' '}
            <input
              id={file}
              type="file"
              accept="application/json,.json"
              onChange={async ({ target }) => {
                const [chosen] = target.files ?? []
                if (chosen) answer({ way: 'file', text: await chosen.text() })
              }}
            />
          </p>
          <button type="button" className="quiet" onClick={() => answer({ way: 'lost' })}>
            I have lost all of them
          </button>
        </>
      )}
    </Question>
  )
}

export function Recovery({ file, answer }: { readonly file: RecoveryFile } & Answers<void>): ReactNode {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: 'application/json' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <Question title="Your recovery file">
      <p>
        This file restores your profile if you lose your passphrase or passkey. Anyone with the file can open
        your profile: keep it in a safe place outside this browser.
      </p>
      <p>
        <a href={url} download="profile-recovery.json">
          Save the recovery file
        </a>
      </p>
      <button type="button" className="choice" onClick={() => answer()}>
        Go on
      </button>
    </Question>
  )
}

const LOSSES: Readonly<Record<Loss, string>> = {
  differs:
    'This wallet no longer derives the key of your profile. Nothing is lost: a browser that knows the profile still opens it, ' +
    'and so may an earlier version of the wallet.',
  forgotten:
    'Without passphrase, passkey or recovery file, only a browser that already knows the profile can open it.',
}

export function GiveUp({
  did,
  loss,
  answer,
  turnBack,
}: { readonly did: string; readonly loss: Loss } & Answers<void>) {
  const [sure, setSure] = useState(false)
  return (
    <Question title="Your profile cannot be opened here" turnBack={turnBack}>
      <p>{LOSSES[loss]}</p>
      <p>
        <code>{did}</code>
      </p>
      <label>
        <input type="checkbox" checked={sure} onChange={({ target }) => setSure(target.checked)} /> I give up
        this profile. The new one will be empty.
      </label>
      <button type="button" className="choice" disabled={!sure} onClick={() => answer()}>
        Start a new profile
      </button>
    </Question>
  )
}

const sentenceOf = (failure: Error | undefined): string => (failure ? wordsOf(failure) : '')

interface PassphraseProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: 'new-password' | 'current-password'
}

function Passphrase({ name, label, autoComplete }: PassphraseProps): ReactNode {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input {...{ id, name, autoComplete }} type="password" required spellCheck={false} />
    </p>
  )
}

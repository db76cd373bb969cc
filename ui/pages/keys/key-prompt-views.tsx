/** Renders the key prompts. Loaded on first use, because most people never see one. */
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { hasPasskeys } from '../../sdk/keys/has-passkeys.ts'
import type { Loss, Opening, OpenQuestion, SealQuestion } from '../../sdk/keys/prompts.ts'
import type { RecoveryFile } from '../../sdk/keys/recovery.ts'
import { type Sealing, SHORTEST_PASSPHRASE } from '../../sdk/keys/wrapped-key.ts'
import { words } from '../shell/language/page-texts.ts'
import { sentenceOf } from '../shell/run-action.ts'
import { FileChoice } from './file-choice.tsx'
import { Question } from './key-prompt.tsx'
import type { Answers } from './key-prompts.tsx'

export function Seal({ why, failure, answer, turnBack }: SealQuestion & Answers<Sealing>): ReactNode {
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [passphrase, again] = [String(given.get('passphrase')), String(given.get('again'))]
    if ([...passphrase].length < SHORTEST_PASSPHRASE)
      setProblem(words.passphraseShort({ least: SHORTEST_PASSPHRASE }))
    else if (passphrase !== again) setProblem(words.passphrasesDiffer)
    else answer({ way: 'passphrase', passphrase })
  }
  return (
    <Question title={words.sealTitle} failure={problem || saidOf(failure)} turnBack={turnBack}>
      <p>{words.sealReason({ why })}</p>
      {hasPasskeys() && (
        <button type="button" className="choice" onClick={() => answer({ way: 'passkey' })}>
          {words.passkey} <small>{words.passkeyAbout}</small>
        </button>
      )}
      <form onSubmit={submit}>
        <Passphrase name="passphrase" label={words.passphrase} autoComplete="new-password" />
        <Passphrase name="again" label={words.passphraseAgain} autoComplete="new-password" />
        <button type="submit" className="choice">
          {words.usePassphrase} <small>{words.usePassphraseAbout}</small>
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    answer({ way: 'passphrase', passphrase: String(new FormData(event.currentTarget).get('passphrase')) })
  }
  return (
    <Question title={words.openTitle} failure={saidOf(failure)} turnBack={turnBack}>
      {way === 'passkey' ? (
        <button type="button" className="choice" onClick={() => answer({ way: 'passkey' })}>
          {words.usePasskey}
        </button>
      ) : (
        <form onSubmit={submit}>
          <Passphrase name="passphrase" label={words.yourPassphrase} autoComplete="current-password" />
          <button type="submit" className="choice">
            {words.open}
          </button>
        </form>
      )}
      {recoverable && (
        <>
          <FileChoice
            label={words.orRecovery}
            accept="application/json,.json"
            onChoose={async ([chosen]) => answer({ way: 'file', text: await chosen.text() })}
          />
          <button type="button" className="quiet" onClick={() => answer({ way: 'lost' })}>
            {words.lostAll}
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
    <Question title={words.recoveryTitle}>
      <p>{words.recoveryAbout}</p>
      <p>
        <a href={url} download="profile-recovery.json">
          {words.saveRecovery}
        </a>
      </p>
      <button type="button" className="choice" onClick={() => answer()}>
        {words.goOn}
      </button>
    </Question>
  )
}

export function GiveUp({
  did,
  loss,
  answer,
  turnBack,
}: { readonly did: string; readonly loss: Loss } & Answers<void>) {
  const [sure, setSure] = useState(false)
  return (
    <Question title={words.giveUpTitle} turnBack={turnBack}>
      <p>{words.giveUpAbout({ loss })}</p>
      <p>
        <code>{did}</code>
      </p>
      <label>
        <input type="checkbox" checked={sure} onChange={({ target }) => setSure(target.checked)} />{' '}
        {words.giveUpSure}
      </label>
      <button type="button" className="choice" disabled={!sure} onClick={() => answer()}>
        {words.startNew}
      </button>
    </Question>
  )
}

const saidOf = (failure: Error | undefined): string => (failure ? sentenceOf(failure) : '')

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

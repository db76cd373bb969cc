/** What a program asks for, with whose key to answer, and the two answers. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import { loadEnvironment } from '../../sdk/environment.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { watchWallets } from '../keys/eip6963.ts'
import { softwareWallet } from '../keys/software-wallet.ts'
import { deriveIdentity, type KnownIdentity, knownIdentities, openIdentity } from '../keys/storage-keys.ts'
import { openVault, type Vault } from '../keys/vault.ts'
import type { Wallet } from '../keys/wallet.ts'
import { approve, decline, readSignin, type Signin } from './signin.ts'

interface Scene {
  readonly signin: Signin
  readonly environment: Environment
  readonly vault: Vault
  readonly known: readonly KnownIdentity[]
}

async function open(id: string): Promise<Scene> {
  const [signin, environment, vault] = await Promise.all([
    readSignin(id),
    loadEnvironment(location.origin),
    openVault(),
  ])
  return { signin, environment, vault, known: await knownIdentities(vault) }
}

export function Consent({ id }: { readonly id: string }): ReactNode {
  const [scene, setScene] = useState<Scene>()
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState('')

  useEffect(() => {
    open(id).then(setScene, error => setFailure(sentenceOf(error)))
    return watchWallets(wallet => setWallets(found => [...found, wallet]))
  }, [id])

  /** Goes where the answer says; a failure is told, and the person can choose again. */
  const go = async (doing: string, answer: () => Promise<string>) => {
    setBusy(doing)
    setFailure('')
    try {
      location.assign(await answer())
    } catch (error) {
      setFailure(sentenceOf(error))
      setBusy('')
    }
  }

  if (!scene) return failure ? <Ended why={failure} /> : <p>One moment …</p>
  const { signin, environment, vault, known } = scene
  const allow = (keyOf: () => Promise<StorageKeyPair>) =>
    go('Signing …', async () => approve(id, await keyOf(), signin))
  const withWallet = (wallet: Wallet) => allow(() => deriveIdentity(vault, wallet, environment))

  return (
    <>
      <Request signin={signin} />
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      <fieldset disabled={busy !== ''}>
        <legend>Allow, with the key of</legend>
        {known.map(identity => (
          <Choice
            key={identity.name}
            onChoose={() => allow(() => openIdentity(vault, identity, environment))}
          >
            The profile you used here before <small>{shortened(identity.did)}</small>
          </Choice>
        ))}
        {wallets.map(wallet => (
          <Choice key={wallet.id} onChoose={() => withWallet(wallet)}>
            {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />} {wallet.name}
          </Choice>
        ))}
        <Choice onChoose={() => withWallet(softwareWallet(vault))}>
          This browser{' '}
          <small>
            without a wallet: the key is kept here only, and is lost when the browser’s data are deleted
          </small>
        </Choice>
      </fieldset>
      <button
        type="button"
        className="decline"
        disabled={busy !== ''}
        onClick={() => go('Declining …', () => decline(id))}
      >
        Decline
      </button>
      <p role="status">{busy}</p>
    </>
  )
}

function Request({ signin }: { readonly signin: Signin }): ReactNode {
  const { client, redirect, lifetime } = signin
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
        <dd>your observations, the list of your files, and what is in them. It can change nothing.</dd>
        <dt>Until</dt>
        <dd>
          <time dateTime={until.toISOString()}>
            {until.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}
          </time>
          , or until you sign out everywhere. Every reading stands in your audit trail.
        </dd>
        <dt>The answer goes to</dt>
        <dd>
          <strong>{redirect.to}</strong>
        </dd>
      </dl>
      <p>
        The program chose its name itself. What it reads leaves this service: whoever runs it decides what
        becomes of it.
      </p>
      {redirect.loopback && (
        <p className="notice" role="note">
          The answer goes to a program on this device. Allow it only if you started the sign-in yourself just
          now: any program here could have.
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Choice = ({ onChoose, children }: ChoiceProps): ReactNode => (
  <button type="button" className="choice" onClick={onChoose}>
    {children}
  </button>
)

const Ended = ({ why }: { readonly why: string }): ReactNode => (
  <>
    <h1>This sign-in cannot go on</h1>
    <p role="alert">{why}.</p>
  </>
)

const shortened = (did: string): string => `${did.slice(0, 16)}…${did.slice(-6)}`

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

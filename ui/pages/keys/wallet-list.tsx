/** Wallets to choose from: those that browser extensions announce, and the one of this browser. */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { KeyPrompts } from '../../sdk/keys/prompts.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../shell/language/page-texts.ts'
import type { Step } from '../shell/run-action.ts'
import { watchWallets } from './eip6963.ts'
import {
  hasSoftwareWallet,
  type Protection,
  softwareWallet,
  softwareWalletProtection,
} from './software-wallet.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

export interface WalletChoicesProps {
  readonly vault: Vault
  /** Prompts when the wallet of this browser is opened or protected: `usePerson`. */
  readonly person: KeyPrompts
  readonly onChoose: (wallet: Wallet) => void
  /** Called instead for a wallet that would be made here, with an empty profile: `make` goes on. */
  readonly onNew?: ((make: () => void) => void) | undefined
}

/** One button per wallet, inside `Choices`. */
export function WalletChoices({ vault, person, onChoose, onNew }: WalletChoicesProps): ReactNode {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  const [own, setOwn] = useState<Protection | 'absent' | 'unreadable' | undefined>(() =>
    hasSoftwareWallet(vault) ? undefined : 'absent',
  )
  // Before anything is drawn that they would move.
  useLayoutEffect(() => {
    setWallets([])
    return watchWallets(wallet => setWallets(found => [...found, wallet]))
  }, [])
  useEffect(() => {
    softwareWalletProtection(vault).then(
      protection => setOwn(protection ?? 'absent'),
      () => setOwn('unreadable'),
    )
  }, [vault])
  const make = (wallet: Wallet) => {
    if (onNew && own === 'absent') onNew(() => onChoose(wallet))
    else onChoose(wallet)
  }
  // Until it is known if this browser has a wallet, a choice could make one.
  const isKnown = own !== undefined
  return (
    <>
      {wallets.map(wallet => (
        <Choice key={wallet.id} onChoose={() => onChoose(wallet)}>
          {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />} <bdi>{wallet.name}</bdi>
        </Choice>
      ))}
      {!isKnown && onNew && <span className="growing" />}
      {(isKnown || !onNew) && (
        <Choice onChoose={() => make(softwareWallet(vault, person))}>
          {words.thisBrowser}{' '}
          <small>
            {onNew && own === 'absent' ? words.newHere : words.aboutBrowser({ state: own ?? 'none' })}
          </small>
        </Choice>
      )}
      {own === 'absent' && (
        <Choice onChoose={() => make(softwareWallet(vault, person, true))}>
          {words.newLocked} <small>{words.newLockedAbout}</small>
        </Choice>
      )}
    </>
  )
}

export interface ChoicesProps {
  /** The purpose of the choice: `Allow, with the key of`. */
  readonly legend: ReactNode
  /** The page's step, which prevents concurrent actions; its error is shown above the choices. */
  readonly step: Step
  readonly children: ReactNode
}

/** A group of choices, with the status of the page's step. */
export const Choices = ({ legend, step, children }: ChoicesProps): ReactNode => (
  <>
    {step.failure && <Failure text={step.failure} />}
    <fieldset className="choices" disabled={step.doing !== ''}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
    <p role="status">{step.doing}</p>
  </>
)

export interface ChoiceProps {
  readonly onChoose: () => void
  readonly children: ReactNode
}

export const Choice = ({ onChoose, children }: ChoiceProps): ReactNode => (
  <button type="button" className="choice" onClick={onChoose}>
    {children}
  </button>
)

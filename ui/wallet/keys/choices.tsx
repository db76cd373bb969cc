/** Wallets to choose from: those that the browser's extensions announce, and the one of this browser. */
import { type ReactNode, useEffect, useState } from 'react'
import './keys.css'
import { watchWallets } from './eip6963.ts'
import { softwareWallet } from './software-wallet.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

export interface WalletChoicesProps {
  readonly vault: Vault
  readonly onChoose: (wallet: Wallet) => void
}

/** One button for each wallet; for a `fieldset` whose `legend` says what the wallet is chosen for. */
export function WalletChoices({ vault, onChoose }: WalletChoicesProps): ReactNode {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => {
    setWallets([])
    return watchWallets(wallet => setWallets(found => [...found, wallet]))
  }, [])
  return (
    <>
      {wallets.map(wallet => (
        <Choice key={wallet.id} onChoose={() => onChoose(wallet)}>
          {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />} {wallet.name}
        </Choice>
      ))}
      <Choice onChoose={() => onChoose(softwareWallet(vault))}>
        This browser{' '}
        <small>
          without a wallet: the key is kept here only, and is lost when the browser’s data are deleted
        </small>
      </Choice>
    </>
  )
}

export interface ChoiceProps {
  readonly onChoose: () => void
  readonly children: ReactNode
}

export const Choice = ({ onChoose, children }: ChoiceProps): ReactNode => (
  <button type="button" className="choice" onClick={onChoose}>
    {children}
  </button>
)

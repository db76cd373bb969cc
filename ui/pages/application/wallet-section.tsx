/** The wallet that controls applications: chosen once, then displayed. */
import { WalletChoice } from '../keys/wallet-choice.tsx'
import { words } from '../shell/language/page-texts.ts'
import { useStep } from '../shell/run-action.ts'
import { drawn } from '../shell/text-with-elements.tsx'
import type { Scene } from './page-context.ts'

export function WalletSection({ scene: { vault, account, setAccount } }: { readonly scene: Scene }) {
  const step = useStep()
  if (account) {
    return (
      <p className="wallet">
        <span>{drawn(words.walletIs, { address: <code>{account.address}</code> })}</span>{' '}
        <button type="button" className="wq-button" onClick={() => setAccount(undefined)}>
          {words.anotherWallet}
        </button>
      </p>
    )
  }
  return (
    <WalletChoice
      {...{ vault, step }}
      legend={words.connectWallet}
      doing={words.connecting}
      onChosen={setAccount}
    />
  )
}

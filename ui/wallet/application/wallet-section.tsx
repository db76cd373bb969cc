/** The wallet that controls applications: chosen once, then displayed. */
import { WalletChoice } from '../keys/wallet-choice.tsx'
import { useStep } from '../step.ts'
import type { Scene } from './scene.ts'

export function WalletSection({ scene: { vault, account, setAccount } }: { readonly scene: Scene }) {
  const step = useStep()
  if (account) {
    return (
      <p>
        Wallet: <code>{account.address}</code>{' '}
        <button type="button" className="wq-button" onClick={() => setAccount(undefined)}>
          Use another
        </button>
      </p>
    )
  }
  return (
    <WalletChoice
      {...{ vault, step }}
      legend="Connect the wallet that controls your applications"
      doing="Connecting …"
      onChosen={setAccount}
    />
  )
}

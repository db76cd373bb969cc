/** The wallet that controls applications: chosen once, then shown. */
import { WalletChoices } from '../keys/choices.tsx'
import { useStep } from '../step.ts'
import type { Scene } from './scene.ts'
import { Told } from './told.tsx'

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
    <>
      <fieldset className="choices" disabled={step.doing !== ''}>
        <legend>Connect the wallet that controls your applications</legend>
        <WalletChoices
          vault={vault}
          onChoose={wallet => step.run('Connecting …', async () => setAccount(await wallet.connect()))}
        />
      </fieldset>
      <Told step={step} />
    </>
  )
}

/** Recovery: the ways to open the profile in another browser, or after this one has lost its key. */
import { useId, useState } from 'react'
import { recoveryFileOf } from '../../../sdk/keys/recovery.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { canUsePasskeys, type Memory } from '../../keys/storage-keys.ts'
import { hrefOf } from '../../shell/fragment-path.ts'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { type Scene, useScene } from '../page-context.ts'
import { save } from '../save-file.ts'
import { hasLabels, storeLabel } from './profile-label.ts'

/** The last download of the recovery file, on any device. */
const savedIn = ({ own, memory }: Scene): string | undefined =>
  own.label.recoverySaved ?? memory?.recoverySaved

/** Shown until the profile can be opened without this browser: by the recovery file, or by a wallet alone. */
export function RecoveryCard() {
  const scene = useScene()
  const heading = useId()
  const [isOpen, setOpen] = useState(false)
  const { memory } = scene
  const isDone = savedIn(scene) !== undefined || (memory?.wallet && memory.wallet.lock === undefined)
  // It stays after its button was pressed, with what became of it.
  if (!isOpen && (memory === undefined || isDone)) return null
  return (
    <section className="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.saveRecoveryTitle}</h2>
      <p>{words.saveRecoveryAbout}</p>
      <SaveRecovery look="wq-button wq-primary" onSave={() => setOpen(true)} />
      {hasLabels(scene) && scene.own.label.name === undefined && (
        <p>
          <a href={hrefOf('settings')}>{words.giveName}</a>
        </p>
      )}
    </section>
  )
}

/** The ways of recovery in the settings, each with its state. */
export function Recovery() {
  const scene = useScene()
  const heading = useId()
  const saved = savedIn(scene)
  const { wallet } = scene.memory ?? {}
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.recovery}</h2>
      <ul className="card list">
        <li>
          <h3>{words.recoveryFile}</h3>
          <p>{saved === undefined ? words.notSaved : words.lastSaved({ date: dateOf(saved) })}</p>
          <p>{words.recoveryOpens}</p>
          <SaveRecovery look="wq-button" />
        </li>
        <PasskeyOfProfile />
        <li>
          <h3>{words.wallet}</h3>
          <p>{wallet ? walletSentenceOf(wallet) : words.noKnownWallet}</p>
        </li>
      </ul>
    </section>
  )
}

/** A passkey opens the profile on every device that has it: those of one account, if it synchronizes them. */
function PasskeyOfProfile() {
  const scene = useScene()
  const { keyPair, keyring, own } = scene
  const [done, setDone] = useState('')
  const step = useStep()
  if (!hasLabels(scene) || !canUsePasskeys(keyring.environment)) return null
  const { name, passkeyAdded } = own.label
  const add = () =>
    step.run(words.saving, async () => {
      setDone('')
      const { addPasskey } = await import('../../../sdk/keys/passkey-profile.ts')
      await addPasskey(keyPair, keyring.environment, name)
      await storeLabel(scene, { passkeyAdded: new Date().toISOString() })
      setDone(words.isStored({ file: words.passkeyOfProfile }))
    })
  return (
    <li>
      <h3>{words.passkeyOfProfile}</h3>
      <p>{passkeyAdded === undefined ? words.notSaved : words.lastSaved({ date: dateOf(passkeyAdded) })}</p>
      <p>{words.passkeyOpens}</p>
      <button type="button" className="wq-button" disabled={step.doing !== ''} onClick={() => void add()}>
        {words.makePasskey}
      </button>
      <StepStatus step={step} done={done} />
    </li>
  )
}

const walletSentenceOf = ({ name, lock }: NonNullable<Memory['wallet']>): string =>
  words.walletOpens({ name, lock: lock ?? 'none' })

interface SaveRecoveryProps {
  /** The classes of the button. */
  readonly look: string
  onSave?(): void
}

function SaveRecovery({ look, onSave }: SaveRecoveryProps) {
  const scene = useScene()
  const { keyPair, remember } = scene
  const [done, setDone] = useState('')
  const step = useStep()
  const take = () => {
    onSave?.()
    return step.run(words.saving, async () => {
      setDone('')
      const file = new Blob([JSON.stringify(recoveryFileOf(keyPair))], { type: 'application/json' })
      save(file, 'profile-recovery.json')
      const recoverySaved = new Date().toISOString()
      await remember({ recoverySaved })
      if (hasLabels(scene)) await storeLabel(scene, { recoverySaved })
      setDone(words.recoverySaved)
    })
  }
  return (
    <>
      <button type="button" className={look} disabled={step.doing !== ''} onClick={take}>
        {words.saveFile}
      </button>
      <StepStatus step={step} done={done} />
    </>
  )
}

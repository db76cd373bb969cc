/** The assistants with access on behalf of the person. */
import { useId, useState } from 'react'
import { giveConsent, withdrawConsent } from '../../sdk/consents.ts'
import { signOutEverywhere } from '../../sdk/profile.ts'
import { StepStatus } from '../application/step-status.tsx'
import { useStep } from '../step.ts'
import { Confirm } from './confirm.tsx'
import { isProgramPermitted } from './decisions.ts'
import { useScene } from './scene.ts'
import { Switch } from './switch.tsx'
import { assistantsIn } from './trail.ts'
import { dateOf } from './words.ts'

export function Assistants() {
  const { keyPair, keyring, trail, readership } = useScene()
  const { environment } = keyring
  const { decisions, reload } = readership
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const assistants = assistantsIn(trail)
  const turn = (program: string, name: string, on: boolean) =>
    step.run('Signing your decision …', async () => {
      setDone('')
      await (on ? giveConsent : withdrawConsent)(keyPair, { program }, environment)
      await reload()
      setDone(on ? `${name} may read again.` : `${name} reads nothing from now on.`)
    })
  const signOut = () =>
    step.run('Disconnecting …', async () => {
      await signOutEverywhere(keyPair, environment)
      trail.reload()
      setDone('All assistants are disconnected.')
    })

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Connected assistants</h2>
      {assistants.every(({ isConnected }) => !isConnected) && <p>No AI assistant is connected.</p>}
      <ul className="card list" hidden={assistants.length === 0}>
        {assistants.map(({ id, name, at, isConnected }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p>
              {id}, last seen {dateOf(at)}
              {!isConnected && ', disconnected'}
            </p>
            {decisions && (
              <Switch
                label={`Let ${name} read`}
                checked={isProgramPermitted(id, decisions, Date.now())}
                disabled={step.doing !== ''}
                onChange={on => void turn(id, name, on)}
              />
            )}
          </li>
        ))}
      </ul>
      <Confirm
        label="Disconnect all assistants"
        disabled={step.doing !== ''}
        consequence="Every program that reads in your name stops at once, also those that are not in this list. You can let each of them in again."
        yes="Yes, disconnect all"
        onYes={signOut}
      />
      <StepStatus step={step} done={done} />
    </section>
  )
}

/** The assistants with access on behalf of the person. */
import { Icon } from '@andiron/design/icon'
import { useId, useState } from 'react'
import { giveConsent, withdrawConsent } from '../../../sdk/consents.ts'
import { signOutEverywhere } from '../../../sdk/profile.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { assistantsIn } from '../activity/audit-trail.ts'
import { Confirm } from '../confirmation.tsx'
import { useScene } from '../page-context.ts'
import { isProgramPermitted } from '../sharing/consent-decisions.ts'
import { Switch } from '../toggle.tsx'
import { useWishes } from '../toggle-queue.ts'
import { SwitchedRow } from '../view-placeholders.tsx'
import { clientName } from './client-name.ts'

export function Assistants() {
  const { keyPair, keyring, trail, readership } = useScene()
  const { environment } = keyring
  const { decisions, reload } = readership
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const assistants = assistantsIn(trail, environment.readerLifetime).map(each => ({
    ...each,
    name: clientName(each),
  }))
  const isAny = assistants.some(({ isConnected }) => isConnected)
  const isAwaited = trail.entries === undefined && trail.failure === ''
  // Entries that were not read yet may name one.
  const mayBeAny = isAny || !(trail.isEnd || isAwaited)
  const wishes = useWishes(step, words.signingDecision, async (program, on) => {
    const { name = '' } = assistants.find(({ id }) => id === program) ?? {}
    setDone('')
    await (on ? giveConsent : withdrawConsent)(keyPair, { program }, environment)
    await reload()
    setDone(on ? words.assistantMay({ name }) : words.readsNothing({ name }))
  })
  const signOut = () =>
    step.run(words.disconnecting, async () => {
      await signOutEverywhere(keyPair, environment)
      trail.reload()
      setDone(words.allDisconnected)
    })

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.connectedAssistants}</h2>
      {isAwaited ? <SwitchedRow lines={1} /> : !isAny && <p>{words.noAssistant}</p>}
      <ul className="card list" hidden={assistants.length === 0}>
        {assistants.map(({ id, name, at, isConnected }) => (
          <li key={id} className="switched">
            <Icon name="assistant" />
            <h3>
              <bdi>{name}</bdi>
            </h3>
            {decisions && (
              <Switch
                isBare
                label={words.letAssistant({ name })}
                id={id}
                isOn={isProgramPermitted(id, decisions, Date.now())}
                wishes={wishes}
              />
            )}
            <p>
              {isConnected
                ? words.assistantAbout({ date: dateOf(at) })
                : words.assistantGone({ date: dateOf(at) })}
            </p>
            <details>
              <summary>{words.technical}</summary>
              <code>{id}</code>
            </details>
          </li>
        ))}
      </ul>
      {mayBeAny && (
        <Confirm
          label={words.disconnectAll}
          disabled={step.doing !== ''}
          consequence={words.disconnectAbout}
          yes={words.yesDisconnect}
          onYes={signOut}
        />
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

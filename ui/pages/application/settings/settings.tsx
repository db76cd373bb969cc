/** The settings of an application: its name and addresses, its keys, and its identifiers. */
import { useState } from 'react'
import { type Application, updateApplication } from '../../../sdk/applications.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { hrefOf } from '../../shell/fragment-path.ts'
import { LanguageSetting } from '../../shell/language/language-setting.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { ApplicationForm } from '../application-form.tsx'
import { forgetApplicationKey } from '../application-keys.ts'
import { HandOver } from '../backends/key-hand-over.tsx'
import type { Scene } from '../page-context.ts'
import { StepStatus } from '../step-status.tsx'
import { WalletSection } from '../wallet-section.tsx'

export interface SettingsProps {
  readonly scene: Scene
  readonly application: Application
  readonly keyPair: StorageKeyPair
  onChanged(application: Application): void
}

export const Settings = ({ scene, application, keyPair, onChanged }: SettingsProps) => {
  const { applicationId } = application
  return (
    <>
      <Description {...{ scene, application, keyPair, onChanged }} />
      <LanguageSetting />
      <HandOver {...{ scene, applicationId, keyPair }} />
      <Key {...{ scene, applicationId }} />
      <Technical application={application} />
    </>
  )
}

function Description({ scene, application, keyPair, onChanged }: SettingsProps) {
  const { account, environment } = scene
  const step = useStep()
  const [done, setDone] = useState('')
  return (
    <section aria-labelledby="description">
      <h2 id="description">{words.nameAndUrls}</h2>
      {account ? (
        <ApplicationForm
          application={application}
          step={step}
          doing={words.waitingWallet}
          submit={words.signAndChange}
          onSubmit={async description => {
            setDone('')
            onChanged(await updateApplication(keyPair, description, account, environment))
            setDone(words.changed)
          }}
        />
      ) : (
        <WalletSection scene={scene} />
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

function Key({ scene: { vault }, applicationId }: { readonly scene: Scene; readonly applicationId: string }) {
  const step = useStep()
  return (
    <section aria-labelledby="key">
      <h2 id="key">{words.keyHere}</h2>
      <p>{words.keyHereAbout}</p>
      <button
        type="button"
        className="wq-button danger"
        onClick={() =>
          step.run(words.removing, async () => {
            await forgetApplicationKey(vault, applicationId)
            location.assign(hrefOf())
          })
        }
      >
        {words.removeKey}
      </button>
      <StepStatus step={step} />
    </section>
  )
}

/** The identifiers of an application, for programs. */
export const Technical = ({ application: { applicationId, did } }: { readonly application: Application }) => (
  <details className="card">
    <summary>{words.technical}</summary>
    <dl>
      <dt>{words.applicationId}</dt>
      <dd>
        <code>{applicationId}</code>
      </dd>
      <dt>{words.identifierDid}</dt>
      <dd>
        <code>{did}</code>
      </dd>
    </dl>
  </details>
)

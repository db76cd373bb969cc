/** Settings, loaded on demand: the label, the recovery file, the export, the profiles of this device, the deletion, and the identifiers. */
import { useState } from 'react'
import { StepStatus } from '../application/step-status.tsx'
import { useStep } from '../step.ts'
import { Deletion, Export } from './export-and-deletion.tsx'
import { Keys } from './keys.tsx'
import { LabelForm } from './label-form.tsx'
import { Recovery } from './recovery.tsx'
import { useScene } from './scene.ts'

const Settings = () => (
  <>
    <LabelForm />
    <Recovery />
    <Export />
    <Keys />
    <Deletion />
    <Technical />
  </>
)

export default Settings

function Technical() {
  const { keyPair, keyring } = useScene()
  const step = useStep()
  const [done, setDone] = useState('')
  const copy = () =>
    step.run('Copying …', async () => {
      if (!isSecureContext)
        throw new Error('Browsers copy only from pages with https. Select the identifier instead.')
      await navigator.clipboard.writeText(keyPair.did)
      setDone('The identifier is copied.')
    })
  return (
    <details className="card">
      <summary>Technical details</summary>
      <dl>
        <dt>Identifier of this profile (DID)</dt>
        <dd>
          <code>{keyPair.did}</code>
        </dd>
        <dt>Storage nodes</dt>
        {keyring.environment.nodes.map(({ url }) => (
          <dd key={url}>{url}</dd>
        ))}
      </dl>
      <button type="button" className="wq-button" onClick={copy}>
        Copy the identifier
      </button>
      <StepStatus step={step} done={done} />
    </details>
  )
}

/**
 * Settings, loaded on demand: the label, the recovery file, the export, the profiles of this device, the deletion, and
 * the identifiers.
 */
import { useState } from 'react'
import { StepStatus } from '../../application/step-status.tsx'
import { LanguageSetting } from '../../shell/language/language-setting.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { Said, useStep } from '../../shell/run-action.ts'
import { Connected } from '../data-age.tsx'
import { useScene } from '../page-context.ts'
import { Keys } from './browser-keys.tsx'
import { CopySetting } from './copy-setting.tsx'
import { Deletion, Export } from './export-and-deletion.tsx'
import { LabelForm } from './label-form.tsx'
import { Recovery } from './recovery.tsx'

export function Settings() {
  const { isCopy } = useScene()
  return (
    <>
      <Connected>
        {/* Another one once the stored name is read. */}
        <LabelForm key={String(isCopy)} />
      </Connected>
      <LanguageSetting />
      <Connected>
        <Recovery />
        <Export />
      </Connected>
      <CopySetting />
      <Keys />
      <Connected>
        <Deletion />
      </Connected>
      <Technical />
    </>
  )
}

function Technical() {
  const { keyPair, keyring } = useScene()
  const step = useStep()
  const [done, setDone] = useState('')
  const copy = () =>
    step.run(words.copying, async () => {
      if (!isSecureContext) throw new Said(() => words.cannotCopy)
      await navigator.clipboard.writeText(keyPair.did)
      setDone(words.copied)
    })
  return (
    <details className="card">
      <summary>{words.technicalDetails}</summary>
      <dl>
        <dt>{words.identifier}</dt>
        <dd>
          <code>{keyPair.did}</code>
        </dd>
        <dt>{words.storageNodes}</dt>
        {keyring.environment.nodes.map(({ url }) => (
          <dd key={url}>{url}</dd>
        ))}
      </dl>
      <button type="button" className="wq-button" onClick={copy}>
        {words.copyIdentifier}
      </button>
      <StepStatus step={step} done={done} />
    </details>
  )
}

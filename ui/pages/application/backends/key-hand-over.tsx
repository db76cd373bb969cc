/** Hands the key of an application over to a server: once, as a file under a passphrase. */
import { useId, useState } from 'react'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import type { Scene } from '../page-context.ts'
import { StepStatus } from '../step-status.tsx'

export interface HandOverProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

export function HandOver({ scene: { published }, applicationId, keyPair }: HandOverProps) {
  const step = useStep()
  const id = useId()
  const [passphrase, setPassphrase] = useState('')
  const [done, setDone] = useState('')
  const save = () =>
    step.run(words.encrypting, async () => {
      setDone('')
      const { sealApplicationKey } = await import('../../../sdk/keys/application-key-file.ts')
      const about = { applicationId, service: published.apiBaseUrl }
      const text = await sealApplicationKey(keyPair, about, passphrase)
      const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: `${applicationId}.andiron-key.json`,
      })
      link.click()
      URL.revokeObjectURL(url)
      setPassphrase('')
      setDone(words.keySaved)
    })
  return (
    <section aria-labelledby="hand-over">
      <h2 id="hand-over">{words.serverKey}</h2>
      <p>{words.serverKeyAbout}</p>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="wq-question">
          <label className="wq-label" htmlFor={id}>
            {words.filePassphrase}
          </label>
          <input
            className="wq-input"
            id={id}
            type="password"
            autoComplete="new-password"
            value={passphrase}
            onChange={event => setPassphrase(event.target.value)}
          />
        </div>
        <button type="submit" className="wq-button" aria-disabled={step.doing !== ''}>
          {words.saveKeyFile}
        </button>
      </form>
      <StepStatus step={step} done={done} />
    </section>
  )
}

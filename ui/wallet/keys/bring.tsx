/** The ways to open a profile of another browser or device here. */
import { type ReactNode, useId } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { words } from '../language.ts'
import type { Step } from '../step.ts'
import type { Keyring } from './keyring.ts'
import { bringIdentity } from './storage-keys.ts'

export interface BringProps {
  readonly keyring: Keyring
  readonly step: Step
  /** The status while the step runs, for the person: `Opening …`. */
  readonly doing: string
  /** Called with the key pair of a recovery file; its promise is part of the step. */
  readonly onBrought: (keyPair: StorageKeyPair) => Promise<void> | void
}

export function Bring({ keyring, step, doing, onBrought }: BringProps): ReactNode {
  const { vault, environment, known } = keyring
  const field = useId()
  return (
    <details className="bring" open={known.length === 0}>
      <summary>{words.bringTitle}</summary>
      <dl>
        <dt>{words.wallet}</dt>
        <dd>{words.bringWallet}</dd>
        <dt>
          <label htmlFor={field}>{words.recoveryFile}</label>
        </dt>
        <dd>
          <input
            id={field}
            type="file"
            accept="application/json,.json"
            disabled={step.doing !== ''}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (!file) return
              void step.run(doing, async () =>
                onBrought(await bringIdentity(vault, await file.text(), environment)),
              )
              // So that the same file can be chosen again.
              target.value = ''
            }}
          />
        </dd>
        <dt>{words.anotherBrowser}</dt>
        <dd>{words.bringBrowser}</dd>
      </dl>
    </details>
  )
}

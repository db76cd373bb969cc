/** The ways to open a profile of another browser or device here. */
import { type ReactNode, useId } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
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
      <summary>My profile is in a wallet, a file or another browser</summary>
      <dl>
        <dt>Wallet</dt>
        <dd>
          Choose it above. It asks for your passkey or passphrase, if you have set one. If it is not there,
          install its extension in this browser and load this page again.
        </dd>
        <dt>
          <label htmlFor={field}>Recovery file</label>
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
        <dt>Another browser</dt>
        <dd>Open your profile there, save its recovery file under “Settings”, and choose the file here.</dd>
      </dl>
    </details>
  )
}

/** The ways to open a profile of another browser or device here. */
import { type ReactNode, useId, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Quoting } from '../shell/failure.tsx'
import { words } from '../shell/language/page-texts.ts'
import { type Step, sentenceOf, TurnedBack } from '../shell/run-action.ts'
import { FileChoice } from './file-choice.tsx'
import type { Keyring } from './keyring.ts'
import { bringByPasskey, bringIdentity, canUsePasskeys } from './storage-keys.ts'

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
  const [failure, setFailure] = useState('')
  const problem = useId()
  /** An error of the file is shown beside its field, and is none of the page's step. */
  const bring = (file: File) =>
    step.run(doing, async () => {
      setFailure('')
      const brought = await bringIdentity(vault, await file.text(), environment).catch(error => {
        setFailure(sentenceOf(error))
        throw new TurnedBack()
      })
      return onBrought(brought)
    })
  return (
    <details className="bring" open={known.length === 0}>
      <summary>{words.bringTitle}</summary>
      <dl>
        {canUsePasskeys(environment) && (
          <>
            <dt>{words.passkeyOfProfile}</dt>
            <dd>
              <button
                type="button"
                className="choice"
                disabled={step.doing !== ''}
                onClick={() =>
                  void step.run(doing, async () => onBrought(await bringByPasskey(vault, environment)))
                }
              >
                {words.bringPasskey}
              </button>
            </dd>
          </>
        )}
        <dt>{words.wallet}</dt>
        <dd>{words.bringWallet}</dd>
        <dt>{words.recoveryFile}</dt>
        <dd>
          <FileChoice
            label={words.chooseRecovery}
            accept="application/json,.json"
            disabled={step.doing !== ''}
            aria-describedby={failure === '' ? undefined : problem}
            onChoose={([file]) => void bring(file)}
          />
          {failure && (
            <p className="notice" role="alert" id={problem}>
              <Quoting text={failure} />
            </p>
          )}
        </dd>
        <dt>{words.anotherBrowser}</dt>
        <dd>{words.bringBrowser}</dd>
      </dl>
    </details>
  )
}

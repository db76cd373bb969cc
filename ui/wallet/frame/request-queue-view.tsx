/** The screens of the frame: choose a profile, decide, in progress, idle. */
import { type ReactNode, useSyncExternalStore } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Heading } from '../heading.tsx'
import { IdentityChoice } from '../keys/identity.tsx'
import type { Keyring } from '../keys/keyring.ts'
import { type Step, useStep } from '../step.ts'
import { seesOcclusion } from './clickable.ts'
import { Decision } from './decision.tsx'
import { openKeyWindow } from './hand-over.ts'
import type { Frame } from './open.ts'
import { OutcomeView } from './outcome.tsx'

export function RequestQueueView({ frame }: { readonly frame: Frame }): ReactNode {
  const { application, requestQueue, keyring, embedded, close } = frame
  const { choosing, waiting, working, progress, outcome } = useSyncExternalStore(
    requestQueue.subscribe,
    requestQueue.read,
  )
  const step = useStep()
  // If the browser cannot detect that the frame is covered, no decision is made in it.
  const inOwnWindow = embedded && !seesOcclusion()
  // Choosing is also a decision: it happens in a window, which nothing can cover.
  if (choosing && keyring && !embedded)
    return <Choosing {...{ frame, keyring, step }} onChosen={keyPair => requestQueue.connect(keyPair)} />
  if (choosing || (waiting && inOwnWindow)) {
    const open = () =>
      step.run('Waiting for the window …', async () => {
        if (!openKeyWindow(frame, inOwnWindow))
          throw new Error('The browser did not open a window. Allow pop-ups for this page, and try again')
      })
    return (
      <div className="screen">
        <Heading>
          <q>{application.name}</q> wants to save data to your health profile
        </Heading>
        <p>
          The page of {frame.origins.join(', ')} does not have your keys. Your wallet keeps them in its own
          window.
        </p>
        {step.failure && (
          <p className="notice" role="alert">
            {step.failure}.
          </p>
        )}
        <p className="answers">
          <button type="button" className="primary" onClick={open}>
            Open your wallet
          </button>
          <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
            Decline
          </button>
        </p>
      </div>
    )
  }
  if (working) {
    return (
      <div className="screen">
        <Heading>Storing …</Heading>
        {progress && <progress value={progress.loaded} max={progress.total} aria-label="Upload" />}
        <p role="status">Your data are being saved on every storage node.</p>
      </div>
    )
  }
  if (waiting) return <Decision key={waiting.number} {...{ frame, waiting }} />
  if (outcome) return <OutcomeView key={outcome.request.number} {...{ frame, outcome }} />
  return (
    <div className="screen">
      <Heading>Your profile is connected</Heading>
      <p>
        <q>{application.name}</q> asks you before it saves anything, unless you have allowed a form without
        asking again.
      </p>
      <p className="answers">
        <button type="button" className="primary" onClick={close}>
          Back to {application.name}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.disconnect()}>
          Use another profile
        </button>
      </p>
    </div>
  )
}

export interface ChoosingProps {
  readonly frame: Frame
  readonly keyring: Keyring
  readonly step: Step
  onChosen(keyPair: StorageKeyPair): void
}

/** The choice of a profile. Until then, the application learns nothing about the person. */
export function Choosing({ frame, keyring, step, onChosen }: ChoosingProps): ReactNode {
  const { application, origins, requestQueue } = frame
  return (
    <div className="screen">
      <Heading>
        Connect your health profile to <q>{application.name}</q>?
      </Heading>
      <dl>
        <dt>The application</dt>
        <dd>
          <strong>{origins.join(', ')}</strong>. It chose its own name.
        </dd>
        <dt>It learns</dt>
        <dd>
          the public identifier of your profile. It cannot read your profile, and never receives your key.
        </dd>
        <dt>It may then</dt>
        <dd>ask you to save data. You see them first.</dd>
      </dl>
      <IdentityChoice {...{ keyring, step, onChosen }} legend="Connect, with the key of" doing="Signing …" />
      <button
        type="button"
        className="quiet"
        disabled={step.doing !== ''}
        onClick={() => requestQueue.decline()}
      >
        Decline
      </button>
    </div>
  )
}

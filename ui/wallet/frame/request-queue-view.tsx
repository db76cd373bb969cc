/** The screens of the frame: choose a profile, decide, in progress, idle. */
import { type ReactNode, useSyncExternalStore } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Heading } from '../heading.tsx'
import { IdentityChoice } from '../keys/identity.tsx'
import type { Keyring } from '../keys/keyring.ts'
import { Line } from '../line.tsx'
import { Service } from '../service.tsx'
import { type Step, useStep } from '../step.ts'
import { Asking } from './asking.tsx'
import { seesOcclusion } from './clickable.ts'
import { Decision } from './decision.tsx'
import { openKeyWindow } from './hand-over.ts'
import type { Frame } from './open.ts'
import { OutcomeView } from './outcome.tsx'

export function RequestQueueView({ frame }: { readonly frame: Frame }): ReactNode {
  const { application, requestQueue, keyring, embedded, close } = frame
  const { origin, choosing, waiting, working, progress, outcome } = useSyncExternalStore(
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
        <Service />
        <Heading>
          Connect your health profile to <bdi>{application.name}</bdi>?
        </Heading>
        <dl className="three">
          <Asking {...{ application, origin }} />
        </dl>
        <p>
          {waiting ? 'You decide' : 'You choose a profile'} in a window of its own, where the page cannot
          reach your key.
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
        <Service />
        <Heading>Storing …</Heading>
        {progress && <progress value={progress.loaded} max={progress.total} aria-label="Upload" />}
        <p role="status">Keep this open until your data are saved on every storage node.</p>
      </div>
    )
  }
  if (waiting) return <Decision key={waiting.number} {...{ frame, waiting }} />
  if (outcome) return <OutcomeView key={outcome.request.number} {...{ frame, outcome }} />
  return (
    <div className="screen">
      <Service />
      <Heading>Your profile is connected</Heading>
      <p>
        <bdi>{application.name}</bdi> asks you before it saves anything, unless you have allowed a form
        without asking again.
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
  const { application, requestQueue } = frame
  const { origin } = useSyncExternalStore(requestQueue.subscribe, requestQueue.read)
  return (
    <div className="screen">
      <Service />
      <Heading>
        Connect your health profile to <bdi>{application.name}</bdi>?
      </Heading>
      <dl className="three">
        <Asking {...{ application, origin }} />
        <Line icon="person" label="What they learn" value="The public identifier of your profile">
          Nothing that is in it, and never its key.
        </Line>
        <Line icon="answers" label="What they can do then" value="Ask you to save data">
          You see them first, and decide.
        </Line>
      </dl>
      <IdentityChoice
        {...{ keyring, step, onChosen }}
        legend="Connect, with the profile of"
        doing="Signing …"
      />
      <p className="answers">
        <button
          type="button"
          className="quiet"
          disabled={step.doing !== ''}
          onClick={() => requestQueue.decline()}
        >
          Decline
        </button>
      </p>
    </div>
  )
}

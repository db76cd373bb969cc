/** The screens of the frame: choose a profile, decide, in progress, idle. */
import { type ReactNode, useSyncExternalStore } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { Keyring } from '../keys/keyring.ts'
import { Line } from '../shell/decision-line.tsx'
import { Failure } from '../shell/failure.tsx'
import { Heading } from '../shell/heading.tsx'
import { words } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'
import { Said, type Step, useStep } from '../shell/run-action.ts'
import { Service } from '../shell/service-host.tsx'
import { drawn } from '../shell/text-with-elements.tsx'
import { Asking } from './application-identity.tsx'
import { seesOcclusion } from './clickjacking-guard.ts'
import { Decision, DecisionHeading } from './decision.tsx'
import { openKeyWindow } from './hand-over.ts'
import { type Frame, loadOutcome } from './open-frame.ts'
import { useForm } from './request-form.ts'
import type { Waiting } from './request-queue.ts'
import { subjectOf } from './request-subject.ts'

/** Loaded when a profile is chosen: never in an embedded frame, and not where one was chosen before. */
const IdentityChoice = lazily(async () => (await import('../keys/identity-choice.tsx')).IdentityChoice)

const OutcomeView = lazily(async () => (await loadOutcome()).OutcomeView)

export function RequestQueueView({ frame }: { readonly frame: Frame }): ReactNode {
  const { application, requestQueue, keyring, embedded, close } = frame
  const { choosing, waiting, working, progress, stopped, outcome } = useSyncExternalStore(
    requestQueue.subscribe,
    requestQueue.read,
  )
  const step = useStep()
  // If the browser cannot detect that the frame is covered, no decision is made in it.
  const inOwnWindow = embedded && !seesOcclusion()
  // Choosing is also a decision: it happens in a window, which nothing can cover.
  if (choosing && keyring && !embedded)
    return <Choosing {...{ frame, keyring, step }} onChosen={keyPair => requestQueue.connect(keyPair)} />
  if (choosing || (waiting && inOwnWindow))
    return <WindowFirst key={waiting?.number} {...{ frame, waiting, inOwnWindow, step }} />
  if (working) {
    return (
      <div className="screen">
        <Service />
        <Heading>{words.storing}</Heading>
        {progress && <progress value={progress.loaded} max={progress.total} aria-label={words.upload} />}
        {stopped === undefined ? (
          <p role="status">{words.keepOpen}</p>
        ) : (
          <>
            <p className="notice" role="alert">
              {drawn(words.uploadStopped, { file: <bdi>{stopped}</bdi> })}
            </p>
            <p className="answers">
              <button type="button" className="primary" onClick={() => requestQueue.resume(true)}>
                {words.continueUpload}
              </button>
              <button type="button" className="quiet" onClick={() => requestQueue.resume(false)}>
                {words.giveUpUpload}
              </button>
            </p>
          </>
        )}
      </div>
    )
  }
  if (waiting) return <Decision key={waiting.number} {...{ frame, waiting }} />
  if (outcome) return <OutcomeView key={outcome.request.number} {...{ frame, outcome }} />
  return (
    <div className="screen">
      <Service />
      <Heading>{words.connected}</Heading>
      <p>{drawn(words.connectedAbout, { name: <bdi>{application.name}</bdi> })}</p>
      <p className="answers">
        <button type="button" className="primary" onClick={close}>
          {drawn(words.backTo, { name: <bdi>{application.name}</bdi> })}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.disconnect()}>
          {words.useAnother}
        </button>
      </p>
    </div>
  )
}

interface WindowFirstProps {
  readonly frame: Frame
  /** The request to decide; without one, the person chooses a profile. */
  readonly waiting: Waiting | undefined
  readonly inOwnWindow: boolean
  readonly step: Step
}

/** The question, and the button that opens the window in which the person answers it. */
function WindowFirst({ frame, waiting, inOwnWindow, step }: WindowFirstProps): ReactNode {
  const { application, requestQueue } = frame
  const { origin } = useSyncExternalStore(requestQueue.subscribe, requestQueue.read)
  const { form, isLoading } = useForm(frame, waiting?.questionnaire)
  const open = () =>
    step.run(words.waitingWindow, async () => {
      if (!openKeyWindow(frame, inOwnWindow)) throw new Said(() => words.windowBlocked)
    })
  return (
    <div className="screen">
      <Service />
      {isLoading ? (
        <p role="status">{words.moment}</p>
      ) : waiting ? (
        <DecisionHeading {...{ application, form }} kind={subjectOf(waiting.ask, form, {}).kind} />
      ) : (
        <Heading>{drawn(words.connectTitle, { name: <bdi>{application.name}</bdi> })}</Heading>
      )}
      <dl className="three">
        <Asking {...{ application, origin }} />
      </dl>
      <p>{waiting ? words.decideInWindow : words.chooseInWindow}</p>
      {step.failure && <Failure text={step.failure} />}
      <p className="answers">
        <button type="button" className="primary" onClick={open}>
          {words.openWallet}
        </button>
        <button type="button" className="quiet" onClick={() => requestQueue.decline()}>
          {words.decline}
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
      <Heading>{drawn(words.connectTitle, { name: <bdi>{application.name}</bdi> })}</Heading>
      <dl className="three">
        <Asking {...{ application, origin }} />
        <Line icon="person" label={words.learns} value={words.learnsIdentifier}>
          {words.learnsNothingElse}
        </Line>
        <Line icon="answers" label={words.canDo} value={words.canAsk}>
          {words.youDecide}
        </Line>
      </dl>
      <IdentityChoice {...{ keyring, step, onChosen }} legend={words.connectWith} doing={words.signing} />
      <p className="answers">
        <button
          type="button"
          className="quiet"
          disabled={step.doing !== ''}
          onClick={() => requestQueue.decline()}
        >
          {words.decline}
        </button>
      </p>
    </div>
  )
}

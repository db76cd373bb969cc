/**
 * The window that a frame opens for access to the person's keys: it chooses a profile and, if the frame must
 * not, decides.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { words } from '../shell/language/page-texts.ts'
import { useStep } from '../shell/run-action.ts'
import { Decision } from './decision.tsx'
import type { HandOver } from './hand-over.ts'
import { chosenBefore } from './open-frame.ts'
import { type Consents, consentsIn } from './remembered-consents.ts'
import { Choosing } from './request-queue-view.tsx'

export interface KeyProps {
  readonly handOver: HandOver
  readonly keyring: Keyring
  readonly consents: Consents
  /** The profile that the person chose earlier for this application. */
  readonly before: StorageKeyPair | undefined
}

export async function openKey(handOver: HandOver): Promise<KeyProps> {
  const keyring = await openKeyring()
  const consents = consentsIn(localStorage)
  const { applicationId } = handOver.frame.application
  return { handOver, keyring, consents, before: await chosenBefore(applicationId, keyring, consents) }
}

export function Key({ handOver, keyring, consents, before }: KeyProps): ReactNode {
  const { frame, decides, connect } = handOver
  const { requestQueue, application } = frame
  const { keyPair, choosing, waiting } = useSyncExternalStore(requestQueue.subscribe, requestQueue.read)
  const step = useStep()
  const { didPrefix } = keyring.environment
  // A person who already has a profile and chooses again wants another one.
  const known = keyPair ? undefined : before
  useEffect(() => {
    if (known) connect(known.privateKey, didPrefix)
  }, [known, connect, didPrefix])
  const done = !choosing && !(decides && waiting)
  useEffect(() => {
    if (done) window.close()
  }, [done])

  if (choosing && known) return <p role="status">{words.moment}</p>
  if (choosing) {
    const choose = ({ did, privateKey }: StorageKeyPair) => {
      consents.remember({ applicationId: application.applicationId, applicationName: application.name, did })
      connect(privateKey, didPrefix)
    }
    return <Choosing {...{ frame, keyring, step }} onChosen={choose} />
  }
  return waiting && decides ? <Decision key={waiting.number} {...{ frame, waiting }} /> : <p>{words.done}</p>
}

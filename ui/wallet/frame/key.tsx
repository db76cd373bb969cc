/** The window that a frame opens where the person's keys are: it chooses a profile and, where the frame must not, decides. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Keyring } from '../keys/keyring.ts'
import { useStep } from '../step.ts'
import { Decision } from './decision.tsx'
import { Choosing } from './desk-view.tsx'
import type { HandOver } from './hand-over.ts'

export interface KeyProps {
  readonly handOver: HandOver
  readonly keyring: Keyring
}

export function Key({ handOver, keyring }: KeyProps): ReactNode {
  const { frame, decides, connect } = handOver
  const { desk } = frame
  const { choosing, waiting } = useSyncExternalStore(desk.subscribe, desk.read)
  const step = useStep()
  const done = !choosing && !(decides && waiting)
  useEffect(() => {
    if (done) window.close()
  }, [done])
  if (choosing) {
    return (
      <Choosing
        {...{ frame, keyring, step }}
        onChosen={({ privateKey }) => connect(privateKey, keyring.environment.didPrefix)}
      />
    )
  }
  return waiting && decides ? <Decision key={waiting.number} {...{ frame, waiting }} /> : <p>Done.</p>
}

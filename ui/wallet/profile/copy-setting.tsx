/** The choice to keep a copy of the profile on this device. */
import { useId, useState } from 'react'
import { StepStatus } from '../application/step-status.tsx'
import { words } from '../language.ts'
import { useStep } from '../step.ts'
import { isInstallable } from './installed.ts'
import { useScene } from './scene.ts'
import { Switch } from './switch.tsx'
import { useWishes } from './wishes.ts'

export function CopySetting() {
  const { isOn, turn } = useScene().copying
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const wishes = useWishes(step, words.saving, async (_copy, on) => {
    await turn(on)
    setDone(on ? '' : words.copyGone)
  })
  if (isOn === undefined || !isInstallable()) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.keepCopy}</h2>
      <p>{words.copyAbout}</p>
      <Switch label={words.keepCopy} id="copy" {...{ isOn, wishes }} />
      <StepStatus step={step} done={done} />
    </section>
  )
}

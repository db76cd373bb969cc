/** The choice to keep a copy of the profile on this device. */
import { useId, useState } from 'react'
import { StepStatus } from '../../application/step-status.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { useScene } from '../page-context.ts'
import { isInstallable } from '../service-worker.ts'
import { Switch } from '../toggle.tsx'
import { useWishes } from '../toggle-queue.ts'

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

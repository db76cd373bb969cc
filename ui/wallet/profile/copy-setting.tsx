/** The choice to keep a copy of the profile on this device. */
import { useId, useState } from 'react'
import { StepStatus } from '../application/step-status.tsx'
import { words } from '../language.ts'
import { useStep } from '../step.ts'
import { isInstallable } from './installed.ts'
import { useScene } from './scene.ts'
import { Switch } from './switch.tsx'

export function CopySetting() {
  const { isOn, turn } = useScene().copying
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  if (isOn === undefined || !isInstallable()) return null
  const change = (on: boolean) =>
    step.run(words.saving, async () => {
      await turn(on)
      setDone(on ? '' : words.copyGone)
    })
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.keepCopy}</h2>
      <p>{words.copyAbout}</p>
      <Switch
        label={words.keepCopy}
        checked={isOn}
        disabled={step.doing !== ''}
        onChange={on => void change(on)}
      />
      <StepStatus step={step} done={done} />
    </section>
  )
}

/** The form for the name and the colour of a profile. */
import { type FormEvent, useId, useState } from 'react'
import { ProfileLabel } from '../../../schemas/profile-label.ts'
import { StepStatus } from '../application/step-status.tsx'
import { Face } from '../keys/face.tsx'
import { useStep } from '../step.ts'
import { hasLabels, storeLabel } from './label.ts'
import { useScene } from './scene.ts'

const { name: NAME, colour: COLOUR } = ProfileLabel.properties

export function LabelForm() {
  const scene = useScene()
  const { label } = scene.own
  const [name, setName] = useState(label.name ?? '')
  const [colour, setColour] = useState(label.colour ?? 'ember')
  const [done, setDone] = useState('')
  const step = useStep()
  const [heading, field, help, group] = [useId(), useId(), useId(), useId()]
  if (!hasLabels(scene)) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim()
    void step.run('Saving …', async () => {
      setDone('')
      await storeLabel(scene, { name: given, colour })
      setDone(given === '' ? 'Your profile has no name now.' : `Your profile is called ${given}.`)
    })
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Name of this profile</h2>
      <form onSubmit={submit}>
        <label className="field" htmlFor={field}>
          Name
        </label>
        <input
          id={field}
          className="wq-input"
          value={name}
          maxLength={NAME.maxLength}
          autoComplete="nickname"
          aria-describedby={help}
          onChange={({ target }) => setName(target.value)}
        />
        <p id={help}>
          <small>
            Only you see it: it tells this profile from others. Neither applications nor this service can read
            it.
          </small>
        </p>
        <fieldset className="choices colours">
          <legend>Colour</legend>
          {COLOUR.enum.map(each => (
            <label key={each}>
              <input type="radio" name={group} checked={colour === each} onChange={() => setColour(each)} />
              <Face label={{ name, colour: each }} /> {each}
            </label>
          ))}
        </fieldset>
        <button type="submit" className="wq-button" disabled={step.doing !== ''}>
          Save the name
        </button>
      </form>
      <StepStatus step={step} done={done} />
    </section>
  )
}

/** The form for the name, the colour and the picture of a profile. */
import { type FormEvent, useId, useState } from 'react'
import { ProfileLabel } from '../../../../schemas/profile-label.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { Face } from '../../keys/avatar.tsx'
import { FileChoice } from '../../keys/file-choice.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { useScene } from '../page-context.ts'
import { hasLabels, storeLabel } from './profile-label.ts'
import { PICTURE_TYPES, shrink } from './profile-picture.ts'

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
    void step.run(words.saving, async () => {
      setDone('')
      await storeLabel(scene, { name: given, colour })
      setDone(given === '' ? words.noName : words.isCalled({ name: given }))
    })
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.nameOfProfile}</h2>
      <div className="card">
        <form onSubmit={submit}>
          <label className="field" htmlFor={field}>
            {words.name}
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
            <small>{words.nameAbout}</small>
          </p>
          <fieldset className="choices colours">
            <legend>{words.colour}</legend>
            {COLOUR.enum.map(each => (
              <label key={each}>
                <input type="radio" name={group} checked={colour === each} onChange={() => setColour(each)} />
                <Face label={{ name, colour: each }} /> {words.colourName({ colour: each })}
              </label>
            ))}
          </fieldset>
          <button type="submit" className="wq-button" disabled={step.doing !== ''}>
            {words.saveName}
          </button>
        </form>
        <StepStatus step={step} done={done} />
        <Picture />
      </div>
    </section>
  )
}

/** Stored at once, like a file. */
function Picture() {
  const scene = useScene()
  const { label } = scene.own
  const [done, setDone] = useState('')
  const step = useStep()
  const run = (said: string, work: () => Promise<void>) =>
    void step.run(words.saving, async () => {
      setDone('')
      await work()
      setDone(said)
    })
  const choose = (file: File) =>
    run(words.isStored({ file: file.name }), async () => storeLabel(scene, { picture: await shrink(file) }))
  return (
    <>
      <h3>{words.picture}</h3>
      <div className="wq-buttons picture">
        {label.picture !== undefined && <Face label={label} />}
        <FileChoice
          label={words.choosePicture}
          look="wq-button"
          accept={PICTURE_TYPES.join()}
          disabled={step.doing !== ''}
          onChoose={([file]) => choose(file)}
        />
        {label.picture !== undefined && (
          <button
            type="button"
            className="wq-button"
            disabled={step.doing !== ''}
            onClick={() =>
              run(words.isDeleted({ file: words.picture }), () => storeLabel(scene, { picture: '' }))
            }
          >
            {words.delete}
          </button>
        )}
      </div>
      <StepStatus step={step} done={done} />
    </>
  )
}

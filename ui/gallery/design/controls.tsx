/** The controls, each in its states. */
import { useState } from 'react'
import { Field } from '../../pages/application/field.tsx'
import { StepStatus } from '../../pages/application/step-status.tsx'
import { FileChoice } from '../../pages/keys/file-choice.tsx'
import { Confirm } from '../../pages/profile/confirmation.tsx'
import { Switch } from '../../pages/profile/toggle.tsx'
import { Segments } from '../../pages/shell/segments.tsx'

const BUTTONS = [
  ['Share 9 answers', 'wq-button wq-primary'],
  ['Download everything', 'wq-button'],
  ['Delete this profile', 'wq-button danger'],
] as const

const PERIODS = ['Week', 'Month', 'Year'].map(label => [label, label] as const)
const idle = { doing: '', failure: '', run: () => Promise.resolve() }
const nothing = () => {}
const wishes = { of: () => undefined, isBlocked: false, wish: nothing }

export function Controls() {
  const [period, setPeriod] = useState('Month')
  const [isOn, setOn] = useState(true)
  const [text, setText] = useState('Sleep study')
  return (
    <>
      <section>
        <h2>Buttons</h2>
        <div className="wq-buttons">
          {BUTTONS.map(([label, look]) => (
            <button key={look} type="button" className={look}>
              {label}
            </button>
          ))}
          <a className="wq-button" href="#link">
            All measurements
          </a>
        </div>
        <p>Disabled, and in progress:</p>
        <div className="wq-buttons">
          {BUTTONS.map(([label, look]) => (
            <button key={look} type="button" className={look} disabled>
              {label}
            </button>
          ))}
          <button type="button" className="wq-button wq-primary" aria-disabled="true">
            Sharing…
          </button>
        </div>
      </section>
      <section>
        <h2>Confirmation</h2>
        <Confirm
          label="Stop sharing"
          consequence="Sleep study can keep a copy of what it has read."
          yes="Yes, stop sharing"
          onYes={nothing}
        />
      </section>
      <section>
        <h2>Switches</h2>
        <div className="two-columns">
          <Switch label="On" id="on" isOn={isOn} wishes={{ ...wishes, wish: (_, on) => setOn(on) }} />
          <Switch label="Off" id="off" isOn={!isOn} wishes={{ ...wishes, wish: (_, on) => setOn(!on) }} />
          <Switch label="On, disabled" id="on" isOn wishes={{ ...wishes, isBlocked: true }} />
          <Switch label="Off, disabled" id="off" isOn={false} wishes={{ ...wishes, isBlocked: true }} />
        </div>
      </section>
      <section>
        <h2>Choices</h2>
        <Segments legend="Period" options={PERIODS} chosen={period} onChoose={setPeriod} />
        <div className="chips">
          {['Answers', 'Measurements', 'Files'].map((label, at) => (
            <label key={label} className="chip">
              <input type="checkbox" defaultChecked={at === 0} /> {label}
            </label>
          ))}
        </div>
      </section>
      <section>
        <h2>Fields</h2>
        <Field label="Name" value={text} onChange={setText} />
        <Field label="Address" help="Begins with https:" value="" onChange={nothing} type="url" />
        <Field label="Address" error="An address begins with https:" value="study" onChange={nothing} />
        <FileChoice label="Choose files" look="wq-button" onChoose={nothing} />
      </section>
      <section>
        <h2>Folds</h2>
        <details>
          <summary>Technical</summary>
          <p>Folded.</p>
        </details>
        <details open>
          <summary>Technical</summary>
          <p>Unfolded.</p>
        </details>
      </section>
      <section>
        <h2>Progress and outcome</h2>
        <p>
          <progress value={0.4} aria-label="Upload" />
        </p>
        <p>
          <meter className="meter" value={0.7} aria-label="Budget" />
        </p>
        <StepStatus step={{ ...idle, doing: 'Sharing your answers…' }} />
        <StepStatus step={idle} done="Your profile now has your answers." />
        <StepStatus step={{ ...idle, failure: 'Nothing was stored. Check your connection and try again.' }} />
      </section>
    </>
  )
}

/** Sharing: what each application may do with the person's answers, until when, and a switch to stop it. */
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf as sentenceOfDecision } from '../../../fhir/consent.ts'
import type { ConsentDecision } from '../../../schemas/record-consent.ts'
import { giveConsent, withdrawConsent } from '../../sdk/consents.ts'
import { StepStatus } from '../application/step-status.tsx'
import { type Step, useStep } from '../step.ts'
import { Assistants } from './assistants.tsx'
import { isSharedWith, subjectsOf, wholeOf } from './decisions.ts'
import { Grants } from './grants.tsx'
import type { Reader } from './readership.ts'
import { useScene } from './scene.ts'
import { Switch } from './switch.tsx'
import { dateOf } from './words.ts'

type Terms = Pick<ConsentDecision, 'purposes' | 'until'>

export function Sharing() {
  return (
    <>
      <p className="lede">
        Those named here can read your data. You decide what they may do, and until when.
      </p>
      <Applications />
      <Assistants />
      <Grants />
    </>
  )
}

function Applications() {
  const { decisions, readers, failure, reload } = useScene().readership
  const [done, setDone] = useState('')
  const step = useStep()
  const heading = useId()
  const decide = (said: string, work: () => Promise<void>) =>
    step.run('Signing your decision …', async () => {
      setDone('')
      try {
        await work()
      } finally {
        await reload()
      }
      setDone(said)
    })
  if (!failure && (decisions === undefined || readers.length === 0)) return null

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>What applications may do</h2>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      <ul className="card list">
        {decisions &&
          readers.map(reader => (
            <li key={reader.id}>
              <SharedWith
                {...{ reader, step, decide }}
                decisions={decisions.filter(({ application }) => application === reader.id)}
              />
            </li>
          ))}
      </ul>
      <p>
        <small>
          Switched off, an application reads nothing from then on. It may keep what it has read before, and
          published statistics remain.
        </small>
      </p>
      <StepStatus step={step} done={done} />
    </section>
  )
}

interface SharedWithProps {
  readonly reader: Reader
  readonly decisions: readonly ConsentDecision[]
  readonly step: Step
  decide(said: string, work: () => Promise<void>): Promise<void>
}

function SharedWith({ reader, decisions, step, decide }: SharedWithProps) {
  const { keyring, keyPair } = useScene()
  const { environment } = keyring
  const { id: application, name, forms } = reader
  const isOn = isSharedWith(reader, decisions, Date.now())
  const isBusy = step.doing !== ''
  const turn = (on: boolean) =>
    decide(on ? `${name} may read your answers again.` : `${name} reads nothing from now on.`, async () => {
      for (const subject of subjectsOf(application, decisions))
        await (on
          ? giveConsent(keyPair, subject, environment)
          : withdrawConsent(keyPair, subject, environment))
    })
  const save = (form: string | undefined, terms: Terms) =>
    decide('Your decision is in effect.', async () => {
      const subject = { application, ...(form !== undefined && { form }) }
      await (terms.purposes.length === 0
        ? withdrawConsent(keyPair, subject, environment)
        : giveConsent(keyPair, { ...subject, ...terms }, environment))
    })

  return (
    <>
      <h3>{name}</h3>
      <Switch label={`Share with ${name}`} checked={isOn} disabled={isBusy} onChange={on => void turn(on)} />
      <ul className="plain">
        {sentencesOf(reader, decisions).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <details>
        <summary>Decide for one form, for statistics only, or until a date</summary>
        <DecisionForm {...{ forms, isBusy, save }} />
      </details>
    </>
  )
}

const USES: readonly { readonly label: string; readonly purposes: Terms['purposes'] }[] = [
  { label: 'Read my answers, and count them in statistics', purposes: ['records', 'statistics'] },
  { label: 'Read my answers, and not count them', purposes: ['records'] },
  { label: 'Only count them in statistics', purposes: ['statistics'] },
  { label: 'Nothing', purposes: [] },
]

interface DecisionFormProps {
  readonly forms: Reader['forms']
  readonly isBusy: boolean
  save(form: string | undefined, terms: Terms): Promise<void>
}

function DecisionForm({ forms, isBusy, save }: DecisionFormProps) {
  const [form, setForm] = useState('')
  const [use, setUse] = useState(0)
  const [until, setUntil] = useState('')
  const [formId, useName, untilId] = [useId(), useId(), useId()]
  const purposes = USES[use]?.purposes ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const end =
      until === '' || purposes.length === 0 ? {} : { until: new Date(`${until}T23:59:59`).toISOString() }
    void save(form || undefined, { purposes, ...end })
  }
  return (
    <form onSubmit={submit}>
      <p>
        <label htmlFor={formId}>Answers to</label>
        <select
          id={formId}
          className="wq-input"
          value={form}
          onChange={({ target }) => setForm(target.value)}
        >
          <option value="">All forms of this application</option>
          {forms.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </p>
      <fieldset className="choices">
        <legend>It may</legend>
        {USES.map(({ label }, index) => (
          <label key={label}>
            <input type="radio" name={useName} checked={use === index} onChange={() => setUse(index)} />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      {purposes.length > 0 && (
        <p>
          <label htmlFor={untilId}>
            Until the end of this day <small>or leave it empty: until you stop it</small>
          </label>
          <input
            id={untilId}
            type="date"
            className="wq-input wq-date"
            min={new Date().toISOString().slice(0, 10)}
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </p>
      )}
      <button type="submit" className="wq-button" aria-disabled={isBusy}>
        Sign this decision
      </button>
    </form>
  )
}

/** A sentence for the whole application, and one for each form that was decided separately. */
function sentencesOf({ name, forms }: Reader, decisions: readonly ConsentDecision[]): readonly string[] {
  const undecided = wholeOf(decisions)
    ? []
    : [`${name} may read your answers and count them in statistics, because you stored them there.`]
  const decided = decisions.map(({ from, until, ...decision }) => {
    const { form, collection } = decision
    const subject = forms.find(({ id }) => id === form)?.title ?? form ?? collection
    const period = {
      ...(from !== undefined && { from: dateOf(from) }),
      ...(until !== undefined && { until: dateOf(until) }),
    }
    return sentenceOfDecision(
      { ...decision, ...period },
      { reader: name, ...(subject !== undefined && { subject }) },
    )
  })
  return [...undecided, ...decided]
}

/** Sharing: what each application may do with the person's answers, until when, and a switch to stop it. */
import { Icon } from '@andiron/design/icon'
import { type FormEvent, useId, useState } from 'react'
import type { ConsentDecision } from '../../../../schemas/record-consent.ts'
import { uids } from '../../../../schemas/uids.ts'
import { giveConsent, withdrawConsent } from '../../../sdk/consents.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { DateField, useDate } from '../../shell/date-field.tsx'
import { Failure } from '../../shell/failure.tsx'
import { dateOf, shortDateOf } from '../../shell/language/formats.ts'
import { type Words, words } from '../../shell/language/page-texts.ts'
import { type Step, useStep } from '../../shell/run-action.ts'
import { Assistants } from '../assistants/assistants.tsx'
import { Connected } from '../data-age.tsx'
import { useScene } from '../page-context.ts'
import { ofCollection } from '../person-records.ts'
import { Switch } from '../toggle.tsx'
import { useWishes, type Wishes } from '../toggle-queue.ts'
import { SwitchedRow } from '../view-placeholders.tsx'
import { isSharedWith, subjectsOf, wholeOf } from './consent-decisions.ts'
import { Grants } from './grants.tsx'
import { firstAnswer, type Reader } from './readership.ts'

type Terms = Pick<ConsentDecision, 'purposes' | 'until'>

/** @param said - the result, once the decision is in effect */
type Decide = (said: string, work: () => Promise<void>) => Promise<void>

export function Sharing() {
  return (
    <>
      <p className="lede">{words.sharingAbout}</p>
      <Connected>
        <Applications />
        <Assistants />
        <Grants />
      </Connected>
    </>
  )
}

function Applications() {
  const { keyPair, keyring, own, readership } = useScene()
  const { decisions = [], readers, isRead, failure, reload } = readership
  const [done, setDone] = useState('')
  const step = useStep()
  const heading = useId()
  const put = async (said: string, work: () => Promise<void>) => {
    setDone('')
    try {
      await work()
    } finally {
      await reload()
    }
    setDone(said)
  }
  const decide: Decide = (said, work) => step.run(words.signingDecision, () => put(said, work))
  const wishes = useWishes(step, words.signingDecision, (application, on) => {
    const { name = '' } = readers.find(({ id }) => id === application) ?? {}
    return put(on ? words.mayAgain({ name }) : words.readsNothing({ name }), async () => {
      const decided = decisions.filter(each => each.application === application)
      for (const subject of subjectsOf(application, decided))
        await (on ? giveConsent : withdrawConsent)(keyPair, subject, keyring.environment)
    })
  })
  // Applications that read nothing but answers are most of them.
  const isAwaited = !isRead && !failure && ofCollection(own, uids.QuestionnaireResponse).length > 0
  if (!failure && !isAwaited && readers.length === 0) return null

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.applicationsMay}</h2>
      {failure && <Failure text={failure} />}
      {isAwaited && readers.length === 0 && <SwitchedRow lines={2} />}
      <ul className="card list" hidden={readers.length === 0}>
        {readers.map(reader => (
          <li key={reader.id} className="switched">
            <SharedWith
              {...{ reader, step, decide, wishes }}
              decisions={decisions.filter(({ application }) => application === reader.id)}
            />
          </li>
        ))}
      </ul>
      <p>
        <small>{words.switchedOff}</small>
      </p>
      <StepStatus step={step} done={done} />
    </section>
  )
}

interface SharedWithProps {
  readonly reader: Reader
  readonly decisions: readonly ConsentDecision[]
  readonly step: Step
  readonly decide: Decide
  readonly wishes: Wishes
}

function SharedWith({ reader, decisions, step, decide, wishes }: SharedWithProps) {
  const { keyring, keyPair, own, trail } = useScene()
  const { environment } = keyring
  const lastRead = trail.entries?.find(({ client }) => client?.id === reader.id)
  const { id: application, name, forms } = reader
  const since = firstAnswer(own, forms)
  const isBusy = step.doing !== ''
  const save = (form: string | undefined, terms: Terms) =>
    decide(words.inEffect, async () => {
      const subject = { application, ...(form !== undefined && { form }) }
      await (terms.purposes.length === 0
        ? withdrawConsent(keyPair, subject, environment)
        : giveConsent(keyPair, { ...subject, ...terms }, environment))
    })

  return (
    <>
      <Icon name="sharing" />
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <Switch
        isBare
        label={words.shareWith({ name })}
        id={application}
        isOn={isSharedWith(reader, decisions, Date.now())}
        wishes={wishes}
      />
      <ul className="plain">
        {sentencesOf(reader, decisions).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
        {(since !== undefined || lastRead) && (
          <li>
            <small>
              {since !== undefined && words.answersSince({ date: shortDateOf(since) })}{' '}
              {lastRead && words.lastRead({ date: dateOf(lastRead.at) })}
            </small>
          </li>
        )}
      </ul>
      <details>
        <summary>{words.decideMore}</summary>
        <DecisionForm {...{ forms, isBusy, save }} />
      </details>
    </>
  )
}

const USES = [
  { label: 'useBoth', purposes: ['records', 'statistics'] },
  { label: 'useRecords', purposes: ['records'] },
  { label: 'useStatistics', purposes: ['statistics'] },
  { label: 'useNothing', purposes: [] },
] as const satisfies readonly { readonly label: keyof Words; readonly purposes: Terms['purposes'] }[]

interface DecisionFormProps {
  readonly forms: Reader['forms']
  readonly isBusy: boolean
  save(form: string | undefined, terms: Terms): Promise<void>
}

function DecisionForm({ forms, isBusy, save }: DecisionFormProps) {
  const [form, setForm] = useState('')
  const [use, setUse] = useState(0)
  const until = useDate({ label: words.untilEnd, hint: words.untilEmpty, min: dayNow(), needsDay: true })
  const [formId, useName] = [useId(), useId()]
  const purposes = USES[use]?.purposes ?? []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const ends = purposes.length > 0 && until.value !== ''
    if (isBusy || (ends && !(await until.isAccepted()))) return
    const end = ends ? { until: new Date(`${until.value}T23:59:59`).toISOString() } : {}
    void save(form || undefined, { purposes, ...end })
  }
  return (
    <form onSubmit={submit}>
      <p>
        <label htmlFor={formId}>{words.answersTo}</label>
        <select
          id={formId}
          className="wq-input"
          value={form}
          onChange={({ target }) => setForm(target.value)}
        >
          <option value="">{words.allForms}</option>
          {forms.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </p>
      <fieldset className="choices">
        <legend>{words.itMay}</legend>
        {USES.map(({ label }, index) => (
          <label key={label}>
            <input type="radio" name={useName} checked={use === index} onChange={() => setUse(index)} />{' '}
            {words[label]}
          </label>
        ))}
      </fieldset>
      {purposes.length > 0 && <DateField {...until.field} />}
      <button type="submit" className="wq-button" aria-disabled={isBusy}>
        {words.signDecision}
      </button>
    </form>
  )
}

/** Today, where the person is. */
const dayNow = (): string => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** A sentence for the whole application, and one for each form that was decided separately. */
function sentencesOf({ name, forms }: Reader, decisions: readonly ConsentDecision[]): readonly string[] {
  const undecided = wholeOf(decisions) ? [] : [words.mayBecauseStored({ name })]
  const decided = decisions.map(({ decision, purposes, form, collection, from, until }) => {
    const subject = forms.find(({ id }) => id === form)?.title ?? form ?? collection
    const isDenied = decision === 'deny' || purposes.length === 0
    const ends = from !== undefined && until !== undefined ? 'both' : from !== undefined ? 'from' : 'until'
    return words.mayUse({
      ...{ name, subject: subject ?? '', about: subject === undefined ? 'none' : 'some' },
      uses: isDenied ? 'none' : purposes.length > 1 ? 'both' : (purposes[0] ?? 'none'),
      ...{ period: (from ?? until) ? ends : 'none', from: dateOf(from), until: dateOf(until) },
    })
  })
  return [...undecided, ...decided]
}

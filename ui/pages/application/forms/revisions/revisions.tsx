/** The revisions of a form: what changed from one to another, in words and in JSON. */
import { Empty } from '@andiron/design/empty'
import { useEffect, useId, useMemo, useState } from 'react'
import {
  fetchQuestionnaire,
  listRevisions,
  type QuestionnaireRevision,
  type StoredQuestionnaire,
} from '../../../../sdk/questionnaires.ts'
import { Failure } from '../../../shell/failure.tsx'
import { dateOf, joined } from '../../../shell/language/formats.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { sentenceOf } from '../../../shell/run-action.ts'
import { authorText } from '../questions/author-text.ts'
import type { ResponsesProps } from '../responses/responses.tsx'
import { excerptsOf, linesOf } from './line-difference.ts'
import { type Change, changesOf } from './revision-difference.ts'

export function Revisions({ scene: { environment }, applicationId, keyPair, id, form }: ResponsesProps) {
  const [revisions, setRevisions] = useState<readonly QuestionnaireRevision[]>()
  const [failure, setFailure] = useState('')
  const [chosen, setChosen] = useState<readonly [string, string]>(['', ''])
  const [compared, setCompared] = useState<Compared>()
  const newest = form.meta?.versionId

  // Another revision may have been published since.
  useEffect(() => {
    listRevisions(keyPair, id, environment, { applicationId }).then(
      found => {
        setRevisions(found.toReversed())
        const earlier = found.filter(({ versionId }) => versionId !== newest).at(-1)?.versionId
        setChosen([earlier ?? '', newest ?? ''])
      },
      error => setFailure(sentenceOf(error)),
    )
  }, [keyPair, id, environment, applicationId, newest])

  const [from, to] = chosen
  useEffect(() => {
    if (from === '' || to === '') return
    let isOver = false
    const read = (versionId: string) => fetchQuestionnaire(id, environment, { versionId, language: '*' })
    Promise.all([read(from), read(to)]).then(
      ([before, after]) => {
        if (!isOver) setCompared({ before, after })
      },
      error => {
        if (!isOver) setFailure(sentenceOf(error))
      },
    )
    return () => {
      isOver = true
    }
  }, [from, to, id, environment])

  if (failure) return <Failure text={failure} />
  if (!revisions) return <p role="status">{words.moment}</p>
  if (revisions.length < 2) return <Empty of="documents">{words.oneRevision}</Empty>
  const choices = revisions.map(({ versionId, published, version }) => {
    const date = dateOf(published)
    const revision = version === undefined ? date : words.revisionAtVersion({ date, version })
    return { versionId, name: versionId === newest ? words.revisionNewest({ revision }) : revision }
  })
  return (
    <>
      <div className="filters">
        <Choice
          label={words.earlierRevision}
          {...{ choices, value: from }}
          onChange={value => setChosen([value, to])}
        />
        <Choice
          label={words.laterRevision}
          {...{ choices, value: to }}
          onChange={value => setChosen([from, value])}
        />
      </div>
      {compared ? <Difference {...compared} /> : <p role="status">{words.moment}</p>}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly choices: readonly { readonly versionId: string; readonly name: string }[]
  readonly value: string
  onChange(value: string): void
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="wq-input" value={value} onChange={event => onChange(event.target.value)}>
        {choices.map(({ versionId, name }) => (
          <option key={versionId} value={versionId}>
            {name}
          </option>
        ))}
      </select>
    </p>
  )
}

interface Compared {
  readonly before: StoredQuestionnaire
  readonly after: StoredQuestionnaire
}

function Difference({ before, after }: Compared) {
  const heading = useId()
  const changes = useMemo(() => changesOf(before, after), [before, after])
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.whatChanged}</h2>
      <p role="status">
        {changes.length === 0 ? words.revisionsSame : words.manyChanges({ many: changes.length })}
      </p>
      {changes.length > 0 && (
        <>
          <div className="card">
            <ul className="rows changes">
              {changes.map((change, index) => (
                <li key={index}>
                  <small className={`badge ${TONES[change.kind] ?? ''}`}>
                    {words.changeKind({ kind: change.kind })}
                  </small>{' '}
                  <span>{sentenceFor(change)}</span>
                </li>
              ))}
            </ul>
          </div>
          <details>
            <summary>{words.jsonDifference}</summary>
            <Lines {...{ before, after }} />
          </details>
        </>
      )}
    </section>
  )
}

const TONES: Readonly<Partial<Record<Change['kind'], string>>> = {
  added: 'good',
  removed: 'bad',
  type: 'warn',
}

function sentenceFor(change: Change): string {
  switch (change.kind) {
    case 'reworded':
      return words.changeReworded({ from: change.from, to: change.to })
    case 'type':
      return words.changeType({ name: change.name, from: change.from, to: change.to })
    case 'required':
      return words.changeRequired({ name: change.name })
    case 'optional':
      return words.changeOptional({ name: change.name })
    case 'options': {
      const { name, added, removed } = change
      const sentences = [
        added.length > 0 ? words.optionsAdded({ name, options: joined(added) }) : '',
        removed.length > 0 ? words.optionsRemoved({ name, options: joined(removed) }) : '',
      ]
      return sentences.join(' ').trim()
    }
    case 'other': {
      const elements = joined(change.elements)
      const { name } = change
      return name === undefined ? words.changeForm({ elements }) : words.changeSettings({ name, elements })
    }
    default:
      return words.changeNamed({ name: change.name })
  }
}

/** Signs tell the lines apart without colours, and to those who hear them. */
const SIGNS = { same: ' ', added: '+', removed: '-' } as const

function Lines({ before, after }: Compared) {
  const lines = useMemo(() => excerptsOf(linesOf(authorText(before), authorText(after))), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <pre className="lines" tabIndex={0} dir="ltr">
      {lines.map((line, index) => (
        <span key={index} className={line?.kind ?? 'between'}>
          {line ? `${SIGNS[line.kind]} ${line.text}` : '⋯'}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

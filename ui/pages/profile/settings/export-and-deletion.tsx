/** Export and deletion of the profile. */
import { useEffect, useId, useState } from 'react'
import {
  deleteProfile,
  exportProfile,
  type ProfileDeletion,
  readProfileDeletion,
  readReceipt,
} from '../../../sdk/profile.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { forgetCopy } from '../../keys/profile-copies.ts'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { useScene } from '../page-context.ts'
import { save } from '../save-file.ts'

export function Export() {
  const { keyPair, keyring } = useScene()
  const { environment } = keyring
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const take = () =>
    step.run(words.preparing, async () => {
      const archive = await new Response(await exportProfile(keyPair, environment)).blob()
      save(archive, `health-profile-${new Date().toISOString().slice(0, 10)}.zip`)
      setDone(words.archiveSaved)
    })
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.downloadAll}</h2>
      <p>{words.downloadAllAbout}</p>
      <button type="button" className="wq-button" disabled={step.doing !== ''} onClick={take}>
        {words.downloadAll}
      </button>
      <StepStatus step={step} done={done} />
    </section>
  )
}

/** Milliseconds between two polls of a deletion in progress. */
const LOOK = 3000

export function Deletion() {
  const { keyPair, keyring, reload, deletion, setDeletion } = useScene()
  const { environment } = keyring
  const [typed, setTyped] = useState('')
  const step = useStep()
  const [heading, field, help] = [useId(), useId(), useId()]
  const state = deletion?.state

  useEffect(() => {
    if (state !== 'running' && state !== 'waiting') return
    const timer = setInterval(() => {
      // A failed poll is repeated.
      readProfileDeletion(keyPair, environment).then(setDeletion, () => {})
    }, LOOK)
    return () => clearInterval(timer)
  }, [state, keyPair, environment, setDeletion])
  useEffect(() => {
    if (state === 'done') void reload()
  }, [state, reload])

  const remove = () =>
    step.run(words.deletingAll, async () => {
      const begun = await deleteProfile(keyPair, environment, { confirm: keyPair.did })
      // At once: the page may be closed before the deletion ends.
      await forgetCopy(keyPair.did).catch(() => {})
      setDeletion(begun)
      setTyped('')
    })
  const word = words.deleteWord
  const isConfirmed = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase()

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.deleteAll}</h2>
      <p>{words.deleteAllAbout}</p>
      <label className="field" htmlFor={field}>
        {words.typeDelete({ word })}
      </label>
      <input
        id={field}
        className="wq-input"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={help}
        onChange={event => setTyped(event.target.value)}
      />
      <p id={help}>{typed !== '' && !isConfirmed ? words.typeHint({ word }) : ''}</p>
      <button
        type="button"
        className="wq-button danger"
        disabled={!isConfirmed || step.doing !== ''}
        onClick={remove}
      >
        {words.deleteAll}
      </button>
      <StepStatus step={step} done={saidOf(deletion)} />
      {deletion?.problems?.map(problem => (
        <p className="notice" lang="en" key={problem}>
          {problem}
        </p>
      ))}
      {deletion?.receipt && <Receipt jws={deletion.receipt} />}
    </section>
  )
}

function saidOf(deletion: ProfileDeletion | undefined): string {
  if (deletion?.state === 'done') return words.allDeleted
  if (deletion?.state === 'waiting') return words.deletionWaits
  return deletion?.state === 'running' ? words.deletionRuns : ''
}

function Receipt({ jws }: { readonly jws: string }) {
  const { environment } = useScene().keyring
  const heading = useId()
  const { nodes, files, uploads, completedAt, remains } = readReceipt(jws, environment)
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{words.receipt}</h3>
      <p>{words.receiptAbout({ files, uploads, date: dateOf(completedAt) })}</p>
      <ul>
        {nodes.map(({ url, records, emptyAt }) => (
          <li key={url}>
            <bdi>{url}</bdi>:{' '}
            {words.nodeEmptied({
              many: Object.values(records).reduce((sum, each) => sum + each, 0),
              date: dateOf(emptyAt),
            })}
          </li>
        ))}
      </ul>
      <p>{words.kept}</p>
      {/* The signed words of the service. */}
      <ul lang="en">
        {remains.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <button
        type="button"
        className="wq-button"
        onClick={() => save(new Blob([jws], { type: 'application/jose' }), 'deletion-receipt.jws')}
      >
        {words.saveReceipt}
      </button>
    </section>
  )
}

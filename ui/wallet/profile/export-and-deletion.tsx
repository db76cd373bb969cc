/** Export and deletion of the profile. */
import { useEffect, useId, useState } from 'react'
import {
  deleteProfile,
  exportProfile,
  type ProfileDeletion,
  readProfileDeletion,
  readReceipt,
} from '../../sdk/profile.ts'
import { StepStatus } from '../application/step-status.tsx'
import { useStep } from '../step.ts'
import { counted } from '../words.ts'
import { save } from './save.ts'
import { useScene } from './scene.ts'
import { dateOf } from './words.ts'

export function Export() {
  const { keyPair, keyring } = useScene()
  const { environment } = keyring
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const take = () =>
    step.run('Preparing your archive …', async () => {
      const archive = await new Response(await exportProfile(keyPair, environment)).blob()
      save(archive, `health-profile-${new Date().toISOString().slice(0, 10)}.zip`)
      setDone('Your archive is saved.')
    })
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Download everything</h2>
      <p>
        An archive of everything the service can read: your records as FHIR, which other health services can
        import, your decrypted files, and your audit trail. Anyone with the archive can read it.
      </p>
      <button type="button" className="wq-button" disabled={step.doing !== ''} onClick={take}>
        Download everything
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
    step.run('Deleting everything …', async () => {
      setDeletion(await deleteProfile(keyPair, environment, { confirm: keyPair.did }))
      setTyped('')
    })
  const isConfirmed = typed.trim().toLowerCase() === 'delete'

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Delete everything</h2>
      <p>
        This deletes every record on every storage node, every file, and the access of every assistant. It
        cannot be undone. Applications keep what they have already read. You receive a signed receipt.
      </p>
      <label className="field" htmlFor={field}>
        Type “delete” to confirm
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
      <p id={help}>{typed !== '' && !isConfirmed ? 'Type the word delete, without quotation marks.' : ''}</p>
      <button
        type="button"
        className="wq-button danger"
        disabled={!isConfirmed || step.doing !== ''}
        onClick={remove}
      >
        Delete everything
      </button>
      <StepStatus step={step} done={saidOf(deletion)} />
      {deletion?.problems?.map(problem => (
        <p className="notice" key={problem}>
          {problem}
        </p>
      ))}
      {deletion?.receipt && <Receipt jws={deletion.receipt} />}
    </section>
  )
}

function saidOf(deletion: ProfileDeletion | undefined): string {
  if (deletion?.state === 'done') return 'Everything is deleted.'
  if (deletion?.state === 'waiting')
    return 'A part of the storage is offline. The deletion continues by itself; you can close this page.'
  return deletion?.state === 'running' ? 'The deletion is in progress; you can close this page.' : ''
}

function Receipt({ jws }: { readonly jws: string }) {
  const { environment } = useScene().keyring
  const heading = useId()
  const { nodes, files, uploads, completedAt, remains } = readReceipt(jws, environment)
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Receipt</h3>
      <p>
        Signed by the service. {counted(files, 'file')} and {counted(uploads, 'unfinished upload')} removed,
        all done on {dateOf(completedAt)}.
      </p>
      <ul>
        {nodes.map(({ url, records, emptyAt }) => (
          <li key={url}>
            {url}:{' '}
            {counted(
              Object.values(records).reduce((sum, each) => sum + each, 0),
              'record',
            )}{' '}
            removed, empty since {dateOf(emptyAt)}
          </li>
        ))}
      </ul>
      <p>What is kept:</p>
      <ul>
        {remains.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <button
        type="button"
        className="wq-button"
        onClick={() => save(new Blob([jws], { type: 'application/jose' }), 'deletion-receipt.jws')}
      >
        Save the receipt
      </button>
    </section>
  )
}

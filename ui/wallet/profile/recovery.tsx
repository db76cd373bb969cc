/** The recovery file: it opens the profile in another browser, or after this one has lost its key. */
import { useId, useState } from 'react'
import { recoveryFileOf } from '../../sdk/keys/recovery.ts'
import { save } from './save.ts'
import { useScene } from './scene.ts'

export function Recovery() {
  const { keyPair } = useScene()
  const [done, setDone] = useState('')
  const heading = useId()
  const take = () => {
    const file = new Blob([JSON.stringify(recoveryFileOf(keyPair))], { type: 'application/json' })
    save(file, 'profile-recovery.json')
    setDone('Your recovery file is saved. Keep it outside this device.')
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Recovery</h2>
      <p>
        The recovery file opens this profile on any device, also if you lose this one. Anyone who has the file
        can open it.
      </p>
      <button type="button" className="wq-button" onClick={take}>
        Save the recovery file
      </button>
      <p role="status">{done}</p>
    </section>
  )
}

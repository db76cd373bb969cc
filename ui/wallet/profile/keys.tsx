/** The keys and remembered consents of this browser. */
import { useCallback, useEffect, useId, useState } from 'react'
import { type Consent, consentsIn } from '../frame/consents.ts'
import { Face } from '../keys/face.tsx'
import { endOf } from '../keys/identity.tsx'
import { forgetIdentity, type KnownIdentity, knownIdentities } from '../keys/storage-keys.ts'
import { sentenceOf } from '../step.ts'
import { Confirm } from './confirm.tsx'
import { useScene } from './scene.ts'
import { dateOf } from './words.ts'

export function Keys() {
  const { keyPair, keyring, memory, leave } = useScene()
  const { vault } = keyring
  const [failure, setFailure] = useState('')
  const [known, setKnown] = useState(keyring.known)
  const refresh = useCallback(
    () => knownIdentities(vault).then(setKnown, error => setFailure(sentenceOf(error))),
    [vault],
  )
  // A key that was just derived is not yet in the keyring, nor is a new name.
  useEffect(() => void refresh(), [refresh, memory])
  const [keysId, consentsId] = [useId(), useId()]

  const forget = async (identity: KnownIdentity) => {
    try {
      await forgetIdentity(vault, identity)
      if (identity.did === keyPair.did) leave()
      else await refresh()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  return (
    <>
      <section aria-labelledby={keysId}>
        <h2 id={keysId}>Profiles on this device</h2>
        {failure && (
          <p className="notice" role="alert">
            {failure}
          </p>
        )}
        <ul className="card list">
          {known.map(identity => (
            <li key={identity.name}>
              <Profile {...{ identity }} isOpen={identity.did === keyPair.did} />
              <Confirm
                label="Remove this profile from this device"
                consequence={consequenceOf(identity)}
                yes="Yes, remove it"
                onYes={() => void forget(identity)}
              />
            </li>
          ))}
        </ul>
        <button type="button" className="wq-button" onClick={leave}>
          Open another profile
        </button>
      </section>
      <section aria-labelledby={consentsId}>
        <h2 id={consentsId}>Allowed without asking again</h2>
        <Remembered did={keyPair.did} />
      </section>
    </>
  )
}

const consequenceOf = ({ memory }: KnownIdentity): string =>
  memory.wallet === undefined && memory.recoverySaved === undefined
    ? 'You have not saved the recovery file of this profile here. Without it, only a wallet or another browser that knows the profile opens it again.'
    : 'This browser no longer shows the profile. Your wallet or your recovery file opens it again.'

interface ProfileProps {
  readonly identity: KnownIdentity
  readonly isOpen: boolean
}

function Profile({ identity: { did, memory }, isOpen }: ProfileProps) {
  const unnamed = isOpen ? 'This profile' : `Another profile, ${endOf(did)}`
  return (
    <div className="known">
      {memory.name !== undefined && <Face label={memory} />}
      <div>
        <h3>
          <bdi>{memory.name ?? unnamed}</bdi>
        </h3>
        <p>{isOpen ? 'It is open now.' : memory.usedAt && `Last used on ${dateOf(memory.usedAt)}.`}</p>
      </div>
    </div>
  )
}

function Remembered({ did }: { readonly did: string }) {
  const [consents, setConsents] = useState(() => ofProfile(did))
  const takeBack = (consent: Consent) => {
    consentsIn().forget(consent)
    setConsents(ofProfile(did))
  }
  if (consents.length === 0) return <p>Every application asks you every time.</p>
  return (
    <ul className="card list">
      {consents.map(consent => (
        <li key={`${consent.applicationId} ${consent.questionnaire}`}>
          <h3>{consent.applicationName}</h3>
          <p>
            {consent.questionnaire === undefined
              ? 'recognizes your profile'
              : 'stores your answers to one form without asking again'}
            , since {dateOf(consent.since)}
          </p>
          <button type="button" className="wq-button" onClick={() => takeBack(consent)}>
            Have {consent.applicationName} ask again
          </button>
        </li>
      ))}
    </ul>
  )
}

const ofProfile = (profile: string): readonly Consent[] =>
  consentsIn()
    .list()
    .filter(({ did }) => did === profile)

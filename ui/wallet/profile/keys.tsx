/** The keys and remembered consents of this browser. */
import { useId, useState } from 'react'
import { type Consent, consentsIn } from '../frame/consents.ts'
import { endOf } from '../keys/identity.tsx'
import { forgetIdentity, type KnownIdentity, knownIdentities } from '../keys/storage-keys.ts'
import { sentenceOf } from '../step.ts'
import { Confirm } from './confirm.tsx'
import { useScene } from './scene.ts'
import { dateOf } from './words.ts'

export function Keys() {
  const { keyPair, keyring, leave } = useScene()
  const { vault } = keyring
  const [failure, setFailure] = useState('')
  const [known, setKnown] = useState(() =>
    keyring.known.some(({ did }) => did === keyPair.did) ? keyring.known : undefined,
  )
  const refresh = () => knownIdentities(vault).then(setKnown, error => setFailure(sentenceOf(error)))
  // A key that was just derived is not yet in the keyring.
  if (!known) void refresh()
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
          {known?.map(identity => (
            <li key={identity.name}>
              <h3>
                {identity.did === keyPair.did ? 'This profile' : `Another profile, ${endOf(identity.did)}`}
              </h3>
              <Confirm
                label="Remove this profile from this device"
                consequence="This browser can no longer open the profile. Your wallet can derive the key again; a key that was made in this browser, without a wallet, is lost with it, and so is what it opens."
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

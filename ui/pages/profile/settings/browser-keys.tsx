/** The keys and remembered consents of this browser. */
import { useCallback, useEffect, useId, useState } from 'react'
import { type Consent, consentsIn } from '../../frame/remembered-consents.ts'
import { Face, hasFace } from '../../keys/avatar.tsx'
import { endOf } from '../../keys/identity-choice.tsx'
import { forgetIdentity, type KnownIdentity, knownIdentities } from '../../keys/storage-keys.ts'
import { Failure } from '../../shell/failure.tsx'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { sentenceOf } from '../../shell/run-action.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import { Confirm } from '../confirmation.tsx'
import { useScene } from '../page-context.ts'

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
        <h2 id={keysId}>{words.profilesHere}</h2>
        {failure && <Failure text={failure} />}
        <ul className="card list">
          {known.map(identity => (
            <li key={identity.name}>
              <Profile {...{ identity }} isOpen={identity.did === keyPair.did} />
              <Confirm
                label={drawn(words.removeHere, { name: nameOf(identity, identity.did === keyPair.did) })}
                consequence={consequenceOf(identity)}
                yes={words.yesRemove}
                onYes={() => void forget(identity)}
              />
            </li>
          ))}
        </ul>
        <button type="button" className="wq-button" onClick={leave}>
          {words.openAnother}
        </button>
      </section>
      <section aria-labelledby={consentsId}>
        <h2 id={consentsId}>{words.allowedAlways}</h2>
        <Remembered did={keyPair.did} />
      </section>
    </>
  )
}

const consequenceOf = ({ memory }: KnownIdentity): string =>
  memory.wallet === undefined && memory.recoverySaved === undefined ? words.removeUnsaved : words.removeSaved

interface ProfileProps {
  readonly identity: KnownIdentity
  readonly isOpen: boolean
}

const nameOf = ({ did, memory }: KnownIdentity, isOpen: boolean) => (
  <bdi>{memory.name ?? (isOpen ? words.thisProfile : words.anotherProfile({ end: endOf(did) }))}</bdi>
)

function Profile({ identity, isOpen }: ProfileProps) {
  const { memory } = identity
  return (
    <div className="known">
      {hasFace(memory) && <Face label={memory} />}
      <div>
        <h3>{nameOf(identity, isOpen)}</h3>
        <p>{isOpen ? words.openNow : memory.usedAt && words.lastUsed({ date: dateOf(memory.usedAt) })}</p>
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
  if (consents.length === 0) return <p>{words.asksAlways}</p>
  return (
    <ul className="card list">
      {consents.map(consent => (
        <li key={`${consent.applicationId} ${consent.questionnaire}`}>
          <h3>
            <bdi>{consent.applicationName}</bdi>
          </h3>
          <p>
            {(consent.questionnaire === undefined ? words.recognizes : words.storesForm)({
              date: dateOf(consent.since),
            })}
          </p>
          <button type="button" className="wq-button" onClick={() => takeBack(consent)}>
            {drawn(words.askAgain, { name: <bdi>{consent.applicationName}</bdi> })}
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

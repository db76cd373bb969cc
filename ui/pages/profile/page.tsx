/** The page: the choice of a profile, then that profile. */
import { useCallback, useEffect, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { DataReference } from '../../sdk/nodes.ts'
import { Title } from '../application/view-title.tsx'
import { IdentityChoice } from '../keys/identity-choice.tsx'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { words } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'
import { whenIdle } from '../shell/loading/when-idle.ts'
import { sentenceOf, useStep } from '../shell/run-action.ts'
import { Top } from '../shell/top-bar.tsx'
import { Disconnected } from './offline-choice.tsx'

const loadProfile = () => import('./open-profile.tsx')

const Profile = lazily(
  async () => (await loadProfile()).Profile,
  () => (
    <main>
      <p role="status">{words.opening}</p>
    </main>
  ),
)

/** The keys of this browser, or why they could not be opened. */
export interface Opened {
  readonly keyring?: Keyring
  readonly error?: unknown
}

export const open = (): Promise<Opened> =>
  openKeyring().then(
    keyring => ({ keyring }),
    error => ({ error }),
  )

export function ProfilePage({ first }: { readonly first: Opened }) {
  const [{ keyring, error }, setOpened] = useState<Opened>(first)
  const [keyPair, setKeyPair] = useState<StorageKeyPair>()
  const [listed, setListed] = useState<readonly DataReference[]>()
  const step = useStep()
  const reopen = useCallback(() => {
    setOpened({})
    void open().then(setOpened)
  }, [])
  // Loaded while the person chooses.
  useEffect(() => whenIdle(() => void loadProfile().catch(() => {})), [])
  const leave = () => {
    setKeyPair(undefined)
    // The address of a view is of the profile that was open.
    history.replaceState(null, '', location.pathname)
    reopen()
  }

  if (keyring && keyPair) return <Profile key={keyPair.did} {...{ keyring, keyPair, listed, leave }} />
  return (
    <main>
      <Top />
      <Title>{words.healthProfile}</Title>
      <p>{words.onNodes}</p>
      {keyring && keyring.known.length === 0 && <p>{words.noProfileYet}</p>}
      {keyring ? (
        <IdentityChoice
          {...{ keyring, step }}
          doubtsEmpty
          legend={words.openWith}
          doing={words.opening}
          onChosen={(keyPair, listed) => {
            setListed(listed)
            setKeyPair(keyPair)
          }}
        />
      ) : error !== undefined ? (
        <Disconnected
          failure={sentenceOf(error)}
          retry={reopen}
          onOpened={(keyring, keyPair) => {
            setOpened({ keyring })
            setKeyPair(keyPair)
          }}
        />
      ) : (
        <p role="status">{words.moment}</p>
      )}
    </main>
  )
}

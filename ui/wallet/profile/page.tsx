/** The page: the choice of a profile, then all of its sections. */
import { useCallback, useEffect, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { createNodeClient, type NodeClient } from '../../sdk/nodes.ts'
import { Title } from '../application/title.tsx'
import { IdentityChoice, shortened } from '../keys/identity.tsx'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { sentenceOf, useStep } from '../step.ts'
import { Documents } from './documents.tsx'
import { ExportAndDeletion } from './export-and-deletion.tsx'
import { Grants } from './grants.tsx'
import { Keys } from './keys.tsx'
import { Observations } from './observations.tsx'
import { loadOwn, MOST, type Own } from './own.ts'
import { Programs } from './programs.tsx'
import { Proposed } from './proposed.tsx'
import { Responses } from './responses.tsx'
import { SceneProvider } from './scene.ts'
import { Sharing } from './sharing.tsx'

export function ProfilePage() {
  const [keyring, setKeyring] = useState<Keyring>()
  const [failure, setFailure] = useState('')
  const [keyPair, setKeyPair] = useState<StorageKeyPair>()
  const step = useStep()
  const open = useCallback(() => openKeyring().then(setKeyring, error => setFailure(sentenceOf(error))), [])
  useEffect(() => void open(), [open])
  const leave = () => {
    setKeyPair(undefined)
    void open()
  }

  if (!keyring) return <p role={failure ? 'alert' : 'status'}>{failure || 'One moment …'}</p>
  if (keyPair) return <Profile key={keyPair.did} {...{ keyring, keyPair, leave }} />
  return (
    <>
      <Title>Your health profile</Title>
      <p>Your answers and files are stored on several storage nodes. Only your key opens them.</p>
      <IdentityChoice
        {...{ keyring, step }}
        legend="Open the profile of"
        doing="Opening …"
        onChosen={setKeyPair}
      />
    </>
  )
}

interface ProfileProps {
  readonly keyring: Keyring
  readonly keyPair: StorageKeyPair
  leave(): void
}

function Profile({ keyring, keyPair, leave }: ProfileProps) {
  const { nodes: addresses, didPrefix } = keyring.environment
  const [nodes] = useState<NodeClient>(() =>
    createNodeClient({ keypair: keyPair, nodes: addresses, didPrefix }),
  )
  const [own, setOwn] = useState<Own>()
  const [read, setRead] = useState(0)
  const [failure, setFailure] = useState('')
  const reload = useCallback(async () => {
    try {
      setOwn(await loadOwn(nodes, setRead))
      setFailure('')
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }, [nodes])
  useEffect(() => void reload(), [reload])

  return (
    <>
      <Title>Your health profile</Title>
      <p>
        <code>{shortened(keyPair.did)}</code>
      </p>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      <p role="status">{own || failure ? '' : `Reading your records … ${read}`}</p>
      {own && (
        <SceneProvider value={{ keyring, keyPair, nodes, own, reload, leave }}>
          {own.all.length > MOST && (
            <p className="notice">
              You have {own.all.length} records. The newest {MOST} are shown; “Download everything” has all of
              them.
            </p>
          )}
          {own.unreadable > 0 && (
            <p className="notice" role="alert">
              {own.unreadable} of your records cannot be read now: a storage node is offline, or the nodes
              differ.
            </p>
          )}
          <Proposed />
          <Responses />
          <Documents />
          <Observations />
          <Sharing />
          <Grants />
          <Programs />
          <Keys />
          <ExportAndDeletion />
        </SceneProvider>
      )}
    </>
  )
}

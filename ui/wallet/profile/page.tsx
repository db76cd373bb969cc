/** The page: the choice of a profile, then the view of the location. */

import type { Observation } from 'fhir/r5.js'
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { createNodeClient, type NodeClient } from '../../sdk/nodes.ts'
import type { ProfileDeletion } from '../../sdk/profile.ts'
import { Title } from '../application/title.tsx'
import { IdentityChoice } from '../keys/identity.tsx'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { usePath } from '../path.ts'
import type { IconName } from '../shell/icon.tsx'
import { sentenceOf, useStep } from '../step.ts'
import { Activity } from './activity.tsx'
import { Documents } from './documents.tsx'
import { Measurement, Measurements } from './measurements.tsx'
import { Greeting, Overview } from './overview.tsx'
import { loadOwn, MOST, type Own, ofCollection } from './own.ts'
import { Proposed } from './proposed.tsx'
import { useReadership } from './readership.ts'
import { Responses } from './responses.tsx'
import { SceneProvider } from './scene.ts'
import { seriesOf } from './series.ts'
import { Settings } from './settings.tsx'
import { Sharing } from './sharing.tsx'
import { Shell, type View, viewAt } from './shell.tsx'
import { Timeline } from './timeline.tsx'
import { useTrail } from './trail.ts'

const NAME = 'Your health profile'

/** Browsers keep and synchronize it: it names no measurement. */
const windowTitleOf = ({ label }: View): string => `${label} · ${NAME}`

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

  if (keyring && keyPair) return <Profile key={keyPair.did} {...{ keyring, keyPair, leave }} />
  return (
    <main>
      <Title>{NAME}</Title>
      <p>Your answers and files are stored on several storage nodes. Only your key opens them.</p>
      {keyring ? (
        <IdentityChoice
          {...{ keyring, step }}
          legend="Open the profile of"
          doing="Opening …"
          onChosen={setKeyPair}
        />
      ) : (
        <p role={failure ? 'alert' : 'status'}>{failure || 'One moment …'}</p>
      )}
    </main>
  )
}

interface ProfileProps {
  readonly keyring: Keyring
  readonly keyPair: StorageKeyPair
  leave(): void
}

/** Loads the records, and shows them once they are there. */
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

  const view = viewAt(usePath()[0])
  return (
    <Shell view={view}>
      {own ? (
        <Contents {...{ keyring, keyPair, leave, nodes, own, reload, failure }} />
      ) : (
        <>
          <Title windowTitle={windowTitleOf(view)}>{view.title}</Title>
          <p role={failure ? 'alert' : 'status'}>{failure || `Reading your records … ${read}`}</p>
        </>
      )}
    </Shell>
  )
}

const CONTENTS: Readonly<Partial<Record<IconName, ComponentType>>> = {
  overview: Overview,
  measurements: Measurements,
  answers: Responses,
  documents: Documents,
  sharing: Sharing,
  activity: Activity,
  settings: Settings,
  timeline: Timeline,
}

interface ContentsProps extends ProfileProps {
  readonly nodes: NodeClient
  readonly own: Own
  readonly failure: string
  reload(): Promise<void>
}

function Contents({ failure, ...profile }: ContentsProps) {
  const { own, keyPair, keyring } = profile
  const trail = useTrail(keyPair, keyring.environment)
  const readership = useReadership(own, keyPair, keyring.environment)
  const series = useMemo(() => seriesOf(ofCollection<Observation>(own, uids.Observation)), [own])
  const [deletion, setDeletion] = useState<ProfileDeletion>()
  const [place, id] = usePath()
  const view = viewAt(place)
  const measurement = view.name === 'measurements' ? series.find(each => each.id === id) : undefined
  const Content = CONTENTS[view.name] ?? Overview

  return (
    <SceneProvider value={{ ...profile, series, readership, trail, deletion, setDeletion }}>
      <Title windowTitle={windowTitleOf(view)}>{measurement?.name ?? view.title}</Title>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      {own.all.length > MOST && (
        <p className="notice">
          You have {own.all.length} records. The newest {MOST} are shown; “Download everything” has all of
          them.
        </p>
      )}
      {own.unreadable > 0 && (
        <p className="notice" role="alert">
          {own.unreadable} of your records cannot be read now: a storage node is offline, or the nodes differ.
        </p>
      )}
      {view.name === 'overview' && <Greeting />}
      {/* Stays in the page, so that what was typed outlasts a look at another view. */}
      <div hidden={view.name !== 'overview'}>
        <Proposed />
      </div>
      {measurement ? <Measurement series={measurement} /> : <Content />}
    </SceneProvider>
  )
}

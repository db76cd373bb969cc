/** An open profile: its records, in the view of the location. */
import type { IconName } from '@andiron/design/icon'
import type { Observation } from 'fhir/r5.js'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { createNodeClient, type DataReference, type NodeClient } from '../../sdk/nodes.ts'
import type { ProfileDeletion } from '../../sdk/profile.ts'
import { Title } from '../application/view-title.tsx'
import type { Keyring } from '../keys/keyring.ts'
import type { Memory } from '../keys/storage-keys.ts'
import { Quoting } from '../shell/failure.tsx'
import { usePath } from '../shell/fragment-path.ts'
import { useLanguage, words } from '../shell/language/page-texts.ts'
import { sentenceOf } from '../shell/run-action.ts'
import { Activity } from './activity/activity.tsx'
import { type Trail, useTrail } from './activity/audit-trail.ts'
import { Responses } from './answers/responses.tsx'
import { Proposed } from './assistants/proposal.tsx'
import { AsOf } from './data-age.tsx'
import { type Copy, copyOf, useCopying } from './device-copy.ts'
import { Documents, Measurement, Settings } from './lazy-views.tsx'
import { Measurements } from './measurements/measurements.tsx'
import { type Series, seriesOf } from './measurements/series.ts'
import { Greeting, Overview } from './overview/overview.tsx'
import { SceneProvider } from './page-context.ts'
import { loadOwn, MOST, type Own, ofCollection } from './person-records.ts'
import { Shell, type View, viewAt } from './profile-views.tsx'
import { useMemory } from './remembered-profile.ts'
import { useReadership } from './sharing/readership.ts'
import { Sharing } from './sharing/sharing.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { Unread } from './unreadable-notice.tsx'
import { Awaited } from './view-placeholders.tsx'

/** Browsers keep and synchronize it: it names no measurement. */
const windowTitleOf = ({ label }: View): string =>
  words.windowTitle({ view: label, page: words.healthProfile })

interface ProfileProps {
  readonly keyring: Keyring
  readonly keyPair: StorageKeyPair
  leave(): void
}

export interface OpenedProps extends ProfileProps {
  /** The locations of the records, if the choice has listed them. */
  readonly listed: readonly DataReference[] | undefined
}

/** Loads the records, and shows them once they are there. */
export function Profile({ keyring, keyPair, listed, leave }: OpenedProps) {
  const { nodes: addresses, didPrefix, secretSharing } = keyring.environment
  const [nodes] = useState<NodeClient>(() =>
    createNodeClient({ keypair: keyPair, nodes: addresses, didPrefix, secretSharing }),
  )
  const [loaded, setLoaded] = useState<Own>()
  const [copy, setCopy] = useState<Copy>()
  const own = loaded ?? copy?.own
  const { memory, remember } = useMemory(keyring.vault, keyPair.did, loaded?.label)
  const [read, setRead] = useState(0)
  const [failure, setFailure] = useState('')
  /** Readings that began, and the latest of those that ended. */
  const readings = useRef({ begun: 0, ended: 0 })
  const load = useCallback(
    async (known?: readonly DataReference[]) => {
      setFailure('')
      const number = ++readings.current.begun
      // An earlier reading lacks what was stored since.
      const isNewest = () => {
        if (number < readings.current.ended) return false
        readings.current.ended = number
        return true
      }
      try {
        const own = await loadOwn(nodes, keyPair, setRead, known)
        if (isNewest()) setLoaded(own)
      } catch (error) {
        if (isNewest()) setFailure(sentenceOf(error))
      }
    },
    [nodes, keyPair],
  )
  const reload = useCallback(() => load(), [load])
  useEffect(() => {
    void copyOf(keyPair).then(setCopy)
    void load(listed)
  }, [load, keyPair, listed])

  // Beside the records: both are there when the overview is drawn.
  const trail = useTrail(keyPair, keyring.environment, loaded ? undefined : copy)

  const language = useLanguage()
  const series = useMemo(
    () => (own ? seriesOf(ofCollection<Observation>(own, uids.Observation), memory?.units) : []),
    // The names of measurements are those of the language.
    [own, language, memory?.units],
  )
  const [place, id] = usePath()
  const view = viewAt(place)
  const measurement = view.name === 'measurements' ? series.find(each => each.id === id) : undefined
  return (
    // A label that cannot be read now is as this browser remembers it.
    <Shell view={view} label={own?.label.isKnown ? own.label : memory}>
      {/* The same with the records: it takes the focus once. */}
      <Title windowTitle={windowTitleOf(view)}>{measurement?.name ?? view.title}</Title>
      {own ? (
        <Contents
          {...{ keyring, keyPair, leave, nodes, own, reload, failure, memory, remember, read, trail }}
          {...{ view, series, measurement }}
          copy={loaded ? undefined : copy}
        />
      ) : failure ? (
        <Unread retry={reload}>
          <Quoting text={failure} />
        </Unread>
      ) : (
        <Awaited of={view.name} />
      )}
    </Shell>
  )
}

const CONTENTS: Readonly<Partial<Record<IconName, ComponentType>>> = {
  overview: Overview,
  measurements: Measurements,
  answers: Responses,
  sharing: Sharing,
  activity: Activity,
  settings: Settings,
  timeline: Timeline,
}

interface ContentsProps extends ProfileProps {
  readonly nodes: NodeClient
  readonly own: Own
  /** Shown in the place of the records, until these are read. */
  readonly copy: Copy | undefined
  /** The number of records that were read so far. */
  readonly read: number
  readonly failure: string
  readonly trail: Trail
  readonly series: readonly Series[]
  readonly view: View
  /** The one whose location this is. */
  readonly measurement: Series | undefined
  reload(): Promise<void>
  readonly memory: Memory | undefined
  remember(changes: Memory): Promise<void>
}

function Contents({ failure, copy, read, view, measurement, ...profile }: ContentsProps) {
  const { own, keyPair, keyring, reload, trail } = profile
  const { environment } = keyring
  const readership = useReadership(own, keyPair, environment, copy)
  const isCopy = copy !== undefined
  const copying = useCopying({ keyPair, environment, own, readership, trail, isCopy })
  const [deletion, setDeletion] = useState<ProfileDeletion>()
  const [keepsDocuments, keepDocuments] = useState(false)
  const isOfDocuments = view.name === 'documents'
  const Content = CONTENTS[view.name] ?? Overview

  return (
    <SceneProvider
      value={{
        ...{ ...profile, isCopy, copying, readership },
        ...{ deletion, setDeletion, keepDocuments },
      }}
    >
      {isCopy && <AsOf at={own.at} read={read} isAway={failure !== ''} retry={reload} />}
      {!isCopy && (failure !== '' || own.unreadable > 0) && (
        <Unread retry={reload}>
          {failure && <Quoting text={failure} />}{' '}
          {own.unreadable > 0 && words.unreadable({ many: own.unreadable })}
        </Unread>
      )}
      {own.all.length > MOST && (
        <p className="notice">{words.someShown({ many: own.all.length, shown: MOST })}</p>
      )}
      {view.name === 'overview' && <Greeting />}
      {/* Stays in the page, so that what was typed outlasts a look at another view. */}
      <div hidden={view.name !== 'overview'}>{!isCopy && <Proposed />}</div>
      {/* Stays while a file is uploaded, so that a failure is shown to whoever comes back. */}
      {(isOfDocuments || keepsDocuments) && <Documents isShown={isOfDocuments} />}
      {measurement ? <Measurement series={measurement} /> : !isOfDocuments && <Content />}
    </SceneProvider>
  )
}

/** The responses of an application: of each day, and the latest. */
import { useEffect, useState } from 'react'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { listQuestionnaires, type PublishedQuestionnaire } from '../../../sdk/questionnaires.ts'
import { ResponsesADay } from '../forms/results/responses-by-day.tsx'
import type { Scene } from '../page-context.ts'
import { AwaitedLatest, Latest } from './latest-responses.tsx'
import { useActivity } from './response-activity.ts'

export interface ArrivalsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

/** Forms to ask for, the last changed first: each is a request. */
const MOST_FORMS = 10

export function Arrivals({ scene, applicationId, keyPair }: ArrivalsProps) {
  const { environment } = scene
  const [forms, setForms] = useState<readonly PublishedQuestionnaire[]>()
  const [days, setDays] = useState(30)
  useEffect(() => {
    listQuestionnaires(keyPair, environment, { applicationId }).then(setForms, () => {
      // The list of forms shows the error.
      setForms([])
    })
  }, [keyPair, environment, applicationId])
  const asked = forms?.toSorted((a, b) => b._updated.localeCompare(a._updated)).slice(0, MOST_FORMS)
  const watched = useActivity({
    ...{ scene, applicationId, keyPair, days },
    forms: asked?.map(({ _id }) => _id).join(' '),
  })
  return (
    <>
      <ResponsesADay {...{ watched, days }} onDays={setDays} />
      {watched.isAwaited ? (
        <AwaitedLatest />
      ) : (
        <Latest
          applicationId={applicationId}
          latest={watched.activity?.latest ?? []}
          titles={new Map(forms?.map(({ _id, title }) => [_id, title]))}
        />
      )}
    </>
  )
}

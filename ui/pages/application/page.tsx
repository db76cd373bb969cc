/** The page: all applications, one application, or one of its forms. */
import { useEffect, useMemo, useState } from 'react'
import type { Account } from '../keys/wallet.ts'
import { Quoting } from '../shell/failure.tsx'
import { words } from '../shell/language/page-texts.ts'
import { reasonOf } from '../shell/run-action.ts'
import { ApplicationView } from './application-view.tsx'
import { Applications, Introduction } from './applications.tsx'
import { type Deployment, openDeployment, type Scene } from './page-context.ts'
import { usePlace } from './page-location.ts'

export function ApplicationsPage() {
  const [deployment, setDeployment] = useState<Deployment>()
  const [failure, setFailure] = useState('')
  const [account, setAccount] = useState<Account>()
  const { applicationId } = usePlace()
  const scene = useMemo<Scene | undefined>(
    () => deployment && { ...deployment, setAccount, ...(account && { account }) },
    [deployment, account],
  )
  useEffect(() => {
    openDeployment().then(setDeployment, error => reasonOf(error).then(setFailure))
  }, [])

  if (scene && applicationId !== undefined)
    return <ApplicationView key={applicationId} {...{ scene, applicationId }} />
  return (
    <main>
      {applicationId === undefined && <Introduction />}
      {scene ? (
        <Applications scene={scene} />
      ) : (
        <p role={failure ? 'alert' : 'status'}>
          <Quoting text={failure || words.moment} />
        </p>
      )}
    </main>
  )
}

/** One application: opened with its key, then its sections. */
import { type ReactNode, useEffect, useState } from 'react'
import { type Application, fetchWelshareApp } from '../../sdk/applications.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { hrefOf } from '../path.ts'
import type { IconName } from '../shell/icon.tsx'
import { Shell } from '../shell/shell.tsx'
import { sentenceOf, useStep } from '../step.ts'
import { openApplicationKey, recoverApplicationKey } from './application-keys.ts'
import { Backends } from './backends.tsx'
import { FormView } from './form-view.tsx'
import { Forms } from './forms.tsx'
import { Overview } from './overview.tsx'
import { type Section, sectionHref, usePlace } from './place.ts'
import type { Scene } from './scene.ts'
import { Settings, Technical } from './settings.tsx'
import { StepStatus } from './step-status.tsx'
import { Title } from './title.tsx'
import { WalletSection } from './wallet-section.tsx'

interface ApplicationViewProps {
  readonly scene: Scene
  readonly applicationId: string
}

const SECTIONS: readonly { readonly name: Section; readonly icon: IconName; readonly label: string }[] = [
  { name: 'overview', icon: 'overview', label: 'Overview' },
  { name: 'forms', icon: 'answers', label: 'Forms' },
  { name: 'backends', icon: 'service', label: 'Backends' },
  { name: 'settings', icon: 'settings', label: 'Settings' },
]

export function ApplicationView({ scene, applicationId }: ApplicationViewProps) {
  const { environment, vault } = scene
  const { section, form, tab } = usePlace()
  const [application, setApplication] = useState<Application>()
  const [keyPair, setKeyPair] = useState<StorageKeyPair>()
  const [failure, setFailure] = useState('')

  useEffect(() => {
    const open = async () => {
      const found = await fetchWelshareApp(applicationId, environment)
      setKeyPair(await openApplicationKey(vault, found, environment))
      setApplication(found)
    }
    open().catch(error => setFailure(sentenceOf(error)))
  }, [applicationId, environment, vault])

  if (!application) {
    return (
      <main>
        <Back />
        <p role={failure ? 'alert' : 'status'}>{failure || 'One moment …'}</p>
      </main>
    )
  }
  if (!keyPair) return <Locked {...{ scene, application }} onOpened={setKeyPair} />

  const opened = { scene, application, applicationId, keyPair }
  const { name } = application
  const label = SECTIONS.find(each => each.name === section)?.label ?? ''
  const contents: Readonly<Record<Section, () => ReactNode>> = {
    overview: () => <Overview {...opened} />,
    forms: () => <Forms {...opened} />,
    backends: () => <Backends {...opened} />,
    settings: () => <Settings {...opened} onChanged={setApplication} />,
  }
  return (
    <Shell
      label="This application"
      destinations={SECTIONS.map(({ name, icon, label }) => ({
        ...{ href: sectionHref(applicationId, name), icon, label },
      }))}
      more={[{ href: hrefOf(), icon: 'applications', label: 'All applications' }]}
      current={sectionHref(applicationId, section)}
      owner={name}
    >
      {form === undefined ? (
        <>
          <Title windowTitle={section === 'overview' ? name : `${label} · ${name}`}>
            {section === 'overview' ? name : label}
          </Title>
          {contents[section]()}
        </>
      ) : (
        <FormView key={form} {...opened} tab={tab} {...(form !== 'new' && { id: form })} />
      )}
    </Shell>
  )
}

const Back = () => (
  <nav aria-label="Back">
    <a href={hrefOf()}>All applications</a>
  </nav>
)

interface LockedProps {
  readonly scene: Scene
  readonly application: Application
  onOpened(keyPair: StorageKeyPair): void
}

/** The key is derived once per browser. */
function Locked({ scene, application, onOpened }: LockedProps) {
  const { account, environment, vault } = scene
  const step = useStep()
  return (
    <main>
      <Back />
      <Title>{application.name}</Title>
      <p className="lede">
        This browser does not have the key of this application. The wallet that registered it can restore it.
      </p>
      <WalletSection scene={scene} />
      {account && (
        <button
          type="button"
          className="wq-button wq-primary"
          aria-disabled={step.doing !== ''}
          onClick={() =>
            step.run('Sign twice in your wallet …', async () =>
              onOpened(await recoverApplicationKey(vault, application, account, environment)),
            )
          }
        >
          Open with this wallet
        </button>
      )}
      <StepStatus step={step} />
      <Technical application={application} />
    </main>
  )
}

/** One application: opened with its key, then its sections. */
import type { IconName } from '@andiron/design/icon'
import { type ReactNode, useEffect, useState } from 'react'
import { type Application, fetchWelshareApp } from '../../sdk/applications.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { hrefOf } from '../shell/fragment-path.ts'
import { LanguageChoice } from '../shell/language/language-choice.tsx'
import { words } from '../shell/language/page-texts.ts'
import { reasonOf, useStep } from '../shell/run-action.ts'
import { Shell } from '../shell/shell.tsx'
import { openApplicationKey, recoverApplicationKey } from './application-keys.ts'
import { FormView } from './forms/form-view.tsx'
import { Forms } from './forms/forms.tsx'
import { Backends, Insights, Subscriptions } from './lazy-views.ts'
import { Overview } from './overview/overview.tsx'
import type { Scene } from './page-context.ts'
import { type Section, sectionHref, usePlace } from './page-location.ts'
import { Opening } from './reading-or-failure.tsx'
import { Settings, Technical } from './settings/settings.tsx'
import { StepStatus } from './step-status.tsx'
import { Title } from './view-title.tsx'
import { WalletSection } from './wallet-section.tsx'

interface ApplicationViewProps {
  readonly scene: Scene
  readonly applicationId: string
}

interface SectionLink {
  readonly name: Section
  readonly icon: IconName
  /** On a narrow screen four names have room; the overview links the others. */
  readonly isWide?: boolean
}

const SECTIONS: readonly SectionLink[] = [
  { name: 'overview', icon: 'overview' },
  { name: 'forms', icon: 'answers' },
  { name: 'insights', icon: 'insights' },
  { name: 'subscriptions', icon: 'subscriptions' },
  { name: 'backends', icon: 'service', isWide: true },
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
    open().catch(error => reasonOf(error).then(setFailure))
  }, [applicationId, environment, vault])

  if (!application) {
    return (
      <main>
        <Back />
        {failure && (
          <h1>
            <bdi>{applicationId}</bdi>
          </h1>
        )}
        <Opening failure={failure} />
      </main>
    )
  }
  if (!keyPair) return <Locked {...{ scene, application }} onOpened={setKeyPair} />

  const opened = { scene, application, applicationId, keyPair }
  const { name } = application
  const label = words[section]
  const contents: Readonly<Record<Section, () => ReactNode>> = {
    overview: () => <Overview {...opened} />,
    forms: () => <Forms {...opened} />,
    insights: () => <Insights {...opened} />,
    subscriptions: () => <Subscriptions {...opened} />,
    backends: () => <Backends {...opened} />,
    settings: () => <Settings {...opened} onChanged={setApplication} />,
  }
  return (
    <Shell
      label={words.thisApplication}
      destinations={SECTIONS.map(({ name, icon, isWide }) => ({
        ...{ href: sectionHref(applicationId, name), icon, label: words[name] },
        ...(isWide && { on: 'wide' as const }),
      }))}
      more={[
        { href: sectionHref(applicationId, 'settings'), icon: 'settings', label: words.settings },
        {
          ...{ href: hrefOf(), icon: 'applications', label: words.allApplications },
          short: words.applications,
        },
      ]}
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
  <nav aria-label={words.back}>
    <a href={hrefOf()}>{words.allApplications}</a>
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
      <LanguageChoice className="language" />
      <Back />
      <Title>{application.name}</Title>
      <p className="lede">{words.keyElsewhere}</p>
      <WalletSection scene={scene} />
      {account && (
        <button
          type="button"
          className="wq-button wq-primary"
          aria-disabled={step.doing !== ''}
          onClick={() =>
            step.run(words.signTwice, async () =>
              onOpened(await recoverApplicationKey(vault, application, account, environment)),
            )
          }
        >
          {words.openWithWallet}
        </button>
      )}
      <StepStatus step={step} />
      <Technical application={application} />
    </main>
  )
}

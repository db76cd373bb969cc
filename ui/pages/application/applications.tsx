/** All known applications, those that the wallet controls, and a form for a new one. */
import { Empty } from '@andiron/design/empty'
import { Icon } from '@andiron/design/icon'
import { useEffect, useState } from 'react'
import { listApplications, registerApplication } from '../../sdk/applications.ts'
import { hrefOf } from '../shell/fragment-path.ts'
import { LanguageChoice } from '../shell/language/language-choice.tsx'
import { words } from '../shell/language/page-texts.ts'
import { useStep } from '../shell/run-action.ts'
import { ApplicationForm } from './application-form.tsx'
import { deriveKey, keepApplicationKey, knownApplications } from './application-keys.ts'
import type { Scene } from './page-context.ts'
import { StepStatus } from './step-status.tsx'
import { Title } from './view-title.tsx'
import { WalletSection } from './wallet-section.tsx'

/** The first words of the page: its HTML has them, too. */
export const Introduction = () => (
  <>
    <LanguageChoice className="language" />
    <Title>{words.applications}</Title>
    <p className="lede">{words.applicationsAbout}</p>
  </>
)

export function Applications({ scene }: { readonly scene: Scene }) {
  const { account, environment, vault } = scene
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [found, setFound] = useState('')
  const finding = useStep()
  const registering = useStep()

  useEffect(() => {
    void knownApplications(vault).then(ids => setNames(names => new Map([...ids.map(same), ...names])))
  }, [vault])

  const find = () =>
    finding.run(words.signToList, async () => {
      if (!account) return
      const all = await listApplications(account, environment)
      setNames(
        names => new Map([...names, ...all.map(({ applicationId, name }) => [applicationId, name] as const)]),
      )
      setFound(words.controls({ many: all.length }))
    })

  return (
    <>
      <WalletSection scene={scene} />
      <section aria-labelledby="yours">
        <h2 id="yours">{words.yourApplications}</h2>
        {names.size === 0 ? (
          <Empty of="applications">{words.noApplications}</Empty>
        ) : (
          <ul className="card list">
            {[...names].map(([id, name]) => (
              <li key={id} className="event">
                <Icon name="applications" />
                <a href={hrefOf(id)}>{name}</a>
              </li>
            ))}
          </ul>
        )}
        {account && (
          <button type="button" className="wq-button" aria-disabled={finding.doing !== ''} onClick={find}>
            {words.findApplications}
          </button>
        )}
        <StepStatus step={finding} done={found} />
      </section>
      <section aria-labelledby="register">
        <h2 id="register">{words.registerApplication}</h2>
        {account ? (
          <>
            <p>{words.registerAbout}</p>
            <ApplicationForm
              step={registering}
              doing={words.waitingWallet}
              submit={words.register}
              onSubmit={async description => {
                const { applicationId } = description
                const keyPair = await deriveKey(applicationId, account, environment)
                await registerApplication(keyPair, description, account, environment)
                await keepApplicationKey(vault, applicationId, keyPair)
                location.hash = hrefOf(applicationId)
              }}
            />
            <StepStatus step={registering} />
          </>
        ) : (
          <p>{words.connectFirst}</p>
        )}
      </section>
    </>
  )
}

const same = (id: string): readonly [string, string] => [id, id]

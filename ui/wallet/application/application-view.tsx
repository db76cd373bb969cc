/** One application: unlocked with its key, changed with its wallet, and its forms. */
import { useEffect, useState } from 'react'
import { type Application, fetchWelshareApp, updateApplication } from '../../sdk/applications.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { listQuestionnaires, type PublishedQuestionnaire } from '../../sdk/questionnaires.ts'
import { hrefOf } from '../path.ts'
import { useStep } from '../step.ts'
import { wordsOf } from '../words.ts'
import { ApplicationForm } from './application-form.tsx'
import { forgetApplicationKey, openApplicationKey, recoverApplicationKey } from './application-keys.ts'
import { Backends } from './backends.tsx'
import { FormView } from './form-view.tsx'
import { HandOver } from './hand-over.tsx'
import type { Scene } from './scene.ts'
import { StepStatus } from './step-status.tsx'
import { Title } from './title.tsx'
import { WalletSection } from './wallet-section.tsx'

interface ApplicationViewProps {
  readonly scene: Scene
  readonly applicationId: string
  /** One of its forms, or `new`. */
  readonly form: string | undefined
}

export function ApplicationView({ scene, applicationId, form }: ApplicationViewProps) {
  const { environment, vault } = scene
  const [application, setApplication] = useState<Application>()
  const [keyPair, setKeyPair] = useState<StorageKeyPair>()
  const [failure, setFailure] = useState('')

  useEffect(() => {
    const open = async () => {
      const found = await fetchWelshareApp(applicationId, environment)
      setKeyPair(await openApplicationKey(vault, found, environment))
      setApplication(found)
    }
    open().catch(error => setFailure(wordsOf(error)))
  }, [applicationId, environment, vault])

  if (!application) {
    return (
      <>
        <Back />
        <p role={failure ? 'alert' : 'status'}>{failure || 'One moment …'}</p>
      </>
    )
  }
  if (!keyPair) return <Locked {...{ scene, application }} onOpened={setKeyPair} />
  if (form !== undefined)
    return <FormView key={form} {...{ scene, application, keyPair }} {...(form !== 'new' && { id: form })} />
  return (
    <>
      <Back />
      <Title>{application.name}</Title>
      <Facts application={application} />
      <Published {...{ scene, application, keyPair }} />
      <Settings {...{ scene, application, keyPair }} onChanged={setApplication} />
      <Backends {...{ scene, applicationId, keyPair }} />
      <HandOver {...{ scene, applicationId, keyPair }} />
      <section aria-labelledby="key">
        <h2 id="key">The key in this browser</h2>
        <p>
          This browser keeps the encrypted key of this application. The wallet that controls it can restore
          it, here or in another browser.
        </p>
        <button
          type="button"
          className="wq-button"
          onClick={() =>
            forgetApplicationKey(vault, applicationId).then(
              () => location.assign(hrefOf()),
              error => setFailure(wordsOf(error)),
            )
          }
        >
          Forget it
        </button>
        {failure && <p role="alert">{failure}</p>}
      </section>
    </>
  )
}

const Back = () => (
  <nav aria-label="Back">
    <a href={hrefOf()}>All applications</a>
  </nav>
)

const Facts = ({
  application: { applicationId, did, callbackUrls },
}: {
  readonly application: Application
}) => (
  <dl>
    <dt>Application id</dt>
    <dd>
      <code>{applicationId}</code>
    </dd>
    <dt>DID</dt>
    <dd>
      <code>{did}</code>
    </dd>
    <dt>Runs at</dt>
    <dd>
      {callbackUrls.length === 0
        ? 'no address: no page can connect to a wallet for it'
        : callbackUrls.map(url => <code key={url}>{url}</code>)}
    </dd>
  </dl>
)

interface PartProps {
  readonly scene: Scene
  readonly application: Application
}

/** The key is derived once per browser. */
function Locked({ scene, application, onOpened }: PartProps & { onOpened(keyPair: StorageKeyPair): void }) {
  const { account, environment, vault } = scene
  const step = useStep()
  return (
    <>
      <Back />
      <Title>{application.name}</Title>
      <Facts application={application} />
      <p>
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
    </>
  )
}

type OpenProps = PartProps & { readonly keyPair: StorageKeyPair }

function Published({ scene: { environment }, application: { applicationId }, keyPair }: OpenProps) {
  const [forms, setForms] = useState<readonly PublishedQuestionnaire[]>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    listQuestionnaires(keyPair, environment, { applicationId }).then(setForms, error =>
      setFailure(wordsOf(error)),
    )
  }, [keyPair, environment, applicationId])
  return (
    <section aria-labelledby="forms">
      <h2 id="forms">Questionnaires</h2>
      {failure && <p role="alert">{failure}</p>}
      {forms?.length === 0 && <p>No questionnaires yet.</p>}
      {forms !== undefined && forms.length > 0 && (
        <ul>
          {forms.map(({ _id, title, status, version, _updated }) => (
            <li key={_id}>
              <a href={hrefOf(applicationId, _id)}>{title ?? _id}</a> {version} {status}, changed{' '}
              <time dateTime={_updated}>{new Date(_updated).toLocaleDateString()}</time>
            </li>
          ))}
        </ul>
      )}
      <a className="wq-button wq-primary" href={hrefOf(applicationId, 'new')}>
        New questionnaire
      </a>
    </section>
  )
}

function Settings(props: OpenProps & { onChanged(application: Application): void }) {
  const { scene, application, keyPair, onChanged } = props
  const { account, environment } = scene
  const step = useStep()
  const [done, setDone] = useState('')
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Name and callback URLs</h2>
      {account ? (
        <ApplicationForm
          application={application}
          step={step}
          doing="Waiting for your wallet …"
          submit="Sign and change"
          onSubmit={async description => {
            setDone('')
            onChanged(await updateApplication(keyPair, description, account, environment))
            setDone('Changed.')
          }}
        />
      ) : (
        <WalletSection scene={scene} />
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

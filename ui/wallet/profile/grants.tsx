/** Access permissions, as the nodes enforce them, and controls to change them. */
import { useId, useState } from 'react'
import { StepStatus } from '../application/step-status.tsx'
import { useStep } from '../step.ts'
import { counted } from '../words.ts'
import { Confirm } from './confirm.tsx'
import { permissionsIn } from './permissions.ts'
import { useScene } from './scene.ts'

export function Grants() {
  const { own, nodes, keyring, reload } = useScene()
  const { builderDid } = keyring.environment
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const { granted, hidden } = permissionsIn(own, keyring.environment)

  const change = (doing: string, said: string, work: (address: (typeof own.all)[number]) => Promise<void>) =>
    step.run(doing, async () => {
      setDone('')
      for (const address of own.all) await work(address)
      await reload()
      setDone(said)
    })
  const revoke = (grantee: string) =>
    change('Updating every node …', 'Sharing stopped on every node.', ({ collection, document }) =>
      nodes.revokeAccess({ collection, document, grantee }),
    )
  const restore = () =>
    change('Updating every node …', 'The service can read again.', ({ collection, document }) =>
      nodes.grantAccess({
        ...{ collection, document },
        acl: { grantee: builderDid, read: true, write: false, execute: true },
      }),
    )
  const isBusy = step.doing !== ''

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Who can read</h2>
      <p>You always can. The storage nodes let only you and those named here read your data.</p>
      {granted.length === 0 && own.records.length > 0 && <p>Nobody else can read anything.</p>}
      <ul className="card list" hidden={granted.length === 0}>
        {granted.map(({ grantee, records, isService }) => (
          <li key={grantee}>
            <h3>{isService ? 'This service' : 'A reader that this service does not know'}</h3>
            <p>
              can read {counted(records, 'record')} of the {own.records.length} shown here
              {isService && ', and gives applications the answers to their own forms'}
            </p>
            {!isService && (
              <details>
                <summary>Technical</summary>
                <code className="did">{grantee}</code>
              </details>
            )}
            <Confirm
              label={isService ? 'Stop sharing with this service' : 'Stop sharing'}
              disabled={isBusy}
              consequence={
                isService
                  ? 'The service can no longer read any of your records: applications do not receive your answers, assistants find nothing, ' +
                    'and “Download everything” has none of them. You can still read them here. They keep what was read before.'
                  : 'They can no longer read any of your records. They keep what was read before.'
              }
              yes="Yes, stop sharing"
              onYes={() => revoke(grantee)}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <>
          <p>The service cannot read {counted(hidden, 'record')} of these.</p>
          <Confirm
            label="Let this service read again"
            disabled={isBusy}
            consequence="The service can read all of your records again, for the applications whose forms you answered and for your assistants."
            yes="Yes, let it read"
            onYes={restore}
          />
        </>
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

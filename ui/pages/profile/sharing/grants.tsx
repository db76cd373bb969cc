/** Access permissions, as the nodes enforce them, and controls to change them. */
import { useId, useState } from 'react'
import { StepStatus } from '../../application/step-status.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { useStep } from '../../shell/run-action.ts'
import { Confirm } from '../confirmation.tsx'
import { useScene } from '../page-context.ts'
import { permissionsIn } from './permissions.ts'

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
    change(words.updatingNodes, words.sharingStopped, ({ collection, document }) =>
      nodes.revokeAccess({ collection, document, grantee }),
    )
  const restore = () =>
    change(words.updatingNodes, words.serviceReadsAgain, ({ collection, document }) =>
      nodes.grantAccess({
        ...{ collection, document },
        acl: { grantee: builderDid, read: true, write: false, execute: true },
      }),
    )
  const isBusy = step.doing !== ''

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.whoCanRead}</h2>
      <p>{words.youAlways}</p>
      {granted.length === 0 && own.records.length > 0 && <p>{words.nobodyElse}</p>}
      <ul className="card list" hidden={granted.length === 0}>
        {granted.map(({ grantee, records, isService }) => (
          <li key={grantee}>
            <h3>{isService ? words.thisService : words.unknownReader}</h3>
            <p>
              {(isService ? words.canReadService : words.canReadSome)({
                many: records,
                all: own.records.length,
              })}
            </p>
            {!isService && (
              <details>
                <summary>{words.technical}</summary>
                <code className="did">{grantee}</code>
              </details>
            )}
            <Confirm
              label={isService ? words.stopService : words.stopReader}
              disabled={isBusy}
              consequence={isService ? words.stopServiceAbout : words.stopReaderAbout}
              yes={words.yesStop}
              onYes={() => revoke(grantee)}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <>
          <p>{words.hiddenFrom({ many: hidden })}</p>
          <Confirm
            label={words.letService}
            disabled={isBusy}
            consequence={words.letServiceAbout}
            yes={words.yesLet}
            onYes={restore}
          />
        </>
      )}
      <StepStatus step={step} done={done} />
    </section>
  )
}

/** Access permissions, as the nodes enforce them, and controls to change them. */
import { useId, useMemo, useState } from 'react'
import { sameIdentity } from '../../../core/crypto/did.ts'
import { serviceKeysOf } from '../../sdk/service-keys.ts'
import { StepStatus } from '../application/step-status.tsx'
import { shortened } from '../keys/identity.tsx'
import { useStep } from '../step.ts'
import { counted } from '../words.ts'
import { Confirm } from './confirm.tsx'
import { useScene } from './scene.ts'

interface Grant {
  readonly grantee: string
  readonly records: number
  readonly isService: boolean
}

export function Grants() {
  const { own, nodes, keyring, reload } = useScene()
  const { builderDid, didPrefix } = keyring.environment
  const step = useStep()
  const [done, setDone] = useState('')
  const heading = useId()
  const keys = useMemo(() => serviceKeysOf(keyring.environment), [keyring.environment])
  // Nodes store a permission under the first key of the service.
  const isService = (did: string) => keys.some(key => sameIdentity(did, key.did, [didPrefix]))

  const readers = new Map<string, number>()
  for (const { document } of own.records)
    for (const { grantee, read } of document._acl ?? [])
      if (read) readers.set(grantee, (readers.get(grantee) ?? 0) + 1)
  const grants = [...readers].map(
    ([grantee, records]): Grant => ({ grantee, records, isService: isService(grantee) }),
  )
  const hidden = own.records.filter(
    ({ document }) => !document._acl?.some(({ grantee, read }) => read && isService(grantee)),
  ).length

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
      {grants.length === 0 && own.records.length > 0 && <p>Nobody else can read anything.</p>}
      <ul className="plain">
        {grants.map(({ grantee, records, isService }) => (
          <li key={grantee} className="row">
            <h3>{isService ? 'This service' : shortened(grantee)}</h3>
            <p>
              may read {counted(records, 'record')} of the {own.records.length} shown here
              {isService && ', and gives applications the answers to their own forms'}
            </p>
            <Confirm
              label={isService ? 'Stop sharing with this service' : 'Stop sharing'}
              disabled={isBusy}
              consequence={
                isService
                  ? 'The service can no longer read any of your records: applications do not receive your answers, assistants find nothing, ' +
                    'and “Download everything” has none of them. You can still read them here. They keep what was read before.'
                  : 'They can no longer read any of your records. They keep what was read before.'
              }
              yes="Yes, take it back on every node"
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

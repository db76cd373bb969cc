/** Programs: the assistants with access on behalf of the person, and the audit trail. */
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ConsentDecision } from '../../../schemas/record-consent.ts'
import { consents, giveConsent, withdrawConsent } from '../../sdk/consents.ts'
import { type AuditEntry, readAudit, signOutEverywhere } from '../../sdk/profile.ts'
import { StepStatus } from '../application/step-status.tsx'
import { sentenceOf, useStep } from '../step.ts'
import { counted } from '../words.ts'
import { Confirm } from './confirm.tsx'
import { decisionIn, isReadable } from './decisions.ts'
import { useScene } from './scene.ts'
import { Switch } from './switch.tsx'
import { actionOf, dateOf } from './words.ts'

/** Entries per page. */
const PAGE = 50

export function Programs() {
  const { keyPair, keyring } = useScene()
  const { environment } = keyring
  const [entries, setEntries] = useState<readonly AuditEntry[]>()
  const [isEnd, setEnd] = useState(false)
  /** Absent without the plugin of consents. */
  const [decisions, setDecisions] = useState<readonly ConsentDecision[]>()
  const [failure, setFailure] = useState('')
  const step = useStep()
  const [done, setDone] = useState('')
  const trail = useRef<AsyncGenerator<AuditEntry, void>>(undefined)
  const [assistantsId, trailId] = [useId(), useId()]

  async function more(from: AsyncGenerator<AuditEntry, void>) {
    const found: AuditEntry[] = []
    let next = await from.next()
    while (!next.done && found.push(next.value) < PAGE) next = await from.next()
    if (trail.current !== from) return
    setEntries((known = []) => [...known, ...found])
    setEnd(next.done === true)
  }
  useEffect(() => {
    const from = readAudit(keyPair, environment)
    trail.current = from
    setEntries(undefined)
    more(from).catch(error => setFailure(sentenceOf(error)))
  }, [keyPair, environment])

  const loadDecisions = useCallback(async () => {
    setDecisions(
      await consents(keyPair, environment).then(
        all => all.map(decisionIn),
        () => undefined,
      ),
    )
  }, [keyPair, environment])
  useEffect(() => void loadDecisions(), [loadDecisions])

  const assistants = useMemo(() => assistantsIn(entries ?? []), [entries])
  const turn = (program: string, name: string, on: boolean) =>
    step.run('Signing your decision …', async () => {
      setDone('')
      await (on ? giveConsent : withdrawConsent)(keyPair, { program }, environment)
      await loadDecisions()
      setDone(on ? `${name} may read again.` : `${name} reads nothing from now on.`)
    })
  const signOut = () =>
    step.run('Signing out …', async () => {
      await signOutEverywhere(keyPair, environment)
      setDone('All assistants are disconnected.')
    })

  return (
    <>
      <section aria-labelledby={assistantsId}>
        <h2 id={assistantsId}>Connected assistants</h2>
        {assistants.length === 0 && <p>No AI assistant is connected.</p>}
        <ul className="plain">
          {assistants.map(({ id, name, at }) => (
            <li key={id} className="row">
              <h3>{name}</h3>
              <p>
                {id}, last seen {dateOf(at)}
              </p>
              {decisions && (
                <Switch
                  label={`Let ${name} read`}
                  checked={isReadable(
                    decisions.find(({ program }) => program === id),
                    Date.now(),
                  )}
                  disabled={step.doing !== ''}
                  onChange={on => void turn(id, name, on)}
                />
              )}
            </li>
          ))}
        </ul>
        <Confirm
          label="Disconnect all assistants"
          disabled={step.doing !== ''}
          consequence="Every program that reads in your name stops at once, also those that are not in this list. You can let each of them in again."
          yes="Yes, sign out everywhere"
          onYes={signOut}
        />
        <StepStatus step={step} done={done} />
      </section>
      <section aria-labelledby={trailId}>
        <h2 id={trailId}>Audit trail</h2>
        {failure && (
          <p className="notice" role="alert">
            {failure}
          </p>
        )}
        {entries?.length === 0 && <p>Nobody has read your data.</p>}
        <ul className="plain">
          {entries?.map(({ id, at, client, action, records }) => (
            <li key={id}>
              <time dateTime={at}>{dateOf(at)}</time>: <strong>{client?.name ?? 'You'}</strong>{' '}
              {actionOf(action)}
              {records.length > 0 && ` (${counted(records.length, 'record')})`}
            </li>
          ))}
        </ul>
        {entries && !isEnd && (
          <button
            type="button"
            className="wq-button"
            onClick={() => trail.current && more(trail.current).catch(error => setFailure(sentenceOf(error)))}
          >
            Show older entries
          </button>
        )}
      </section>
    </>
  )
}

/** Each assistant once, with the time of its last access. */
function assistantsIn(entries: readonly AuditEntry[]) {
  const seen = new Map<string, { readonly id: string; readonly name: string; readonly at: string }>()
  for (const { client, at } of entries)
    if (client?.kind === 'assistant' && !seen.has(client.id))
      seen.set(client.id, { id: client.id, name: client.name, at })
  return [...seen.values()]
}

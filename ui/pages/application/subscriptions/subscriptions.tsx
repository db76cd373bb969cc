/** The subscriptions of an application: their deliveries, a new one, and the code that receives a notification. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AndironError } from '../../../sdk/errors.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { listQuestionnaires } from '../../../sdk/questionnaires.ts'
import {
  type FhirSubscription,
  listSubscriptions,
  replayEvents,
  type SubscriptionDelivery,
  type SubscriptionTerms,
  subscribe,
  subscriptionDeliveries,
  subscriptionSecret,
  unsubscribe,
} from '../../../sdk/subscriptions.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Said, useStep } from '../../shell/run-action.ts'
import type { Scene } from '../page-context.ts'
import { Opening } from '../reading-or-failure.tsx'
import { reasonsOf } from '../registration-refusals.ts'
import { StepStatus } from '../step-status.tsx'
import { ReceivingCode } from './subscription-code.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { SubscriptionItem } from './subscription-item.tsx'
import './subscriptions.css'

export interface SubscriptionsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

/** A subscription with its deliveries. */
export interface Subscribed {
  readonly subscription: FhirSubscription
  readonly delivery: SubscriptionDelivery
}

export function Subscriptions({
  scene: { environment, published },
  applicationId,
  keyPair,
}: SubscriptionsProps) {
  const step = useStep()
  const [all, setAll] = useState<readonly Subscribed[]>()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const [isOff, setOff] = useState(false)
  const [done, setDone] = useState('')
  /** Another one empties the form. */
  const [made, setMade] = useState(0)
  const list = useRef<HTMLHeadingElement>(null)
  const options = useMemo(() => ({ applicationId }), [applicationId])
  const { run } = step

  const load = useCallback(async () => {
    const [listed, deliveries] = await Promise.all([
      listSubscriptions(keyPair, environment, options),
      subscriptionDeliveries(keyPair, environment, options),
    ])
    const byId = new Map(deliveries.map(each => [each.id, each]))
    setAll(
      listed.flatMap(subscription => {
        const delivery = byId.get(subscription.id)
        return delivery ? [{ subscription, delivery }] : []
      }),
    )
  }, [keyPair, environment, options])
  useEffect(() => {
    void run(words.moment, async () => {
      const forms = await listQuestionnaires(keyPair, environment, options)
      setTitles(new Map(forms.map(({ _id, title }) => [_id, title ?? words.untitledForm])))
      // The plugin is off unless a deployment turns it on.
      await load().catch(error => {
        if (!(error instanceof AndironError) || error.status !== 404) throw error
        setOff(true)
      })
    })
  }, [keyPair, environment, options, run, load])

  const change = (doing: string, work: () => Promise<string>) =>
    run(doing, async () => {
      setDone('')
      try {
        const said = await work()
        await load()
        setDone(said)
      } catch (error) {
        throw new Said(() => reasonsOf(error), { cause: error })
      }
    })
  const add = (terms: SubscriptionTerms) =>
    change(words.subscribing, async () => {
      await subscribe(keyPair, terms, environment, options)
      setMade(made + 1)
      list.current?.focus()
      return words.subscribed
    })
  const replay = (id: string, from: number) =>
    change(words.moment, async () => {
      await replayEvents(keyPair, id, from, environment, options)
      return words.deliveringAgain({ from })
    })
  const remove = (id: string) =>
    change(words.removing, async () => {
      await unsubscribe(keyPair, id, environment, options)
      list.current?.focus()
      return words.unsubscribed
    })
  const look = () => change(words.moment, async () => '')

  const isBusy = step.doing !== ''
  const service = published.apiBaseUrl
  return (
    <>
      <p className="lede">{words.subscriptionsAbout}</p>
      {isOff && <p className="empty">{words.notificationsOff}</p>}
      {!all && !isOff && <Opening failure={step.failure} />}
      {all && (
        <>
          <section aria-labelledby="subscribed">
            <div className="look">
              <h2 id="subscribed" className="wq-visually-hidden" ref={list} tabIndex={-1}>
                {words.subscriptions}
              </h2>
              {all.length > 0 && (
                <button type="button" className="text-button link" aria-disabled={isBusy} onClick={look}>
                  {words.readAgain}
                </button>
              )}
            </div>
            {all.length === 0 ? (
              <p className="empty">{words.noSubscriptions}</p>
            ) : (
              <ul className="card list">
                {all.map(each => (
                  <SubscriptionItem
                    key={each.subscription.id}
                    {...each}
                    {...{ titles, service, isBusy }}
                    secret={() => subscriptionSecret(keyPair, each.subscription.id, environment, options)}
                    onReplay={from => replay(each.subscription.id, from)}
                    onRemove={() => remove(each.subscription.id)}
                  />
                ))}
              </ul>
            )}
            <StepStatus step={step} done={done} />
          </section>
          <SubscriptionForm key={made} {...{ titles, isBusy }} onSubscribe={add} />
          {all.length === 0 && <ReceivingCode service={service} />}
        </>
      )}
    </>
  )
}

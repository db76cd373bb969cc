/** One subscription: its state and deliveries, and what can be done with it. */
import { Icon } from '@andiron/design/icon'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Failure } from '../../shell/failure.tsx'
import { dateOf, joined, numberOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { sentenceOf } from '../../shell/run-action.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import { Field } from '../field.tsx'
import { ReceivingCode } from './subscription-code.tsx'
import { channelOf, faultSaid, filtersOf, topicSaid } from './subscription-sentence.ts'
import type { Subscribed } from './subscriptions.tsx'

export interface SubscriptionItemProps extends Subscribed {
  /** The titles of the forms by their `_id`. */
  readonly titles: ReadonlyMap<string, string>
  /** The base URL of the gateway. */
  readonly service: string
  readonly isBusy: boolean
  /** Reads the secret that signs its notifications. */
  secret(): Promise<string>
  onReplay(from: number): void
  onRemove(): void
}

const BADGES = { active: 'good', requested: 'warn', error: 'bad', off: '' } as const

export function SubscriptionItem({ subscription, delivery, titles, ...more }: SubscriptionItemProps) {
  const { topic, endpoint } = subscription
  const { status, error, events, waiting, dead, lastSent, failingSince, nextAttempt } = delivery
  const channel = channelOf(subscription)
  const { forms, collections } = filtersOf(subscription)
  const name = topicSaid(topic)
  const about = [...forms.map(form => titles.get(form) ?? form), ...collections]
  const isSent = channel === 'rest-hook'
  return (
    <li className="subscription">
      <div className="event">
        <Icon name="subscriptions" />
        <span>
          <strong>{name}</strong>{' '}
          <small className={`badge ${BADGES[status]}`}>{words.stateName({ state: status })}</small>
          <small className="event-about">
            {isSent
              ? drawn(words.goesTo, {
                  address: (
                    <bdi dir="ltr" className="address">
                      {endpoint}
                    </bdi>
                  ),
                })
              : words.readAs({ channel: channel === 'event-stream' ? 'stream' : 'socket' })}
            {' · '}
            <bdi>{about.length > 0 ? joined(about) : words.everyForm}</bdi>
          </small>
        </span>
      </div>
      <dl className="figures">
        <Figure label={words.events} value={numberOf(events)} />
        {isSent && (
          <>
            <Figure label={words.eventsWaiting} value={numberOf(waiting)} />
            <Figure label={words.eventsGivenUp} value={numberOf(dead)} />
            {failingSince === undefined && (
              <Figure
                label={words.lastDelivered}
                value={lastSent === undefined ? words.neverDelivered : dateOf(lastSent)}
              />
            )}
          </>
        )}
      </dl>
      {error !== undefined && (
        <p className="notice">
          {faultSaid(error)}
          {failingSince !== undefined &&
            status !== 'off' &&
            ` ${words.failsSince({ date: dateOf(failingSince), next: dateOf(nextAttempt) })}`}
        </p>
      )}
      {dead > 0 && <p className="notice">{words.givenUpAbout({ many: dead })}</p>}
      <details>
        <summary aria-label={words.manageIt({ topic: name })}>{words.manage}</summary>
        <Manage {...{ subscription, delivery, isSent, name }} {...more} />
      </details>
    </li>
  )
}

const Figure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

interface ManageProps extends Omit<SubscriptionItemProps, 'titles'> {
  readonly isSent: boolean
  /** The topic in words. */
  readonly name: string
}

function Manage({ subscription, delivery, isSent, name, service, ...more }: ManageProps) {
  const { isBusy, secret, onReplay, onRemove } = more
  const { events, firstDead } = delivery
  const [isRemoving, setRemoving] = useState(false)
  const sure = useId()
  return (
    <div className="manage">
      {isSent && events > 0 && (
        <Replay key={firstDead} {...{ isBusy, onReplay }} most={events} first={firstDead ?? events} />
      )}
      {isSent && <Secret {...{ secret, isBusy }} />}
      {channelOf(subscription) !== 'websocket' && (
        <ReceivingCode
          service={service}
          subscription={{ id: subscription.id, channel: isSent ? 'server' : 'stream' }}
        />
      )}
      {isRemoving ? (
        <fieldset className="confirm" aria-describedby={sure}>
          <legend className="wq-visually-hidden">{name}</legend>
          <p id={sure}>{words.unsubscribeAbout}</p>
          <div className="wq-buttons">
            <button
              type="button"
              className="wq-button danger"
              aria-disabled={isBusy}
              // biome-ignore lint/a11y/noAutofocus: the question appeared where the pressed button was.
              autoFocus
              onClick={onRemove}
            >
              {words.unsubscribeSure}
            </button>
            <button type="button" className="wq-button" onClick={() => setRemoving(false)}>
              {words.keepIt}
            </button>
          </div>
        </fieldset>
      ) : (
        <button type="button" className="wq-button danger" onClick={() => setRemoving(true)}>
          {words.unsubscribeIt}
        </button>
      )}
    </div>
  )
}

interface ReplayProps {
  readonly isBusy: boolean
  /** The number of the last event, and of the first that is proposed. */
  readonly most: number
  readonly first: number
  onReplay(from: number): void
}

function Replay({ isBusy, most, first, onReplay }: ReplayProps) {
  const [from, setFrom] = useState(String(first))
  const [isTried, setTried] = useState(false)
  const number = Number(from)
  const isRight = Number.isInteger(number) && number >= 1 && number <= most
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (isRight && !isBusy) onReplay(number)
      }}
    >
      <Field
        label={words.fromEvent}
        error={isTried && !isRight ? words.eventWrong({ most }) : undefined}
        value={from}
        onChange={setFrom}
      >
        <button type="submit" className="wq-button" aria-disabled={isBusy}>
          {words.deliverAgain}
        </button>
      </Field>
    </form>
  )
}

/** The secret, read when it is asked for. */
function Secret({ secret, isBusy }: Pick<SubscriptionItemProps, 'secret' | 'isBusy'>) {
  const [shown, setShown] = useState('')
  const [failure, setFailure] = useState('')
  const place = useRef<HTMLPreElement>(null)
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (shown !== '') place.current?.focus()
  }, [shown])
  return (
    <div>
      <h3>{words.signingSecret}</h3>
      <p>{words.secretAbout}</p>
      {shown === '' ? (
        <button
          type="button"
          className="wq-button"
          aria-disabled={isBusy}
          onClick={() => secret().then(setShown, error => setFailure(sentenceOf(error)))}
        >
          {words.showSecret}
        </button>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0} dir="ltr" ref={place}>
          {shown}
        </pre>
      )}
      {failure && <Failure text={failure} />}
    </div>
  )
}

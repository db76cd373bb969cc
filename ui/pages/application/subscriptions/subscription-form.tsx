/** A new subscription: its topic, the forms that it is about, and where its notifications go. */
import { useId, useState } from 'react'
import type { SubscriptionTerms } from '../../../sdk/subscriptions.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Segments } from '../../shell/segments.tsx'
import { Field } from '../field.tsx'
import type { Channel } from './subscription-code.tsx'
import { keyOf, TOPICS, topicSaid } from './subscription-sentence.ts'

export interface SubscriptionFormProps {
  /** The titles of the forms by their `_id`. */
  readonly titles: ReadonlyMap<string, string>
  readonly isBusy: boolean
  onSubscribe(terms: SubscriptionTerms): void
}

const CONTENTS = ['empty', 'id-only', 'full-resource'] as const

export function SubscriptionForm({ titles, isBusy, onSubscribe }: SubscriptionFormProps) {
  const id = useId()
  const [topic, setTopic] = useState<(typeof TOPICS)[number]>(TOPICS[0])
  const [forms, setForms] = useState<readonly string[]>([])
  const [collection, setCollection] = useState('')
  const [channel, setChannel] = useState<Channel>('server')
  const [endpoint, setEndpoint] = useState('')
  const [content, setContent] = useState<(typeof CONTENTS)[number]>('id-only')
  const [isTried, setTried] = useState(false)
  const isServer = channel === 'server'
  // The gateway says whether http is permitted, and which addresses are.
  const isWrong = isServer && !(/^https?:\/\/[^\s]+$/.test(endpoint.trim()) && URL.canParse(endpoint.trim()))
  const submit = () => {
    setTried(true)
    if (isWrong) document.getElementById(id)?.querySelector<HTMLInputElement>('.endpoint input')?.focus()
    if (isWrong || isBusy) return
    onSubscribe({
      topic: topic.name,
      content,
      ...(isServer && { endpoint: endpoint.trim() }),
      ...(topic.ofForms && { forms }),
      ...('ofCollections' in topic && collection.trim() !== '' && { collections: [collection.trim()] }),
    })
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.newSubscription}</h2>
      <form
        id={id}
        className="card subscribe"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="wq-question">
          <label className="wq-label" htmlFor={`${id}-topic`}>
            {words.notifyWhen}
          </label>
          <select
            className="wq-input"
            id={`${id}-topic`}
            value={topic.name}
            onChange={event => setTopic(TOPICS.find(({ name }) => name === event.target.value) ?? TOPICS[0])}
          >
            {TOPICS.map(({ name }) => (
              <option key={name} value={name}>
                {topicSaid(name)}
              </option>
            ))}
          </select>
        </div>
        {topic.ofForms && titles.size > 0 && (
          <fieldset className="wq-question">
            <legend className="wq-label">{words.aboutForms}</legend>
            <p className="wq-help">{words.formsAbout}</p>
            <div className="chips">
              {[...titles].map(([form, title]) => (
                <label key={form} className="chip">
                  <input
                    type="checkbox"
                    checked={forms.includes(form)}
                    onChange={({ target: { checked } }) =>
                      setForms(checked ? [...forms, form] : forms.filter(each => each !== form))
                    }
                  />
                  <bdi>{title}</bdi>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {'ofCollections' in topic && (
          <Field
            label={words.collectionName}
            help={words.collectionAbout}
            value={collection}
            onChange={setCollection}
          />
        )}
        <div className="wq-question">
          <span className="wq-label" aria-hidden="true">
            {words.channel}
          </span>
          <Segments
            legend={words.channel}
            options={(['server', 'stream'] as const).map(each => [
              each,
              words.channelKind({ channel: each }),
            ])}
            chosen={channel}
            onChoose={setChannel}
          />
          <p className="wq-help">{words.channelAbout({ channel })}</p>
        </div>
        {isServer && (
          <div className="endpoint">
            <Field
              label={words.endpoint}
              help={words.endpointAbout}
              error={isTried && isWrong ? words.endpointWrong : undefined}
              type="url"
              value={endpoint}
              onChange={setEndpoint}
            />
          </div>
        )}
        <div className="wq-question">
          <span className="wq-label" aria-hidden="true">
            {words.content}
          </span>
          <Segments
            legend={words.content}
            options={CONTENTS.map(each => [each, words.contentKind({ content: keyOf(each) })])}
            chosen={content}
            onChoose={setContent}
          />
        </div>
        <button type="submit" className="wq-button wq-primary" aria-disabled={isBusy}>
          {words.subscribeNow}
        </button>
      </form>
    </section>
  )
}

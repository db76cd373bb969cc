/** The code that receives the notifications of a subscription, to copy. */
import { useState } from 'react'
import { words } from '../../shell/language/page-texts.ts'
import { Segments } from '../../shell/segments.tsx'
import { CodeBlock } from '../code-block.tsx'
import notified from '../forms/share/examples/notified.example.ts?raw'
import streamed from '../forms/share/examples/streamed.example.ts?raw'

export interface ReceivingCodeProps {
  /** The base URL of the gateway. */
  readonly service: string
  /** The id of the subscription, and its channel. */
  readonly subscription?: { readonly id: string; readonly channel: Channel }
}

export type Channel = 'server' | 'stream'

export function ReceivingCode({ service, subscription }: ReceivingCodeProps) {
  const [chosen, setChosen] = useState<Channel>('server')
  const [said, setSaid] = useState('')
  const channel = subscription?.channel ?? chosen
  // The adjacent files, which are compiled with the page, adapted to this subscription.
  const text = (channel === 'server' ? notified : streamed)
    .replaceAll('https://gateway.example', service)
    .replaceAll('subscription-id', subscription?.id ?? 'subscription-id')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(words.partCopied({ part: 'code' })),
      () => setSaid(words.selectInstead),
    )
  return (
    <div className="receive">
      <h3>{words.receive}</h3>
      {!subscription && (
        <Segments
          legend={words.channel}
          options={(['server', 'stream'] as const).map(each => [each, words.channelKind({ channel: each })])}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <p>{words.receiveDoes({ channel })}</p>
      <CodeBlock text={text} onCopy={copy} />
      <p role="status">{said}</p>
    </div>
  )
}

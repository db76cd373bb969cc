/** The links and code for integrators of a published form, to copy. */
import { useState } from 'react'
import { words } from '../../../shell/language/page-texts.ts'
import type { Scene } from '../../page-context.ts'
import { Code } from './integration-code.tsx'

export interface ShareProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly id: string
}

export function Share({ scene: { published }, applicationId, id }: ShareProps) {
  const [said, setSaid] = useState('')
  const { apiBaseUrl, links } = published
  const page = links?.['questionnaire']?.replace('{id}', id)
  const copy = (part: string, text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(words.partCopied({ part })),
      () => setSaid(words.selectInstead),
    )
  const parts = [
    ['id', id],
    ['URL', `${apiBaseUrl}/api/questionnaire/${id}`],
  ] as const
  return (
    <section aria-labelledby="share">
      <h2 id="share">{words.shareForm}</h2>
      {page !== undefined && (
        <p>
          <a href={new URL(page).pathname}>{words.tryIt}</a>
        </p>
      )}
      {parts.map(([part, text]) => (
        <div className="copied" key={part}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <pre tabIndex={0} dir="ltr">
            {text}
          </pre>
          <button type="button" className="wq-button" onClick={() => copy(part, text)}>
            {words.copyPart({ part })}
          </button>
        </div>
      ))}
      <Code
        {...{ apiBaseUrl, applicationId, id }}
        hasWallet={links?.['wallet'] !== undefined}
        onCopy={copy}
      />
      <p role="status">{said}</p>
    </section>
  )
}

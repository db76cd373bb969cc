/** The links and code for integrators of a published form, to copy. */
import { useState } from 'react'
import { Code } from './code.tsx'
import type { Scene } from './scene.ts'

export interface ShareProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly id: string
}

export function Share({ scene: { published }, applicationId, id }: ShareProps) {
  const [said, setSaid] = useState('')
  const { apiBaseUrl, links } = published
  const page = links?.['questionnaire']?.replace('{id}', id)
  const copy = (name: string, text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(`The ${name} is copied.`),
      () => setSaid('The browser does not let this page copy: select the text instead.'),
    )
  const parts = [
    ['id', id],
    ['URL', `${apiBaseUrl}/api/questionnaire/${id}`],
  ] as const
  return (
    <section aria-labelledby="share">
      <h2 id="share">Share and embed</h2>
      {page !== undefined && (
        <p>
          <a href={new URL(page).pathname}>Try it as a person would</a>
        </p>
      )}
      {parts.map(([name, text]) => (
        <div className="copied" key={name}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
          <button type="button" className="wq-button" onClick={() => copy(name, text)}>
            Copy the {name}
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

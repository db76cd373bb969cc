/** A block of code with the button that copies it. */
import { words } from '../shell/language/page-texts.ts'

export interface CodeBlockProps {
  readonly text: string
  onCopy(): void
}

export const CodeBlock = ({ text, onCopy }: CodeBlockProps) => (
  <>
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        {text}
      </pre>
    </div>
    <button type="button" className="wq-button" onClick={onCopy}>
      {words.copyPart({ part: 'code' })}
    </button>
  </>
)

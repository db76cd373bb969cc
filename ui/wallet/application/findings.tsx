/** All findings of a text as a list with links to their positions. */

import { counted } from '../words.ts'
import { type Finding, refuses } from './finding.ts'

export interface FindingsProps {
  readonly findings: readonly Finding[]
  readonly isEmpty: boolean
  readonly onJump: (finding: Finding) => void
}

export function Findings({ findings, isEmpty, onJump }: FindingsProps) {
  const errors = findings.filter(refuses).length
  return (
    <>
      {/* Announce only the number, not the whole list on every keystroke. */}
      <p role="status" className="verdict">
        {isEmpty ? '' : verdict(errors, findings.length - errors)}
      </p>
      {findings.length > 0 && (
        <ol className="findings" aria-label="What was found">
          {findings.map((finding, index) => (
            <li key={index} data-severity={refuses(finding) ? 'error' : 'warning'}>
              <button type="button" onClick={() => onJump(finding)}>
                <span className="where">
                  Line {finding.line}, column {finding.column}
                </span>{' '}
                <strong>{refuses(finding) ? 'Error' : 'Hint'}:</strong> {finding.text}{' '}
                <code>{finding.rule}</code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function verdict(errors: number, hints: number): string {
  const also = hints > 0 ? ` ${counted(hints, 'hint')} should be reviewed.` : ''
  if (errors === 0) return `Ready to publish.${also}`
  return `${counted(errors, 'error')}.${also}`
}

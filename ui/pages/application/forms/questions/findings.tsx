/** All findings of a text as a list with links to their positions. */
import { words } from '../../../shell/language/page-texts.ts'
import { type Finding, refuses } from './finding.ts'
import { textOf } from './finding-text.ts'

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
        <ol className="findings" aria-label={words.whatWasFound}>
          {findings.map((finding, index) => (
            <li key={index} data-severity={refuses(finding) ? 'error' : 'warning'}>
              <button type="button" onClick={() => onJump(finding)}>
                <span className="where">{words.lineColumn(finding)}</span>{' '}
                <strong>{words.findingKind({ severity: refuses(finding) ? 'error' : 'hint' })}</strong>{' '}
                <Said finding={finding} /> <code>{finding.rule}</code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** The rules for forms speak English. */
const Said = ({ finding }: { readonly finding: Finding }) =>
  finding.flaw === undefined ? <bdi lang="en">{textOf(finding)}</bdi> : textOf(finding)

function verdict(errors: number, hints: number): string {
  const also = hints > 0 ? ` ${words.hintsFound({ many: hints })}` : ''
  if (errors === 0) return `${words.ready}${also}`
  return `${words.errorsFound({ errors: words.manyErrors({ many: errors }) })}${also}`
}

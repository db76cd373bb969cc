/** An entry of the audit trail as a sentence. */
import { words } from '../../shell/language/page-texts.ts'
import { drawn } from '../../shell/text-with-elements.tsx'

interface DidProps {
  readonly name: string
  /** As in the audit trail. */
  readonly action: string
  /** The number of records that were read. */
  readonly many: number
}

export function Did({ name, action: code, many }: DidProps) {
  const action = actionOf(code)
  const who = (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  )
  return many > 0
    ? drawn(words.didWithRecords, { name: who, action, many })
    : drawn(words.didSomething, { name: who, action })
}

function actionOf(action: string): string {
  const { actions = {} } = words
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? words.didOther({ action })
}

/** A switch: a native checkbox, whose label says what is on. It shows a wish before this is in effect. */
import type { Wishes } from './toggle-queue.ts'

export interface SwitchProps {
  readonly label: string
  /** True beside a heading that says what it is of: the label is for those who do not see it. */
  readonly isBare?: boolean
  /** Its name among the wishes. */
  readonly id: string
  /** The state in effect. */
  readonly isOn: boolean
  readonly wishes: Wishes
}

export function Switch({ label, isBare = false, id, isOn, wishes }: SwitchProps) {
  const checked = wishes.of(id) ?? isOn
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-disabled={wishes.isBlocked}
        onClick={event => wishes.isBlocked && event.preventDefault()}
        onChange={({ target }) => wishes.wish(id, target.checked)}
      />
      {isBare ? <span className="wq-visually-hidden">{label}</span> : label}
    </label>
  )
}

/** A switch: a native checkbox, whose label says what is on. */
export interface SwitchProps {
  readonly label: string
  /** True beside a heading that says what it is of: the label is for those who do not see it. */
  readonly isBare?: boolean
  readonly checked: boolean
  readonly disabled: boolean
  onChange(checked: boolean): void
}

export const Switch = ({ label, isBare = false, checked, disabled, onChange }: SwitchProps) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      aria-disabled={disabled}
      onChange={({ target }) => !disabled && onChange(target.checked)}
    />
    {isBare ? <span className="wq-visually-hidden">{label}</span> : label}
  </label>
)

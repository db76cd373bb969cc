/** A switch: a native checkbox, whose label says what is on. */
export interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly disabled: boolean
  onChange(checked: boolean): void
}

export const Switch = ({ label, checked, disabled, onChange }: SwitchProps) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      aria-disabled={disabled}
      onChange={({ target }) => !disabled && onChange(target.checked)}
    />
    {label}
  </label>
)

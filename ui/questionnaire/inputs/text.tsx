/** One line, several lines, an address. */
import type { ControlProps } from '../controls.tsx'
import { classes } from '../question.tsx'

export function TextInput({
  slot,
  look,
  id,
  describedBy,
  invalid,
  label,
  labelledBy,
  given,
  set,
}: ControlProps) {
  const { type, required } = slot.item
  const key = type === 'url' ? 'valueUri' : 'valueString'
  const value = String((given as Record<string, unknown> | undefined)?.[key] ?? '')
  const common = {
    id,
    className: classes('wq-input', look.inputClassName),
    value,
    required,
    'aria-label': labelledBy === undefined ? label : undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      set(target.value === '' ? undefined : { [key]: target.value }),
  }
  if (type === 'text') return <textarea rows={3} {...common} />
  return <input type={type === 'url' ? 'url' : 'text'} {...common} />
}

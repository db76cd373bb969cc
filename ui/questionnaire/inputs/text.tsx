/** Single-line text, multi-line text, and URLs. */
import type { ControlProps } from '../control.ts'

export function drawText({ slot, field, given, set }: ControlProps) {
  const { type } = slot.item
  const key = type === 'url' ? 'valueUri' : 'valueString'
  const input = {
    ...field,
    value: String((given as Record<string, unknown> | undefined)?.[key] ?? ''),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      set(target.value === '' ? undefined : { [key]: target.value }),
  }
  if (type === 'text') return <textarea rows={3} {...input} />
  return <input type={type === 'url' ? 'url' : 'text'} {...input} />
}

/** Single-line text, multi-line text, and URLs. */
import type { ControlProps } from '../control.ts'
import type { Session } from '../session.ts'

export function drawText({ slot, field, given, set }: ControlProps, { components }: Session) {
  const { type } = slot.item
  const key = type === 'url' ? 'valueUri' : 'valueString'
  const input = {
    ...field,
    value: String((given as Record<string, unknown> | undefined)?.[key] ?? ''),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      set(target.value === '' ? undefined : { [key]: target.value }),
  }
  const { input: Input = 'input', textarea: Area = 'textarea' } = components
  if (type === 'text') return <Area rows={3} {...input} />
  return <Input type={type === 'url' ? 'url' : 'text'} {...input} />
}

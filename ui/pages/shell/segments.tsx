/** A choice of one of a few, side by side: native radio buttons. */
import { type ReactNode, useId } from 'react'

export interface SegmentsProps<T> {
  /** For screen readers: the question that is answered. */
  readonly legend: string
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly chosen: T
  onChoose(value: T): void
}

export function Segments<T>({ legend, options, chosen, onChoose }: SegmentsProps<T>): ReactNode {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="wq-visually-hidden">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={label}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

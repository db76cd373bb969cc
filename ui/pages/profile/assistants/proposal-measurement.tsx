/** A proposed measurement: the person corrects its date and values, and signs. */
import { type FormEvent, useState } from 'react'
import { words } from '../../shell/language/page-texts.ts'

interface Amount {
  readonly value?: number
  readonly unit?: string
}

interface Measured {
  readonly code?: { readonly text?: string }
  readonly valueQuantity?: Amount
}

interface Measurement extends Measured {
  readonly effectiveDateTime: string
  readonly component?: readonly Measured[]
}

/** True for an Observation with one or more quantities. */
export const isMeasurement = (record: object): record is Measurement =>
  'effectiveDateTime' in record && ('valueQuantity' in record || 'component' in record)

interface ProposedMeasurementProps {
  readonly record: Measurement
  readonly busy: boolean
  onSign(record: object): void
}

export function ProposedMeasurement({ record, busy, onSign }: ProposedMeasurementProps) {
  const [measured, setMeasured] = useState(record)
  const parts: readonly Measured[] = measured.component ?? [measured]
  const change = (at: number, value: number) => {
    const changed = (part: Measured) => ({ ...part, valueQuantity: { ...part.valueQuantity, value } })
    const { component } = measured
    setMeasured(
      component
        ? { ...measured, component: component.with(at, changed(component[at] ?? {})) }
        : { ...measured, ...changed(measured) },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSign(measured)
  }
  return (
    <form onSubmit={submit}>
      {parts.map(({ code, valueQuantity = {} }, at) => (
        <p key={code?.text ?? at}>
          <label>
            {code?.text ?? words.value}{' '}
            <input
              className="wq-input"
              type="number"
              step="any"
              required
              value={Number.isNaN(valueQuantity.value) ? '' : valueQuantity.value}
              onChange={({ target }) => change(at, target.valueAsNumber)}
            />
          </label>{' '}
          {valueQuantity.unit}
        </p>
      ))}
      <p>
        <label>
          {words.date}{' '}
          <input
            className="wq-input"
            required
            pattern="\d{4}(-\d{2}(-\d{2}(T.*)?)?)?"
            title={words.dateHint}
            value={measured.effectiveDateTime}
            onChange={({ target }) => setMeasured({ ...measured, effectiveDateTime: target.value })}
          />
        </label>
      </p>
      <button type="submit" className="wq-button wq-primary" disabled={busy}>
        {words.signAndStore}
      </button>
    </form>
  )
}

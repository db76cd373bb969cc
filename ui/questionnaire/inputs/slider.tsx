/** A slider, with its value in a field beside it; unanswered until somebody moves it. */
import { sliderOf } from '../../../fhir/form/pages.ts'
import type { ControlProps } from '../controls.tsx'
import { classes } from '../question.tsx'
import { useSession } from '../session.ts'
import { NumberField } from './number.tsx'

export function SliderInput({ slot, look, id, describedBy, invalid, labelledBy, given, set }: ControlProps) {
  const { strings } = useSession()
  const { min, max, step, unit = '' } = sliderOf(slot.item.raw) ?? { min: 0, max: 100, step: 1 }
  const value = given?.valueInteger
  const give = (next: number | string | undefined) =>
    set(next === undefined ? undefined : ({ valueInteger: next } as object))
  return (
    <>
      <p className="wq-help" id={`${id}-s`}>
        {strings.between(min, max, unit)}
      </p>
      <span className="wq-slider">
        <input
          type="range"
          id={id}
          className={classes(look.inputClassName, value === undefined && 'wq-untouched')}
          min={min}
          max={max}
          step={step}
          value={typeof value === 'number' ? value : min}
          aria-labelledby={labelledBy}
          aria-describedby={classes(describedBy, `${id}-s`)}
          aria-valuetext={value === undefined ? strings.noAnswer : `${value}${unit && ` ${unit}`}`}
          onChange={event => give(Number(event.target.value))}
          // A click where the slider stands already changes nothing, and yet says that value.
          onPointerUp={event => give(Number(event.currentTarget.value))}
        />
        <NumberField
          id={`${id}-n`}
          className={classes('wq-input wq-number', look.inputClassName)}
          value={value}
          whole
          invalid={invalid}
          describedBy={describedBy}
          labelledBy={labelledBy}
          give={give}
        />
      </span>
    </>
  )
}

/** A slider with its value in a field beside it; unanswered until moved. */
import { writeNumber } from '../../../fhir/form/numbers.ts'
import { controlOf, sliderOf } from '../../../fhir/model/item-controls.ts'
import { textIn } from '../../../fhir/model/translated-text.ts'
import { classes } from '../class-names.ts'
import type { ControlProps } from '../control.ts'
import { useStrings } from '../lazy-strings.ts'
import { useSession } from '../session.ts'
import { NumberField } from './number.tsx'

export function SliderInput({ slot, look, field, labelId, given, set }: ControlProps) {
  const { lang: language = 'en' } = useSession()
  const strings = useStrings()
  const { min, max, step, unit = '' } = sliderOf(slot.item.raw) ?? { min: 0, max: 100, step: 1 }
  const value = given?.valueInteger
  const part =
    typeof value === 'number' && max > min
      ? Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100))
      : 0
  /** An end of the slider: its number, and the form's text for it. */
  const end = (control: 'lower' | 'upper', number: string) => {
    const { raw } = slot.item.items.find(item => controlOf(item.raw) === control) ?? {}
    const words = raw && textIn(raw, 'text', language)
    return words === undefined ? number : `${number}, ${words}`
  }
  const lower = end('lower', writeNumber(min, language))
  const upper = end('upper', `${writeNumber(max, language)} ${unit}`.trim())
  const scale = `${field.id}-s`
  const give = (next: number | string | undefined) =>
    set(next === undefined ? undefined : ({ valueInteger: next } as object))
  const common = { ...field, 'aria-label': undefined, 'aria-labelledby': labelId }
  return (
    <>
      <p className="wq-visually-hidden" id={scale}>
        {strings.between(min, max, unit).trim()}. {lower}. {upper}.
      </p>
      <span className="wq-slider">
        <span className="wq-track">
          <input
            {...common}
            type="range"
            required={undefined}
            className={classes(look.inputClassName, value === undefined && 'wq-untouched')}
            min={min}
            max={max}
            step={step}
            value={typeof value === 'number' ? value : min}
            aria-describedby={classes(field['aria-describedby'], scale)}
            aria-valuetext={
              value === undefined ? strings.noAnswer : `${writeNumber(value, language)}${unit && ` ${unit}`}`
            }
            onChange={event => give(Number(event.target.value))}
            // Touching the slider at its position fires no change event, but answers with that value.
            onPointerUp={event => give(Number(event.currentTarget.value))}
            // By the CSSOM, which a policy without inline styles permits.
            ref={input => input?.style.setProperty('--wq-part', `${part}%`)}
          />
          <span aria-hidden="true">{lower}</span>
          <span aria-hidden="true">{upper}</span>
        </span>
        <NumberField field={{ ...common, id: `${field.id}-n` }} value={value} whole give={give} />
      </span>
    </>
  )
}

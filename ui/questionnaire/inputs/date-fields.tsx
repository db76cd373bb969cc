/**
 * A date, a time of day, or both: a field for each part, in the order, with the names and the clock of the page's
 * language. The browser's own field has the language of the browser, where 03/04 is another day.
 */
'use client'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { dateOf } from '../../../fhir/values/date-text.ts'
import type { Components } from '../appearance.ts'
import { classes } from '../class-names.ts'
import type { Field } from '../control.ts'
import { dateFormatOf } from './date-format.ts'
import { answerText, type Kind, type Part, type Parts, partsOf, wholeIn, wrongPart } from './date-parts.ts'

export interface DateFieldsProps {
  readonly kind: Kind
  /** The language of the page, as a tag of BCP 47. */
  readonly lang: string
  /** The attributes of every part. Its id is that of the first part that is wrong, or of the first one. */
  readonly field: Field
  /** The text of the question in one line. */
  readonly label: string
  /** A date or time as in FHIR, the parts so far, or ''. */
  readonly answer: string
  /** Each part has the text of the question in its name: dates beside each other are told apart in a list of fields. */
  readonly saysLabel?: true
  /** Browsers fill it in. */
  readonly isBirthday?: boolean
  /** A year, or a year and a month, is incomplete. */
  readonly needsDay?: boolean | undefined
  /** Absent without a calendar. */
  readonly calendar?: CalendarButton | undefined
  /** Called with a date that is whole, or that the person leaves as it is. */
  set(answer: string): void
}

/** The button that opens the calendar of the browser, and the first and last day of that. */
export interface CalendarButton {
  readonly text: string
  readonly className: string
  readonly button?: Components['button'] | undefined
  readonly min: string | undefined
  readonly max: string | undefined
  /** Announces the day that was chosen. */
  say(words: string): void
}

/** Parts that an answer cannot do without. */
const NEEDED: ReadonlySet<Part> = new Set(['year', 'hour', 'minute'])

export function DateFields({
  kind,
  lang,
  field,
  label,
  answer,
  saysLabel,
  isBirthday,
  needsDay,
  calendar,
  set,
}: DateFieldsProps) {
  const { date, time, names, halves } = dateFormatOf(lang)
  const hasHalves = halves !== undefined
  const [typed, setTyped] = useState<{ readonly answer: string; readonly parts: Parts }>()
  // Typed parts stay as they are until the answer changes from elsewhere.
  const parts = typed?.answer === answer ? typed.parts : partsOf(kind, answer, hasHalves)

  /**
   * Gives a date that is whole, or that the person leaves as it is: conditions do not follow from a date that is being
   * typed.
   */
  const give = (next: Parts, isLeft = false) => {
    const text = answerText(kind, next, hasHalves)
    const isHeld = !isLeft && text !== '' && wrongPart(kind, text) !== undefined
    setTyped({ answer: isHeld ? answer : text, parts: next })
    if (!isHeld) set(text)
  }
  const leave = () => {
    if (typed?.answer === answer && answerText(kind, parts, hasHalves) !== answer) give(parts, true)
  }
  /** Gives the parts of a whole date that is in one of the fields; false if there is none. */
  const spread = (words: string) => {
    const whole = wholeIn(kind, words, date, hasHalves)
    if (whole !== undefined) give({ ...parts, ...whole })
    return whole !== undefined
  }
  const shown = [...(kind === 'time' ? [] : date), ...(kind === 'date' ? [] : time)]
  const day = answer.slice(0, 10)
  const isWrong = field['aria-invalid']
  const wrong = isWrong && answer !== '' ? wrongPart(kind, answer, needsDay) : undefined
  const draw = (part: Part): ReactNode => {
    // The list of errors leads to the part that is wrong.
    const id = part === (wrong ?? shown[0]) ? field.id : `${field.id}-${part}`
    const common = {
      id,
      className: classes(field.className, 'wq-part', /^(?:year|half)$/.test(part) && 'wq-year'),
      required: (field.required && NEEDED.has(part)) || undefined,
      'aria-label': saysLabel && `${names[part]}, ${label}`,
      'aria-invalid': wrong === undefined || wrong === part ? isWrong : undefined,
      value: parts[part] ?? '',
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        const isInside = currentTarget.closest('.wq-parts')?.contains(relatedTarget)
        if (!spread(common.value) && !isInside) leave()
      },
      // Enter submits the form.
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && leave(),
    }
    return (
      <label key={part} className="wq-other" htmlFor={id}>
        {names[part]}
        {part === 'half' ? (
          <select {...common} onChange={({ target }) => give({ ...parts, half: target.value })}>
            <option value="">–</option>
            <option value="am">{halves?.am}</option>
            <option value="pm">{halves?.pm}</option>
          </select>
        ) : (
          <input
            {...common}
            type="text"
            inputMode="numeric"
            autoComplete={isBirthday && kind === 'date' ? `bday-${part}` : 'off'}
            onChange={({ target: { value } }) => {
              // Pasted, or filled in at once; a key adds one character.
              const isAtOnce = value.length > common.value.length + 1
              if (!isAtOnce || !spread(value)) give({ ...parts, [part]: value })
            }}
          />
        )}
      </label>
    )
  }
  return (
    <span
      className="wq-parts"
      {...(field['aria-label'] !== undefined && { role: 'group', 'aria-label': field['aria-label'] })}
    >
      {shown.map(draw)}
      {calendar && (
        <Calendar
          {...calendar}
          label={field['aria-label'] ?? label}
          value={wrongPart('date', day) ? '' : day}
          give={chosen => {
            spread(chosen)
            calendar.say(dateOf(chosen, lang))
          }}
          fail={() => document.getElementById(field.id)?.focus()}
        />
      )}
    </span>
  )
}

interface CalendarProps extends CalendarButton {
  /** The text of the question. */
  readonly label: string
  /** The whole date, `2026-01-31`, or ''. */
  readonly value: string
  give(chosen: string): void
  /** The browser has no calendar, or shows none in the frame of another site: the button is gone. */
  fail(): void
}

function Calendar({ text, className, button, label, give, fail, say: _, ...shown }: CalendarProps) {
  const Button = button ?? 'button'
  const [opened, setOpened] = useState(0)
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The input is made by the first click, and an effect of a click has its permission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each click opens it
  useEffect(() => {
    try {
      input.current?.showPicker()
    } catch {
      fail()
      setMissing(true)
    }
  }, [opened])
  if (isMissing) return null
  return (
    <>
      <Button
        type="button"
        className={className}
        aria-label={`${text}: ${label}`}
        onClick={() => setOpened(opened + 1)}
      >
        {text}
      </Button>
      {opened > 0 && (
        <input
          {...shown}
          ref={input}
          type="date"
          className="wq-visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ target }) => target.value !== '' && give(target.value)}
        />
      )}
    </>
  )
}

/**
 * A date, a time of day, or both: a field for each part, in the order, with the names and the clock of the page's
 * language. The browser's own field has the language of the browser, where 03/04 is another day.
 */
'use client'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { extension } from '../../../fhir/extensions.ts'
import { dateOf } from '../../../fhir/form/display.ts'
import { choice, objects, text } from '../../../fhir/shape.ts'
import { classes } from '../class-names.ts'
import type { ControlProps } from '../control.ts'
import { useStrings } from '../later-strings.ts'
import { classOf, useSession } from '../session.ts'
import { dateFormatOf } from './date-format.ts'
import { answerText, type Kind, type Part, type Parts, partsOf, wholeIn, wrongPart } from './date-parts.ts'

const KEYS = { date: 'valueDate', dateTime: 'valueDateTime', time: 'valueTime' } as const

/** Parts that an answer cannot do without. */
const NEEDED: ReadonlySet<Part> = new Set(['year', 'hour', 'minute'])

export function DateInput({ slot, field, label, given, set }: ControlProps) {
  const session = useSession()
  const { lang = 'en', say } = session
  const { type, raw } = slot.item
  const kind: Kind = type === 'dateTime' || type === 'time' ? type : 'date'
  const { date, time, names, halves } = dateFormatOf(lang)
  const hasHalves = halves !== undefined
  const key = KEYS[kind]
  const answer = String((given as Record<string, unknown> | undefined)?.[key] ?? '')
  const [typed, setTyped] = useState<{ readonly answer: string; readonly parts: Parts }>()
  // Typed parts stay as they are until the answer changes from elsewhere.
  const parts = typed?.answer === answer ? typed.parts : partsOf(kind, answer, hasHalves)
  const isBirth = isBirthday(raw)

  /**
   * Gives a date that is whole, or that the person leaves as it is: conditions do not follow from a date that is being
   * typed.
   */
  const give = (next: Parts, isLeft = false) => {
    const text = answerText(kind, next, hasHalves)
    const isHeld = !isLeft && text !== '' && wrongPart(kind, text) !== undefined
    setTyped({ answer: isHeld ? answer : text, parts: next })
    if (!isHeld) set(text === '' ? undefined : { [key]: text })
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
  const isWrong = field['aria-invalid']
  const wrong = isWrong && answer !== '' ? wrongPart(kind, answer) : undefined
  const draw = (part: Part): ReactNode => {
    // The list of errors leads to the part that is wrong.
    const id = part === (wrong ?? shown[0]) ? field.id : `${field.id}-${part}`
    const common = {
      id,
      className: classes(field.className, 'wq-part', /^(?:year|half)$/.test(part) && 'wq-year'),
      required: (field.required && NEEDED.has(part)) || undefined,
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
            autoComplete={isBirth && kind === 'date' ? `bday-${part}` : 'off'}
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
      {kind !== 'time' && !isBirth && (
        <Calendar
          label={field['aria-label'] ?? label}
          value={wrongPart('date', answer.slice(0, 10)) === undefined ? answer.slice(0, 10) : ''}
          min={limitOf(raw, 'minValue')}
          max={limitOf(raw, 'maxValue')}
          give={chosen => {
            spread(chosen)
            say(dateOf(chosen, lang))
          }}
          fail={() => document.getElementById(field.id)?.focus()}
        />
      )}
    </span>
  )
}

/** The date of a limit of the form. */
const limitOf = (raw: object, name: 'minValue' | 'maxValue') =>
  text(choice(extension(raw, name) ?? {}, 'value')?.value)?.slice(0, 10)

const LOINC_BIRTH_DATE = '21112-8'

/** True if the form says that a date is a birthday: browsers fill it in, and nobody looks for it in a calendar. */
const isBirthday = (raw: { readonly definition?: unknown; readonly code?: unknown }) =>
  /\bbirthDate$/.test(String(raw.definition)) ||
  objects<{ code: unknown }>(raw.code).some(({ code }) => code === LOINC_BIRTH_DATE)

interface CalendarProps {
  /** The text of the question. */
  readonly label: string
  /** The whole date, `2026-01-31`, or ''. */
  readonly value: string
  readonly min: string | undefined
  readonly max: string | undefined
  give(chosen: string): void
  /** The browser has no calendar, or shows none in the frame of another site: the button is gone. */
  fail(): void
}

/** A button that opens the calendar of the browser. */
function Calendar({ label, give, fail, ...shown }: CalendarProps) {
  const session = useSession()
  const { button: Button = 'button' } = session.components
  const strings = useStrings()
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
        className={classOf(session, 'button')}
        aria-label={`${strings.calendar}: ${label}`}
        onClick={() => setOpened(opened + 1)}
      >
        {strings.calendar}
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

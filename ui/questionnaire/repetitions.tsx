/** Repeating groups and questions with several answers, with buttons to add and remove. */
'use client'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { Occurrence } from '../../fhir/form/answer-tree.ts'
import { extensionNumber } from '../../fhir/model/read-form.ts'
import type { ControlProps, Draw } from './control.ts'
import { labelText } from './label.tsx'
import { useStrings } from './lazy-strings.ts'
import { classOf, idOf, useLive, useSession } from './session.ts'
import { type DrawSlots, type SlotProps, slotsOf } from './slot.ts'

interface RepetitionsProps extends SlotProps {
  readonly drawSlots: DrawSlots
}

export function Repetitions({ slot, look, drawSlots }: RepetitionsProps) {
  const session = useSession()
  const { live, lang, say, readOnly } = session
  const Button = session.components.button ?? 'button'
  const strings = useStrings()
  useLive(slot)
  const { item, occurrences } = slot
  const label = labelText(slot, lang)
  const last = useRef<HTMLFieldSetElement>(null)
  const focus = useRef<'last' | 'add'>(undefined)
  useEffect(() => {
    if (focus.current === 'add') document.getElementById(`${idOf(session, slot)}-add`)?.focus()
    if (focus.current === 'last')
      last.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    focus.current = undefined
  })

  const most = extensionNumber(item, 'maxOccurs') ?? Number.POSITIVE_INFINITY
  const add = () => {
    focus.current = 'last'
    live.add(slot)
    say(strings.added(label, slot.occurrences.length))
  }
  const remove = (occurrence: Occurrence) => {
    focus.current = 'add'
    say(strings.removed(label, occurrence.index + 1))
    live.remove(slot, occurrence)
  }
  return (
    <>
      {occurrences.map(occurrence => (
        <fieldset
          className={classOf(session, 'group', 'wq-repetition')}
          key={occurrence.serial}
          ref={occurrence === occurrences.at(-1) ? last : undefined}
        >
          <legend className={classOf(session, 'group-title')}>
            {label} {occurrence.index + 1}
          </legend>
          {drawSlots(slotsOf(occurrence), look)}
          {!readOnly && (
            <Button type="button" className={classOf(session, 'button')} onClick={() => remove(occurrence)}>
              {strings.remove(label, occurrence.index + 1)}
            </Button>
          )}
        </fieldset>
      ))}
      {!readOnly && occurrences.length < most && (
        <Button
          type="button"
          className={classOf(session, 'button')}
          id={`${idOf(session, slot)}-add`}
          onClick={add}
        >
          {strings.add(label)}
        </Button>
      )}
    </>
  )
}

interface AnswersProps extends Pick<SlotProps, 'slot'> {
  readonly draw: Draw
  control(index: number): ControlProps
  nested(index: number): ReactNode
}

/** An input for each answer, and an empty one for the next. */
export function Answers({ slot, draw, control, nested }: AnswersProps) {
  const session = useSession()
  const { lang, live } = session
  const Button = session.components.button ?? 'button'
  const strings = useStrings()
  const answers = live.answers(slot)
  const label = labelText(slot, lang)
  const indexes = Array.from({ length: answers.length + 1 }, (_, index) => index)
  return indexes.map(index => (
    <Fragment key={index}>
      {draw(control(index), session)}
      {index < answers.length && (
        <Button
          type="button"
          className={classOf(session, 'button')}
          onClick={() => control(index).set(undefined)}
        >
          {strings.remove(label, index + 1)}
        </Button>
      )}
      {nested(index)}
    </Fragment>
  ))
}

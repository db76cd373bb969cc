/** Radio buttons and check boxes, with a free-text field if the question permits one. */
'use client'
import type { Coding } from 'fhir/r5.js'
import { Fragment } from 'react'
import type { Given } from '../../../fhir/form/answer-tree.ts'
import {
  answerOf,
  type Choice,
  choose,
  isOption,
  mostAnswers,
  openAnswerOf,
  write,
} from '../../../fhir/form/choose.ts'
import { optionsOf, optionText } from '../../../fhir/form/options.ts'
import { extension } from '../../../fhir/model/extensions.ts'
import type { OptionInputProps } from '../appearance.ts'
import type { ControlProps } from '../control.ts'
import { drawingOf } from '../drawing-interface.ts'
import { classOf, type Session } from '../session.ts'

interface Shown {
  readonly label: string
  readonly given: Given
  readonly checked: boolean
  /** @returns `limit` if the answers stay as they are */
  take(): Choice['became']
}

export function drawOptions({ slot, look, field, disabled, label }: ControlProps, session: Session) {
  const { live, strings, lang, say } = session
  const { item } = slot
  const answers = live.answers(slot)
  const drawing = drawingOf(session)
  const most = mostAnswers(item)
  const take = ({ given, became }: Choice, chosen: string) => {
    if (became === 'limit') say(strings.limit(most))
    if (became === 'exclusive') say(strings.exclusive(chosen))
    if (became !== 'limit') live.answer(slot, given)
    return became
  }

  const options: Shown[] =
    item.type === 'boolean'
      ? [true, false].map(valueBoolean => ({
          label: valueBoolean ? strings.yes : strings.no,
          given: { valueBoolean },
          checked: answers[0]?.valueBoolean === valueBoolean,
          take: () => take({ given: [{ valueBoolean }] }, ''),
        }))
      : (slot.offered ?? optionsOf(item, live.form)).map(option => {
          const words = optionText(option, lang)
          return {
            label: words,
            given: answerOf(option),
            checked: answers.some(answer => isOption(option, answer)),
            take: () => take(choose(item, live.answers(slot), option), words),
          }
        })

  const render = item.repeats ? look.renderCheckboxInput : look.renderRadioInput
  const type = item.repeats ? 'checkbox' : 'radio'
  const layout = look.choiceLayout ?? layoutOf(item.raw, options)
  const open = item.type !== 'boolean' && item.constraint !== 'optionsOnly'
  const { button: Button = 'button' } = session.components
  const optional = type === 'radio' && !item.required && answers.length > 0 && !disabled
  return (
    <>
      {Number.isFinite(most) && most > 1 && <p className="wq-help">{strings.chooseUpTo(most)}</p>}
      <div className={`wq-choice-layout-${layout}`}>
        {options.map((option, index) =>
          render !== undefined ? (
            <Fragment key={option.label}>
              {render(customProps(option, item.linkId, index, disabled))}
            </Fragment>
          ) : (
            <label
              key={option.label}
              className={classOf(
                session,
                'choice',
                look.choiceClassName,
                option.checked && 'wq-selected',
                disabled && 'wq-disabled',
              )}
            >
              <input
                type={type}
                id={index === 0 ? field.id : undefined}
                name={field.id}
                className={look.inputClassName}
                checked={option.checked}
                disabled={disabled || undefined}
                onChange={({ currentTarget }) => {
                  // React restores it, Preact does not.
                  if (option.take() === 'limit') currentTarget.checked = false
                }}
              />
              {drawing?.option(slot, option) ?? option.label}
            </label>
          ),
        )}
      </div>
      {open && (
        <label className="wq-other">
          {drawing?.openLabel(slot) ?? strings.other}
          <input
            {...field}
            type="text"
            id={undefined}
            required={false}
            disabled={disabled}
            value={openAnswerOf(item, answers) ?? ''}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget
              if (take(write(item, answers, value), value) === 'limit') currentTarget.value = ''
            }}
          />
        </label>
      )}
      {optional && (
        <Button
          type="button"
          className={classOf(session, 'button', 'wq-clear')}
          aria-label={`${strings.clear}: ${label}`}
          onClick={() => live.answer(slot, [])}
        >
          {strings.clear}
        </Button>
      )}
    </>
  )
}

/**
 * Few short options are a row where there is room, such as the words of a Likert scale; numbers are steps of a scale.
 */
function layoutOf(raw: object, options: readonly Shown[]) {
  const said = extension(raw, 'choiceOrientation')?.valueCode
  const lengths = options.map(({ label }) => label.length)
  if (said === undefined && options.length < 12) {
    if (options.length > 2 && Math.max(...lengths) <= 3) return 'scale'
    if (lengths.reduce((sum, length) => sum + length, 0) <= 64) return 'row'
  }
  return said === 'horizontal' ? 'inline-wrap' : 'stacked'
}

function customProps(
  { given, label, checked, take }: Shown,
  linkId: string,
  index: number,
  disabled: boolean,
) {
  const { valueCoding, valueInteger } = given as { valueCoding?: Coding; valueInteger?: number }
  return {
    linkId,
    ...(valueCoding !== undefined && { valueCoding }),
    ...(valueInteger !== undefined && { valueInteger }),
    checked,
    disabled,
    onChange: take,
    label,
    index,
  } satisfies OptionInputProps
}

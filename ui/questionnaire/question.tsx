/** A question: text, help, errors, and the control. */
import type { Given, Slot } from '../../fhir/form/answer-tree.ts'
import { extension } from '../../fhir/model/extensions.ts'
import { controlOf, isSlider } from '../../fhir/model/item-controls.ts'
import { textIn } from '../../fhir/model/translated-text.ts'
import type { Look } from './appearance.ts'
import { classes } from './class-names.ts'
import type { ControlProps } from './control.ts'
import { controlFor, isChoice, takesSeveral } from './controls.tsx'
import { ErrorText } from './error-text.tsx'
import { labelOf, labelText } from './label.tsx'
import { later } from './lazy-controls.tsx'
import { classOf, idOf, type Session } from './session.ts'
import type { DrawSlots } from './slot.ts'

const drawAnswerText = later('AnswerText')
const drawAnswers = later('Answers')

/** Draws a question with all nested items. */
export function drawQuestion(slot: Slot, look: Look, session: Session, drawSlots: DrawSlots) {
  const { live, lang, readOnly } = session
  const { item, issues } = slot
  const answers = live.answers(slot)
  const shown = readOnly || item.raw.readOnly === true || item.type === 'reference'
  // Instructions are of no use to readers of the answers.
  const help = readOnly ? '' : helpOf(slot, lang)
  const invalid = issues.length > 0
  const frame = {
    className: classOf(session, 'question', look.className, invalid && 'wq-has-error'),
    id: idOf(session, slot),
    'data-link-id': item.linkId,
  }
  const custom = look.renderRadioInput !== undefined || look.renderCheckboxInput !== undefined

  const heading = labelOf(slot, session)
  const labelClass = classOf(session, 'label')
  const Help = session.components.help ?? 'p'
  const notes = (help !== '' || invalid) && (
    <>
      {help !== '' && (
        <Help className={classOf(session, 'help')} id={idOf(session, slot, 'h')}>
          {help}
        </Help>
      )}
      {invalid && <ErrorText slot={slot} />}
    </>
  )
  const nested = (index: number) => {
    const slots = [...(slot.occurrences[0]?.inner[index]?.slots.values() ?? [])]
    return drawSlots(
      slots.filter(each => !helps(each.item)),
      look,
    )
  }
  const below = item.items.length > 0 && answers.map((_, index) => nested(index))

  const draw = controlFor(slot, live.form)
  const choice = isChoice(draw)
  if (shown && !(choice && custom)) {
    return (
      <div key="q" {...frame}>
        <div className={labelClass}>{heading}</div>
        {notes}
        <div className="wq-answer">{drawAnswerText({ slot })}</div>
        {below}
      </div>
    )
  }

  const id = idOf(session, slot, 'c')
  const labelId = idOf(session, slot, 'l')
  const describedBy =
    classes(help !== '' && idOf(session, slot, 'h'), invalid && idOf(session, slot, 'e')) || undefined
  // Omit false attributes: in a long form, each one costs time.
  const required = item.required || undefined
  const state = { 'aria-invalid': invalid || undefined, 'aria-describedby': describedBy }
  const repeats = item.repeats && !choice
  const label = labelText(slot, lang)
  const control = (index: number): ControlProps => ({
    slot,
    look,
    label,
    labelId,
    disabled: shown,
    given: answers[index],
    set: given => live.answer(slot, replaced(live.answers(slot), index, given)),
    field: {
      id: index === 0 ? id : `${id}${index}`,
      className: classOf(session, 'input', look.inputClassName),
      required,
      ...state,
      'aria-label': repeats ? `${label} ${index + 1}` : undefined,
    },
  })

  // Several inputs under one text are a group with a legend; a single input has a label.
  if (choice || repeats || takesSeveral(draw, item.raw)) {
    const radios = choice && !item.repeats && controlOf(item.raw) !== 'check-box'
    return (
      <fieldset
        key="q"
        {...frame}
        {...(radios
          ? { role: 'radiogroup', 'aria-required': required, ...state }
          : { 'aria-describedby': describedBy })}
      >
        <legend className={labelClass} id={labelId}>
          {heading}
        </legend>
        {notes}
        {repeats ? drawAnswers({ slot, draw, control, nested }) : draw(control(0), session)}
        {!repeats && below}
      </fieldset>
    )
  }
  return (
    <div key="q" {...frame}>
      <label className={labelClass} htmlFor={id}>
        {heading}
      </label>
      {notes}
      {draw(control(0), session)}
      {below}
    </div>
  )
}

/** The answers with one of them changed, added, or removed. */
const replaced = (answers: readonly Given[], index: number, given: Given | undefined) => [
  ...answers.slice(0, index),
  ...(given === undefined ? [] : [given]),
  ...answers.slice(index + 1),
]

/** Help for an answer: the form's help texts below the question, and the expected format. */
function helpOf({ item }: Slot, lang: string | undefined): string {
  if (item.items.length === 0 && item.raw.extension === undefined) return ''
  const slides = isSlider(item.raw)
  const below = item.items
    .filter(each => helps(each) && !(slides && ENDS.test(controlOf(each.raw) ?? '')))
    .map(({ raw }) => textIn(raw, 'text', lang))
  // The browser's own control for a date shows the format of its reader.
  const format = /^(?:date|time)/.test(item.type) ? undefined : extension(item.raw, 'entryFormat')
  return [...below, format && textIn(format, 'valueString', lang)].filter(Boolean).join(' ')
}

const helps = ({ type, raw }: Slot['item']) => type === 'display' && HELP.test(controlOf(raw) ?? '')

const HELP = /^(?:help|flyover|prompt|lower|upper)$/
/** The texts at the ends of a slider. */
const ENDS = /^(?:lower|upper)$/

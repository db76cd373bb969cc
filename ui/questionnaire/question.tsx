/** A question: its text, what helps to answer it, what is wrong, and the control. */
import { extension } from '../../fhir/extensions.ts'
import { controlOf, sliderOf, unitsOf } from '../../fhir/form/pages.ts'
import { textIn } from '../../fhir/form/translate.ts'
import type { Given, Slot } from '../../fhir/form/tree.ts'
import { text } from '../../fhir/shape.ts'
import { type ControlProps, choiceOf, controlFor } from './controls.tsx'
import { ErrorText } from './error-text.tsx'
import { Label, labelText } from './label.tsx'
import { later } from './later.tsx'
import { useSession } from './session.ts'
import { type SlotProps, SlotView } from './slot-view.tsx'

const AnswerText = later('AnswerText')
const Answers = later('Answers')

/** Class names as one, without those that are not there. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** The ids of a question's elements. */
export const idsOf = (prefix: string, { id }: Slot) => ({
  question: `${prefix}${id}`,
  control: `${prefix}${id}-c`,
  label: `${prefix}${id}-l`,
  help: `${prefix}${id}-h`,
  error: `${prefix}${id}-e`,
})

export function QuestionView({ slot, look }: SlotProps) {
  const { live, prefix, lang, readOnly } = useSession()
  const { item, issues } = slot
  const ids = idsOf(prefix, slot)
  const answers = live.answers(slot)
  const shown = readOnly || item.raw.readOnly === true || item.type === 'reference'
  const help = helpOf(slot, lang)
  const link = text(extension(item.raw, 'supportLink')?.valueUri)
  const invalid = issues.length > 0
  const className = classes('wq-question', look.className, invalid && 'wq-has-error')
  const custom = look.renderRadioInput !== undefined || look.renderCheckboxInput !== undefined

  const heading = <Label slot={slot} />
  const notes = (
    <>
      {help !== '' && (
        <p className="wq-help" id={ids.help}>
          {help}
        </p>
      )}
      {link !== undefined && /^https?:\/\//.test(link) && (
        <a className="wq-link" href={link} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      )}
      {invalid && <ErrorText slot={slot} id={ids.error} />}
    </>
  )
  const nested = (index: number) =>
    [...(slot.stands[0]?.inner[index]?.slots.values() ?? [])]
      .filter(below => !helps(below.item))
      .map(below => <SlotView key={below.id} slot={below} look={look} />)

  const choice = choiceOf(slot, live.form)
  if (shown && !(choice && custom)) {
    return (
      <div className={className} id={ids.question} data-link-id={item.linkId}>
        <div className="wq-label">{heading}</div>
        {notes}
        <div className="wq-answer">
          <AnswerText slot={slot} />
        </div>
        {answers.map((_, index) => nested(index))}
      </div>
    )
  }

  const Control = controlFor(slot, live.form)
  const describedBy = classes(help !== '' && ids.help, invalid && ids.error) || undefined
  const repeats = item.repeats && !choice
  const label = labelText(slot, lang)
  const control = (index: number): ControlProps => ({
    slot,
    look,
    label,
    labelId: ids.label,
    disabled: shown,
    given: answers[index],
    set: given => live.answer(slot, replaced(live.answers(slot), index, given)),
    field: {
      id: index === 0 ? ids.control : `${ids.control}${index}`,
      className: classes('wq-input', look.inputClassName),
      required: item.required,
      'aria-invalid': invalid || undefined,
      'aria-describedby': describedBy,
      'aria-label': repeats ? `${label} ${index + 1}` : undefined,
    },
  })

  // Several inputs under one text are a group with a legend; one input has a label.
  if (choice || repeats || isGroup(slot)) {
    const radios = choice && !item.repeats && controlOf(item.raw) !== 'check-box'
    return (
      <fieldset
        className={className}
        id={ids.question}
        data-link-id={item.linkId}
        aria-describedby={describedBy}
        {...(radios && { role: 'radiogroup', 'aria-required': item.required, 'aria-invalid': invalid })}
      >
        <legend className="wq-label" id={ids.label}>
          {heading}
        </legend>
        {notes}
        {repeats ? (
          <Answers slot={slot} Control={Control} control={control} nested={nested} />
        ) : (
          <>
            <Control {...control(0)} />
            {answers.map((_, index) => nested(index))}
          </>
        )}
      </fieldset>
    )
  }
  return (
    <div className={className} id={ids.question} data-link-id={item.linkId}>
      <label className="wq-label" htmlFor={ids.control} id={ids.label}>
        {heading}
      </label>
      {notes}
      <Control {...control(0)} />
      {nested(0)}
    </div>
  )
}

/** The answers with one of them changed, added, or taken back. */
const replaced = (answers: readonly Given[], index: number, given: Given | undefined) => [
  ...answers.slice(0, index),
  ...(given === undefined ? [] : [given]),
  ...answers.slice(index + 1),
]

/** Tells whether one answer takes more than one input. */
const isGroup = ({ item }: Slot) =>
  (item.type === 'quantity' && unitsOf(item.raw).length > 1) ||
  (item.type === 'integer' && !!sliderOf(item.raw))

/** What helps to answer: the texts below the question that say so, and the form that the answer has. */
function helpOf({ item }: Slot, lang: string | undefined): string {
  const below = item.items.filter(helps).map(({ raw }) => textIn(raw, 'text', lang))
  return [...below, text(extension(item.raw, 'entryFormat')?.valueString)].filter(Boolean).join(' ')
}

const helps = ({ type, raw }: Slot['item']) => type === 'display' && HELP.has(controlOf(raw) ?? '')

const HELP: ReadonlySet<string> = new Set(['help', 'flyover', 'prompt', 'lower', 'upper'])

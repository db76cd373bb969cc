/** Further ways to draw a form: media, links with labels, folded groups, tables, prefixes and labels of options. */
'use client'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { type Occurrence, type Slot, slotsBelow } from '../../fhir/form/answer-tree.ts'
import { answerOf, isOption } from '../../fhir/form/choose.ts'
import { optionsOf } from '../../fhir/form/options.ts'
import { isQuestionHidden } from '../../fhir/form/pages.ts'
import { styleOf } from '../../fhir/form/style.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import { extension, extensions, nested } from '../../fhir/model/extensions.ts'
import { FURTHER } from '../../fhir/model/further-extensions.ts'
import { controlOf } from '../../fhir/model/item-controls.ts'
import { primitiveOf, textIn } from '../../fhir/model/translated-text.ts'
import { choice, isObject, object, objects, text } from '../../fhir/values/unchecked-json.ts'
import type { Look } from './appearance.ts'
import { classes } from './class-names.ts'
import { type Drawing, drawingOf } from './drawing-interface.ts'
import { ErrorText } from './error-text.tsx'
import { labelOf, labelText } from './label.tsx'
import { classOf, idOf, type Session, useLive, useOutline, useSession } from './session.ts'
import { type DrawSlots, slotsOf } from './slot.ts'

/**
 * Draws a form with its further parts. A group that is framed anew keeps its first shape while the person is in it: a
 * field that moves into a table or a fold would lose the focus, and the caret.
 * @param drafting - resolves when the draft of the form is kept
 */
export async function beginDrawing(
  session: Session,
  signatures: typeof import('./signature.tsx') | undefined,
  drafting: Promise<void> | undefined,
): Promise<void> {
  const { live } = session
  await signatures?.removeOthers(session, drafting)
  live.drawing = { ...drawing, ...signatures?.signing }
  live.outline++
  const isIn = (slot: Slot, element: EventTarget | null) =>
    element instanceof Node && document.getElementById(idOf(session, slot))?.contains(element) === true
  const slots = slotsBelow(live.root)
  const inUse = slots.filter(slot => isFramed(slot) && isIn(slot, document.activeElement))
  for (const slot of inUse) left.add(slot)
  const leave = ({ target }: FocusEvent) => {
    for (const slot of inUse) if (!isIn(slot, target) && left.delete(slot)) slot.audience.tell()
    if (!inUse.some(slot => left.has(slot))) document.removeEventListener('focusin', leave)
  }
  if (inUse.length > 0) document.addEventListener('focusin', leave)
  for (const slot of slots) slot.audience.tell()
}

/** Groups that are left in their first shape, until the person leaves them. */
const left = new WeakSet<Slot>()

const FRAMED = /^(?:[hg]?table|grid|tab-container)$/

const isFramed = ({ item: { raw } }: Slot) =>
  FRAMED.test(controlOf(raw) ?? '') || extension(raw, FURTHER.collapsible) !== undefined

const drawing: Drawing = {
  slot(slot, drawn, look, session, drawSlots) {
    if (left.has(slot)) return drawn
    const { raw } = slot.item
    const table = tableOf(slot, look, session, drawSlots)
    const media = extension(raw, FURTHER.itemMedia)?.valueAttachment
    const links = extensions(raw, FURTHER.supportHyperlink)
    const fold = text(extension(raw, FURTHER.collapsible)?.valueCode)
    const whole = (
      <>
        {media !== undefined && <Media media={media} />}
        {table ?? (controlOf(raw) === 'gtable' ? <div className="wq-rows">{drawn}</div> : drawn)}
        {drawingOf(session)?.signatures?.(slot, session)}
        {links.map(link => (
          <Hyperlink key={String(nested(link, 'link')?.valueUri ?? link.valueUri)} link={link} />
        ))}
      </>
    )
    if (fold !== 'default-open' && fold !== 'default-closed') return whole
    return (
      <Fold slot={slot} isOpen={fold === 'default-open'}>
        {whole}
      </Fold>
    )
  },
  option({ item }, { given, label }) {
    const value = choice(given, 'value')?.value
    const raw = objects<object>(item.raw.answerOption).find(each => choice(each, 'value')?.value === value)
    if (raw === undefined) return label
    const prefix = text(extension(raw, FURTHER.optionPrefix)?.valueString)
    const media = extension(raw, FURTHER.answerMedia)?.valueAttachment
    const style = styleOf(isObject(value) ? primitiveOf(value, 'display') : primitiveOf(raw, 'valueString'))
    return (
      <>
        {prefix !== undefined && `${prefix} `}
        {Object.keys(style).length === 0 ? label : <span style={style}>{label}</span>}
        {media !== undefined && <Media media={media} />}
      </>
    )
  },
  openLabel: ({ item }) => text(extension(item.raw, FURTHER.openLabel)?.valueString),
}

/** In the layer of `styles.css`: fetched only with this file. A policy without inline styles permits the CSSOM. */
const SHEET = `@layer wq {
  .wq-media { display: block; max-inline-size: 100%; max-block-size: 20rem; }
  .wq-fold > summary { min-block-size: 44px; cursor: pointer; font-weight: var(--wq-font-weight-semibold); }
  .wq-scroll { overflow-x: auto; }
  .wq-table { border-collapse: collapse; }
  .wq-table :is(th, td) {
    padding: var(--wq-space-xs) var(--wq-space-sm); text-align: start; vertical-align: top;
    border-block-end: 1px solid var(--wq-color-border); overflow-wrap: normal;
  }
  .wq-table .wq-question { margin: 0; min-inline-size: 10rem; }
  .wq-table .wq-choice { justify-content: center; border-color: transparent; background: none; }
  .wq-matrix :is(thead th, td) { text-align: center; }
  .wq-matrix th[scope="row"] { vertical-align: middle; }
  .wq-option { display: none; }
  @media (max-width: 39.99rem) {
    .wq-matrix, .wq-matrix :is(tbody, tr, th, td) { display: block; border: 0; padding: 0; text-align: start; }
    .wq-matrix thead { display: none; }
    .wq-matrix th { padding-block: var(--wq-space-md) var(--wq-space-sm); }
    .wq-matrix td { padding-block-end: var(--wq-space-sm); }
    .wq-matrix .wq-choice { justify-content: start; border-color: var(--wq-color-border); }
    .wq-matrix .wq-option { display: inline; }
  }
  .wq-tabs { display: flex; flex-wrap: wrap; gap: var(--wq-space-sm); margin-block-end: var(--wq-space-md);
    border-block-end: 1px solid var(--wq-color-line); clear: both; }
  .wq-tabs [role="tab"] { min-block-size: 44px; margin-block-end: -1px; padding: var(--wq-space-sm) var(--wq-space-md);
    border: 0; border-block-end: 3px solid transparent; background: none; color: var(--wq-color-muted); font: inherit;
    cursor: pointer; }
  .wq-tabs [aria-selected="true"] { border-color: var(--wq-color-primary); color: var(--wq-color-text);
    font-weight: var(--wq-font-weight-semibold); }
  .wq-tab-panel[hidden] { display: none; }
  .wq-tab-panel > .wq-group > .wq-group-title {
    position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
  }
  .wq-table .wq-label {
    position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
  }
  .wq-rows .wq-repetition {
    display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); gap: var(--wq-space-sm);
  }
  .wq-rows .wq-repetition > :is(.wq-group-title, .wq-button) { grid-column: 1 / -1; justify-self: start; }
  .wq-rows .wq-question { margin: 0; }
}`
const sheet = new CSSStyleSheet()
sheet.replaceSync(SHEET)
document.adoptedStyleSheets.push(sheet)

const HTTPS = /^https:\/\//
/** Media types without scripts that `<img>`, `<audio>` and `<video>` play. */
const PLAYED = /^(image|audio|video)\/[\w.+-]+$/

/** A picture, sound or film: contained in the form, or from a secure address that learns nothing of the page. */
function Media({ media }: { readonly media: unknown }) {
  const { contentType, data, url, title } = (object(media) ?? {}) as Readonly<Record<string, unknown>>
  const type = text(contentType)?.split(';')[0]?.trim() ?? ''
  const kind = PLAYED.exec(type)?.[1]
  const inside = text(data)
  const address = inside === undefined ? text(url) : `data:${type};base64,${inside}`
  const name = text(title)
  if (address === undefined || !(HTTPS.test(address) || (inside !== undefined && kind !== undefined)))
    return name
  if (kind === 'image')
    return (
      <img className="wq-media" src={address} alt={name ?? ''} loading="lazy" referrerPolicy="no-referrer" />
    )
  // An Attachment has no captions: SDC asks for texts beside the media.
  if (kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: as above
    return <audio className="wq-media" src={address} controls aria-label={name} preload="none" />
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: as above
    return <video className="wq-media" src={address} controls aria-label={name} preload="none" />
  return (
    <a className="wq-link" href={address} target="_blank" rel="noopener noreferrer">
      {name ?? address}
    </a>
  )
}

function Hyperlink({ link }: { readonly link: Parameters<typeof nested>[0] }) {
  const { lang } = useSession()
  const address = text(nested(link, 'link')?.valueUri ?? link.valueUri)
  const label = nested(link, 'label') ?? {}
  if (address === undefined || !/^https?:\/\//.test(address)) return null
  return (
    <a className="wq-link" href={address} target="_blank" rel="noopener noreferrer">
      {textIn(label, 'valueString', lang) ?? address}
    </a>
  )
}

interface FoldProps {
  readonly slot: Slot
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** A folded item opens when something below it is to be corrected, so that the list of errors can lead there. */
function Fold({ slot, isOpen, children }: FoldProps) {
  const session = useSession()
  const outline = useOutline(session)
  const [open, setOpen] = useState(isOpen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outline changes with the issues
  useEffect(() => {
    if (showsIssues(slot)) setOpen(true)
  }, [slot, outline])
  return (
    <details className="wq-fold" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{labelText(slot, session.lang)}</summary>
      {children}
    </details>
  )
}

/** A group as a table; undefined for other items, and for groups whose items do not fit into one. */
function tableOf(slot: Slot, look: Look, session: Session, drawSlots: DrawSlots): ReactNode {
  if (slot.item.type !== 'group') return undefined
  const control = controlOf(slot.item.raw)
  const [occurrence] = slot.occurrences
  if (occurrence === undefined || slot.item.repeats) return undefined
  if (control === 'grid')
    return <Grid slot={slot} rows={gridRows(occurrence)} draw={cell => drawSlots([cell], look)} />
  if (control === 'tab-container' && !session.readOnly)
    return <Tabs slot={slot} panels={slotsOf(occurrence)} draw={panel => drawSlots([panel], look)} />
  if (control !== 'table' && control !== 'htable') return undefined
  const questions = slotsOf(occurrence)
  const [first] = questions
  const options = first === undefined ? [] : (first.offered ?? optionsOf(first.item, session.live.form))
  const keys = (each: Slot) =>
    JSON.stringify(
      (each.offered ?? optionsOf(each.item, session.live.form)).map(({ type, value }) => [type, value]),
    )
  const fits = questions.every(
    each =>
      each.item.items.length === 0 &&
      !each.item.repeats &&
      each.item.constraint === 'optionsOnly' &&
      each.item.raw.readOnly !== true &&
      first !== undefined &&
      keys(each) === keys(first),
  )
  if (!fits || options.length === 0 || session.readOnly) return undefined
  return (
    <Matrix slot={slot} questions={questions} labels={options.map(({ value, label }) => [value, label])} />
  )
}

const gridRows = (occurrence: Occurrence) =>
  slotsOf(occurrence).flatMap(row => {
    const [inner] = row.occurrences
    return row.item.type === 'group' && inner !== undefined && !row.item.repeats
      ? [{ row, cells: slotsOf(inner) }]
      : []
  })

interface FrameProps {
  readonly slot: Slot
  /** A choice in each row: the rows stand below each other on a narrow screen. */
  readonly isMatrix?: boolean
  readonly children: ReactNode
}

/** A group with its title and its errors. */
function Titled({ slot, children }: Omit<FrameProps, 'isMatrix'>) {
  const session = useSession()
  useLive(slot)
  return (
    <fieldset className={classOf(session, 'group')} id={idOf(session, slot)}>
      <legend className={classOf(session, 'group-title')} id={idOf(session, slot, 'c')} tabIndex={-1}>
        {labelOf(slot, session)}
      </legend>
      {slot.issues.length > 0 && <ErrorText slot={slot} />}
      {children}
    </fieldset>
  )
}

/** The frame of a table: scrolled sideways on a narrow screen. */
function Frame({ slot, isMatrix = false, children }: FrameProps) {
  const { lang } = useSession()
  return (
    <Titled slot={slot}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className="wq-scroll" tabIndex={0} aria-label={labelText(slot, lang)}>
        {isMatrix ? (
          // Each row is a group of radio buttons, which a row of a table cannot be.
          <table className="wq-table wq-matrix" role="presentation">
            {children}
          </table>
        ) : (
          <table className="wq-table" aria-label={labelText(slot, lang)}>
            {children}
          </table>
        )}
      </section>
    </Titled>
  )
}

interface GridProps {
  readonly slot: Slot
  readonly rows: readonly { readonly row: Slot; readonly cells: readonly Slot[] }[]
  draw(cell: Slot): ReactNode
}

/** Groups as rows, their questions as columns. A cell keeps the label of its question for screen readers. */
function Grid({ slot, rows, draw }: GridProps) {
  const session = useSession()
  return (
    <Frame slot={slot}>
      <thead>
        <tr>
          <td />
          {rows[0]?.cells.map(cell => (
            <th key={cell.id} scope="col">
              {shortText(cell, session)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, cells }) => (
          <tr key={row.id} id={idOf(session, row)}>
            <th scope="row" id={idOf(session, row, 'c')} tabIndex={-1}>
              {shortText(row, session)}
            </th>
            {cells.map(cell => (
              <td key={cell.id}>{draw(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Frame>
  )
}

interface TabsProps {
  readonly slot: Slot
  readonly panels: readonly Slot[]
  draw(panel: Slot): ReactNode
}

/**
 * The groups of a group as tabs. Turns to a tab where something is to be corrected, if there is nothing in this one.
 */
function Tabs({ slot, panels, draw }: TabsProps) {
  const session = useSession()
  const outline = useOutline(session)
  const shown = panels.filter(
    ({ enabled, item }) => enabled && !isQuestionHidden(item.raw as QuestionnaireItem),
  )
  const [at, setAt] = useState(0)
  const index = Math.min(at, shown.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outline changes with the issues
  useEffect(() => {
    const wrong = shown.findIndex(showsIssues)
    const here = shown[index]
    if (wrong >= 0 && here !== undefined && !showsIssues(here)) setAt(wrong)
  }, [outline])
  const id = (panel: Slot | undefined, part: 't' | 'p') => panel && `${idOf(session, panel)}-${part}`
  // A link of the error summary focuses a question: its tab is shown first, in the capture phase.
  useEffect(() => {
    const reveal = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      const question = link && document.getElementById(link.hash.slice(1).replace(/-c$/, ''))
      const found = shown.findIndex(panel =>
        document.getElementById(id(panel, 'p') ?? '')?.contains(question),
      )
      if (found >= 0) setAt(found)
    }
    document.addEventListener('click', reveal, true)
    return () => document.removeEventListener('click', reveal, true)
  })
  const turn = (event: KeyboardEvent) => {
    const { key, currentTarget } = event
    const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const to = { [forward]: index + 1, Home: 0, End: shown.length - 1 }[key]
    const next = to ?? (/^Arrow(?:Left|Right)$/.test(key) ? index - 1 : undefined)
    if (next === undefined) return
    // Home and End scroll the page.
    event.preventDefault()
    const turned = (next + shown.length) % shown.length
    setAt(turned)
    document.getElementById(id(shown[turned], 't') ?? '')?.focus()
  }
  return (
    <Titled slot={slot}>
      <div className="wq-tabs" role="tablist" aria-label={labelText(slot, session.lang)} onKeyDown={turn}>
        {shown.map((panel, at) => (
          <button
            key={panel.id}
            type="button"
            role="tab"
            id={id(panel, 't')}
            aria-controls={id(panel, 'p')}
            aria-selected={at === index}
            tabIndex={at === index ? 0 : -1}
            onClick={() => setAt(at)}
          >
            {shortText(panel, session)}
          </button>
        ))}
      </div>
      {shown.map((panel, at) => (
        <div
          key={panel.id}
          className="wq-tab-panel"
          role="tabpanel"
          id={id(panel, 'p')}
          aria-labelledby={id(panel, 't')}
          hidden={at !== index}
        >
          {draw(panel)}
        </div>
      ))}
    </Titled>
  )
}

/** True if a slot or one below it shows an issue. */
function showsIssues(slot: Slot): boolean {
  const below = slot.occurrences.flatMap(({ inner }) => inner.flatMap(branch => slotsBelow(branch)))
  return [slot, ...below].some(({ issues }) => issues.length > 0)
}

const shortText = (slot: Slot, { lang }: Session) =>
  text(extension(slot.item.raw, FURTHER.shortText)?.valueString) ?? labelText(slot, lang)

interface MatrixProps {
  readonly slot: Slot
  readonly questions: readonly Slot[]
  readonly labels: readonly (readonly [value: unknown, label: string])[]
}

/** Questions with the same options: a row each, with one column for each option. */
function Matrix({ slot, questions, labels }: MatrixProps) {
  const { lang } = useSession()
  return (
    <Frame slot={slot} isMatrix>
      {/* Each radio button has the name of its option. */}
      <thead aria-hidden="true">
        <tr>
          <td />
          {labels.map(([value, label]) => (
            <th key={label} scope="col">
              {(isObject(value) && textIn(value, 'display', lang)) || label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {questions.map(question => (
          <Row key={question.id} slot={question} />
        ))}
      </tbody>
    </Frame>
  )
}

function Row({ slot }: { readonly slot: Slot }) {
  const session = useSession()
  const { live, lang } = session
  useLive(slot)
  const given = live.answers(slot)
  const isWrong = slot.issues.length > 0
  const id = idOf(session, slot, 'c')
  if (!slot.enabled || isQuestionHidden(slot.item.raw as QuestionnaireItem)) return null
  return (
    <tr
      id={idOf(session, slot)}
      data-link-id={slot.item.linkId}
      className={classes(isWrong && 'wq-has-error')}
      role="radiogroup"
      aria-labelledby={idOf(session, slot, 'l')}
      aria-required={slot.item.required || undefined}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? idOf(session, slot, 'e') : undefined}
    >
      <th scope="row">
        <span id={idOf(session, slot, 'l')}>{labelOf(slot, session)}</span>
        {isWrong && <ErrorText slot={slot} />}
      </th>
      {(slot.offered ?? optionsOf(slot.item, live.form)).map((option, index) => {
        const label = (isObject(option.value) && textIn(option.value, 'display', lang)) || option.label
        return (
          <td key={option.label}>
            <label className="wq-choice">
              <input
                type="radio"
                id={index === 0 ? id : undefined}
                name={id}
                aria-label={`${labelText(slot, lang)}: ${label}`}
                checked={given.some(answer => isOption(option, answer))}
                onChange={() => live.answer(slot, [answerOf(option)])}
              />
              <span className="wq-option" aria-hidden="true">
                {label}
              </span>
            </label>
          </td>
        )
      })}
    </tr>
  )
}

/**
 * Signatures on an item or on the whole form: a typed name, and a drawn picture beside it. Loaded by forms that ask for
 * one.
 */
'use client'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Occurrence, slotsBelow } from '../../fhir/form/answer-tree.ts'
import { lacksSignature, sign, signatureOf, signatureRequired } from '../../fhir/form/sign.ts'
import { isQuestion } from '../../fhir/model/read-form.ts'
import { object, text } from '../../fhir/values/unchecked-json.ts'
import type { Drawing } from './drawing-interface.ts'
import { labelText } from './label.tsx'
import { useStrings } from './lazy-strings.ts'
import { loadStrings } from './load-strings.ts'
import { classOf, idOf, type Session, useLive, useSession } from './session.ts'
import { signature as english } from './strings/en-signature.ts'
import { isInWordsOf } from './wording.ts'

export const signing: Pick<Drawing, 'signatures' | 'signature' | 'unsigned'> = {
  signatures(slot, { live }) {
    const [first] = slot.occurrences
    if (first === undefined || signatureRequired(live, first) === undefined) return undefined
    // There is nothing to sign yet.
    if (isQuestion(slot.item) && first.answers.length === 0) return undefined
    return slot.occurrences.map(each => <SignaturePart key={each.serial} occurrence={each} />)
  },
  signature: ({ live }) => (signatureRequired(live) === undefined ? undefined : <SignaturePart />),
  unsigned: ({ live, strings }) =>
    lacksSignature(live) ? (strings.signFirst ?? english.signFirst) : undefined,
}

/**
 * Removes the signatures of a response that was signed in other words than those that are shown: what was signed is
 * what the person saw.
 * @param drafting - resolves when a draft is kept, which is not to be replaced by this change
 */
export async function removeOthers(session: Session, drafting: Promise<void> | undefined): Promise<void> {
  const { live, lang, strings, readOnly, say } = session
  if (readOnly || isInWordsOf(live.form, text(live.loadedIn), lang)) return
  await drafting?.catch(() => undefined)
  const signed = slotsBelow(live.root).flatMap(({ occurrences }) =>
    occurrences.filter(({ raw }) => raw.extension),
  )
  if (signed.length === 0 && live.walk.raw.extension === undefined) return
  // Not the person's change: a draft in the store stays signed, for the language in which it was.
  live.isComputing = true
  for (const occurrence of signed) live.sign(undefined, occurrence)
  live.sign(undefined)
  live.isComputing = false
  const words = lang === undefined ? undefined : await loadStrings(lang).catch(() => undefined)
  say(strings.unsignedLanguage ?? words?.unsignedLanguage ?? english.unsignedLanguage)
}

const useWords = () => ({ ...english, ...useStrings() })

interface PartProps {
  /** The repetition that is signed. @default the whole form */
  readonly occurrence?: Occurrence
}

function SignaturePart({ occurrence }: PartProps) {
  const session = useSession()
  const { live, lang, readOnly, say } = session
  const words = useWords()
  useLive(live)
  const signature = signatureOf(live, occurrence)
  const box = useRef<HTMLFieldSetElement>(null)
  const before = useRef(signature)
  /** Set by the person's own signature or its removal: the focus stays in the part. */
  const isOwn = useRef(false)
  useEffect(() => {
    if (before.current === signature) return
    before.current = signature
    if (isOwn.current) box.current?.querySelector<HTMLElement>('.wq-signed, input')?.focus()
    else if (signature === undefined) say(words.unsigned)
    isOwn.current = false
  }, [signature, say, words.unsigned])

  const id =
    occurrence === undefined
      ? `${session.prefix}s`
      : `${idOf(session, occurrence.slot)}-s${occurrence.serial}`
  return (
    <fieldset className="wq-signature" ref={box}>
      <legend className={classOf(session, 'label')}>
        {words.signature}
        {!readOnly && <span className="wq-required"> {words.required}</span>}
      </legend>
      <p className={classOf(session, 'help')} id={`${id}-w`}>
        {occurrence === undefined ? words.signsForm : words.signs(nameOf(occurrence, lang))}
      </p>
      {signature !== undefined ? (
        <Signed signature={signature} remove={readOnly ? undefined : () => end(undefined)} />
      ) : readOnly ? (
        <p className="wq-no-answer">{words.notSigned}</p>
      ) : (
        <Pad id={id} finish={end} />
      )}
    </fieldset>
  )

  function end(given: { readonly name: string; readonly data: string | undefined } | undefined) {
    isOwn.current = true
    if (given === undefined) return live.sign(undefined, occurrence)
    const { name, data } = given
    const picture = data === undefined ? undefined : { contentType: 'image/svg+xml', data }
    sign(live, { name, when: new Date().toISOString(), picture }, occurrence)
  }
}

const nameOf = ({ slot, index }: Occurrence, lang: string | undefined) =>
  `${labelText(slot, lang)}${slot.item.repeats && !isQuestion(slot.item) ? ` ${index + 1}` : ''}`

interface SignedProps {
  readonly signature: NonNullable<ReturnType<typeof signatureOf>>
  readonly remove: (() => void) | undefined
}

/** Pictures that run nothing in an `<img>`. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|svg\+xml)$/
const BASE64 = /^[\w+/=\s]+$/

function Signed({ signature, remove }: SignedProps) {
  const session = useSession()
  const { button: Button = 'button' } = session.components
  const words = useWords()
  const name = text(object<{ display: unknown }>(signature.who)?.display) ?? ''
  const type = text(signature.sigFormat) ?? ''
  const data = text(signature.data) ?? ''
  return (
    <>
      <p className="wq-signed" tabIndex={-1}>
        {words.signed(name, dateOf(text(signature.when), session.lang))}
      </p>
      {PICTURE.test(type) && BASE64.test(data) && (
        <img className="wq-paper" src={`data:${type};base64,${data}`} alt={words.signatureOf(name)} />
      )}
      {remove !== undefined && (
        <Button type="button" className={classOf(session, 'button')} onClick={remove}>
          {words.unsign}
        </Button>
      )}
    </>
  )
}

function dateOf(instant: string | undefined, lang: string | undefined): string {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return instant ?? ''
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(date)
}

type Point = readonly [x: number, y: number]

/** The size of the paper in its own units. */
const WIDE = 600
const HIGH = 200
/** The bound of a picture: about 15 KB. */
const MOST_POINTS = 3_000
const MOST_LETTERS = 200

interface PadProps {
  readonly id: string
  finish(given: { readonly name: string; readonly data: string | undefined }): void
}

/**
 * The name that is typed and the picture that is drawn; the name alone is a signature, so that no pointer is needed.
 */
function Pad({ id, finish }: PadProps) {
  const session = useSession()
  const { button: Button = 'button', input: Input = 'input' } = session.components
  const words = useWords()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [strokes, setStrokes] = useState<readonly (readonly Point[])[]>([])
  const drawing = useRef(false)

  const end = () => {
    const typed = name.trim()
    setMissing(typed === '')
    if (typed === '') document.getElementById(id)?.focus()
    else finish({ name: typed, data: strokes.length > 0 ? pictureOf(strokes) : undefined })
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    drawing.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    setStrokes(all => (countOf(all) < MOST_POINTS ? [...all, [point]] : all))
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing.current || !event.isPrimary) return
    const point = pointOf(event)
    setStrokes(all => {
      const stroke = all.at(-1) ?? []
      const [x, y] = stroke.at(-1) ?? point
      const isFar = Math.abs(point[0] - x) + Math.abs(point[1] - y) > 2
      return isFar && countOf(all) < MOST_POINTS ? [...all.slice(0, -1), [...stroke, point]] : all
    })
  }
  const lift = () => {
    drawing.current = false
  }
  return (
    <>
      {isMissing && (
        <p className={classOf(session, 'error')} id={`${id}-e`}>
          <span className="wq-visually-hidden">{words.error}: </span>
          {words.nameToSign}
        </p>
      )}
      <label className={classOf(session, 'label')} htmlFor={id}>
        {words.signerName}
      </label>
      <Input
        id={id}
        className={classOf(session, 'input')}
        value={name}
        autoComplete="name"
        dir="auto"
        maxLength={MOST_LETTERS}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-w ${id}-e` : `${id}-w`}
        onChange={event => setName(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return
          // Signs, and does not submit the page.
          event.preventDefault()
          end()
        }}
      />
      <div className={classOf(session, 'label')} aria-hidden>
        {words.drawSignature}
      </div>
      <p className={classOf(session, 'help')} id={`${id}-d`}>
        {words.drawingHelp}
      </p>
      <svg
        className="wq-paper wq-pad"
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label={words.drawSignature}
        aria-describedby={`${id}-d`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={lift}
        onPointerCancel={lift}
      >
        <path d={`M20 ${HIGH - 40}h${WIDE - 40}`} className="wq-line" />
        <path d={pathOf(strokes)} fill="none" stroke="currentColor" strokeWidth={3} {...ROUND} />
      </svg>
      <div className="wq-buttons">
        {strokes.length > 0 && (
          <Button type="button" className={classOf(session, 'button')} onClick={() => setStrokes([])}>
            {words.clearDrawing}
          </Button>
        )}
        <Button type="button" className={classOf(session, 'button')} onClick={end}>
          {words.sign}
        </Button>
      </div>
    </>
  )
}

const ROUND = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const countOf = (strokes: readonly (readonly Point[])[]) =>
  strokes.reduce((sum, stroke) => sum + stroke.length, 0)

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const within = (at: number, most: number) => Math.round(Math.min(Math.max(at, 0), 1) * most)
  return [within((clientX - left) / width, WIDE), within((clientY - top) / height, HIGH)]
}

/** A path of lines; a single point is a dot. */
const pathOf = (strokes: readonly (readonly Point[])[]) =>
  strokes
    .map(stroke => `M${stroke.map(([x, y]) => `${x} ${y}`).join('L')}${stroke.length === 1 ? 'h0' : ''}`)
    .join('')

/** The picture on white paper as SVG, in base64. */
const pictureOf = (strokes: readonly (readonly Point[])[]) =>
  btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}"><path fill="#fff" d="M0 0h${WIDE}v${HIGH}H0z"/>` +
      `<path fill="none" stroke="#1a1a1a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="${pathOf(strokes)}"/></svg>`,
  )

/** In the layer of `styles.css`: fetched only with this file. Ink on paper, in the dark as well. */
const SHEET = `@layer wq {
  .wq-signature { min-inline-size: 0; margin: var(--wq-space-lg) 0; padding: 0; padding-inline-start: var(--wq-space-md);
    border: 0; border-inline-start: 3px solid var(--wq-color-border); }
  .wq-signature .wq-label { margin-block-start: var(--wq-space-md); }
  .wq-signature legend.wq-label { margin-block-start: 0; padding: 0; }
  .wq-signature .wq-buttons { margin-block-start: var(--wq-space-md); }
  .wq-signed { font-weight: var(--wq-font-weight-semibold); overflow-wrap: anywhere; }
  .wq-signed:focus { outline: none; }
  .wq-paper { display: block; box-sizing: border-box; inline-size: min(100%, 37.5rem); aspect-ratio: 3;
    margin-block-end: var(--wq-space-md); border: 1px solid var(--wq-color-border); border-radius: var(--wq-radius-sm);
    background: #fff; color: #1a1a1a; }
  .wq-pad { touch-action: none; cursor: crosshair; }
  .wq-line { fill: none; stroke: #b5aca4; stroke-dasharray: 4 6; }
  @media print { .wq-paper { break-inside: avoid; } }
}`
const sheet = new CSSStyleSheet()
sheet.replaceSync(SHEET)
document.adoptedStyleSheets.push(sheet)

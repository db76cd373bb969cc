/** A text editor with line numbers and markers at findings. */
import {
  type ClipboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { words } from '../language.ts'
import { type Finding, refuses } from './finding.ts'
import { textOf } from './finding-text.ts'

export interface EditorHandle {
  focus(): void
  /** Selects the position of a finding and scrolls to it. */
  jump(finding: Finding | undefined): void
}

export interface EditorProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly findings: readonly Finding[]
  readonly ref: Ref<EditorHandle>
}

/** Pasted text of at least this length is inserted as a whole; shorter text keeps the browser's undo. */
const LONG = 20_000

/** The visible part of the text: only its lines are numbered. */
interface Window {
  readonly top: number
  readonly height: number
  readonly line: number
}

export function Editor({ label, value, onChange, findings, ref }: EditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [seen, setSeen] = useState<Window>({ top: 0, height: 0, line: 24 })

  const look = () => {
    const element = area.current
    if (!element) return
    const line = Number.parseFloat(getComputedStyle(element).lineHeight)
    setSeen({ top: element.scrollTop, height: element.clientHeight, line })
  }
  useLayoutEffect(look, [])
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (area.current) observer.observe(area.current)
    return () => observer.disconnect()
  }, [])

  const jump = (finding: Finding | undefined) => {
    const element = area.current
    if (!element || !finding) return
    element.focus()
    element.setSelectionRange(finding.start, finding.end)
    // Browsers scroll to typed text, but not to a selection.
    const letter = Number.parseFloat(getComputedStyle(element).fontSize) * 0.6
    element.scrollTop = (finding.line - 1) * seen.line - element.clientHeight / 3
    element.scrollLeft = Math.max(0, finding.column * letter - element.clientWidth * 0.7)
  }
  useImperativeHandle(ref, () => ({ jump, focus: () => area.current?.focus() }))

  /** Browsers insert pasted text line by line, which takes minutes for a long form. Insert it as a whole. */
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.length < LONG) return
    event.preventDefault()
    const { currentTarget: element } = event
    element.setRangeText(pasted, element.selectionStart, element.selectionEnd, 'end')
    onChange(element.value)
  }

  const first = Math.floor(seen.top / seen.line)
  const last = Math.min(linesOf(value), first + Math.ceil(seen.height / seen.line) + 1)
  const marks = marksOf(findings, first + 1, last)
  return (
    <div className="editor">
      <label className="wq-label" htmlFor={id}>
        {label}
      </label>
      {/* Redundant for assistive technology: the list below has the same findings. */}
      <div className="gutter" aria-hidden="true">
        <ol style={{ transform: `translateY(${first * seen.line - seen.top}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index + 1).map(line => {
            const mark = marks.get(line)
            return (
              <li key={line} data-severity={mark && (refuses(mark) ? 'error' : 'warning')}>
                {mark ? (
                  <button type="button" tabIndex={-1} title={textOf(mark)} onClick={() => jump(mark)}>
                    {refuses(mark) ? '✕' : '!'} {line}
                  </button>
                ) : (
                  line
                )}
              </li>
            )
          })}
        </ol>
      </div>
      <textarea
        id={id}
        ref={area}
        value={value}
        wrap="off"
        rows={20}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-invalid={findings.some(refuses)}
        placeholder={words.pasteHere}
        dir="ltr"
        onScroll={look}
        onPaste={paste}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  )
}

function linesOf(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** The most severe finding of each visible line. */
function marksOf(findings: readonly Finding[], first: number, last: number): ReadonlyMap<number, Finding> {
  const marks = new Map<number, Finding>()
  for (const finding of findings) {
    if (finding.line < first || finding.line > last) continue
    const there = marks.get(finding.line)
    if (!there || (refuses(finding) && !refuses(there))) marks.set(finding.line, finding)
  }
  return marks
}

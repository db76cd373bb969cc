/** A text editor: a plain text area until the editor of JSON is loaded, and while it cannot be. */
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
import { flushSync } from 'react-dom'
import { words } from '../../../shell/language/page-texts.ts'
import { Unloaded } from '../../../shell/lazy-part.tsx'
import type { CodeEditor } from './code-editor.ts'
import { type Finding, refuses } from './finding.ts'

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
  /** True once the form is edited: the editor of JSON is loaded then. */
  readonly isEdited: boolean
  readonly ref: Ref<EditorHandle>
}

/** Pasted text of at least this length is inserted as a whole; shorter text keeps the browser's undo. */
const LONG = 20_000

export function Editor({ label, value, onChange, findings, isEdited, ref }: EditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<CodeEditor>()
  /** The history of edits outlasts a look at another tab. */
  const [isOpen, setOpen] = useState(isEdited)
  if (isEdited && !isOpen) setOpen(true)
  const [attempt, setAttempt] = useState(0)
  const [isUnloaded, setUnloaded] = useState(false)
  /** The latest of each drawing, for an editor that outlasts it. */
  const now = useRef({ value, onChange })
  now.current = { value, onChange }

  useEffect(() => {
    if (!isOpen) return
    let opened: CodeEditor | undefined
    let isGone = false
    import('./code-editor.ts').then(
      ({ openCodeEditor }) => {
        if (isGone || !host.current) return
        const { selectionStart, selectionEnd } = area.current ?? {}
        const hasFocus = document.activeElement === area.current
        opened = openCodeEditor(host.current, {
          ...{ label, description: words.editorKeys, hint: words.pasteHere, text: now.current.value },
          onChange: text => now.current.onChange(text),
        })
        if (hasFocus) opened.select(selectionStart ?? 0, selectionEnd ?? 0)
        // At once: nobody meets two fields of the same name.
        flushSync(() => setEditor(opened))
      },
      () => !isGone && setUnloaded(true),
    )
    return () => {
      isGone = true
      opened?.close()
      setEditor(undefined)
    }
  }, [isOpen, label, attempt])
  // Before another key: a text of before it must not take its place.
  useLayoutEffect(() => editor?.write(value), [editor, value])
  useEffect(() => editor?.mark(findings), [editor, findings])

  useImperativeHandle(
    ref,
    () => ({
      focus: () => (editor ?? area.current)?.focus(),
      jump(finding) {
        if (!finding) return
        if (editor) editor.select(finding.start, finding.end)
        else {
          area.current?.focus()
          area.current?.setSelectionRange(finding.start, finding.end)
        }
      },
    }),
    [editor],
  )

  const again = () => {
    // The button that had the focus is gone.
    area.current?.focus()
    setUnloaded(false)
    setAttempt(attempt + 1)
  }

  /** Browsers insert pasted text line by line, which takes minutes for a long form. Insert it as a whole. */
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.length < LONG) return
    event.preventDefault()
    const { currentTarget: element } = event
    element.setRangeText(pasted, element.selectionStart, element.selectionEnd, 'end')
    onChange(element.value)
  }

  return (
    <div className="editor">
      {editor ? (
        <span className="wq-label">{label}</span>
      ) : (
        <label className="wq-label" htmlFor={id}>
          {label}
        </label>
      )}
      {isUnloaded && <Unloaded again={again} />}
      <div ref={host} />
      {editor ? (
        <small className="where">{words.editorKeys}</small>
      ) : (
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
          onPaste={paste}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </div>
  )
}

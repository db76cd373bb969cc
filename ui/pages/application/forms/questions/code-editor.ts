/**
 * The editor of JSON: CodeMirror, loaded when a form is edited. It lives in a shadow root, where its styles are
 * constructed style sheets: the policy of the pages permits no inline ones.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Finding, refuses } from './finding.ts'
import { textOf } from './finding-text.ts'

export interface CodeEditor {
  /** Replaces the text, unless it is the same. */
  write(text: string): void
  /** Marks the findings. */
  mark(findings: readonly Finding[]): void
  /** Selects a range and scrolls to it. */
  select(start: number, end: number): void
  focus(): void
  close(): void
}

export interface CodeEditorOptions {
  readonly label: string
  /** The text on leaving it by keyboard. */
  readonly description: string
  /** The hint in an empty editor. */
  readonly hint: string
  readonly text: string
  onChange(text: string): void
}

/** Marks beyond it would slow down typing; the list below the editor has all findings. */
const MOST_MARKS = 1000

/** Colours and letters of the page: custom properties and fonts are inherited. */
const THEME = EditorView.theme({
  '&': {
    height: '30rem',
    resize: 'vertical',
    overflow: 'hidden',
    border: '1px solid var(--wq-color-border)',
    borderRadius: 'var(--wq-radius-sm)',
    backgroundColor: 'var(--wq-color-surface)',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--ink-2)' },
  '.cm-gutters': {
    border: '0',
    backgroundColor: 'var(--surface-2)',
    color: 'var(--ink-2)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
  },
  '.cm-diagnostic': { maxInlineSize: '30rem', whiteSpace: 'pre-wrap' },
})

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accent-ink)' },
])

export function openCodeEditor(host: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const { label, description, hint, text, onChange } = options
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const parent = document.createElement('div')
  // JSON, in a page of any direction.
  parent.dir = 'ltr'
  root.append(parent)
  let isRefused = false
  const view = new EditorView({
    ...{ root, parent },
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        placeholder(hint),
        json(),
        syntaxHighlighting(COLOURS),
        THEME,
        // Its name is in the page, which no reference from here reaches.
        EditorView.contentAttributes.of(() => ({
          'aria-label': label,
          'aria-description': description,
          'aria-invalid': String(isRefused),
          // It is focused anyway, which accessibility checkers do not know of editable elements.
          tabindex: '0',
        })),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some(each => each.isUserEvent('write')))
            onChange(state.doc.toString())
        }),
      ],
    }),
  })
  /** The text may have become shorter since it was checked. */
  const within = (at: number): number => Math.min(at, view.state.doc.length)
  return {
    write(text) {
      const { doc } = view.state
      if (doc.length === text.length && doc.toString() === text) return
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: text },
        userEvent: 'write',
        // A form that is loaded into the empty editor is no edit: undo does not remove it.
        annotations: Transaction.addToHistory.of(doc.length > 0),
      })
    },
    mark(findings) {
      isRefused = findings.some(refuses)
      const diagnostics = findings.slice(0, MOST_MARKS).map(finding => ({
        ...{ from: within(finding.start), to: within(finding.end) },
        severity: refuses(finding) ? ('error' as const) : ('warning' as const),
        message: textOf(finding),
      }))
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    select(start, end) {
      view.dispatch({
        selection: { anchor: within(start), head: within(end) },
        effects: EditorView.scrollIntoView(within(start), { y: 'center', x: 'center' }),
      })
      view.focus()
    },
    focus: () => view.focus(),
    close() {
      view.destroy()
      parent.remove()
    },
  }
}

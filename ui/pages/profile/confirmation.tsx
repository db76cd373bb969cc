/** A button that states its consequence and requires confirmation. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { words } from '../shell/language/page-texts.ts'

export interface ConfirmProps {
  readonly label: ReactNode
  /** The consequence. */
  readonly consequence: ReactNode
  /** Label of the confirmation: `Yes, delete it`. */
  readonly yes: string
  readonly disabled?: boolean
  /** The id of the heading that names what the button is about, where several have the same label. */
  readonly about?: string
  onYes(): void
}

export function Confirm({ label, consequence, yes, disabled = false, about, onYes }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  const question = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isAnswered = useRef(false)
  const id = useId()
  useEffect(
    () => () => {
      // The button went with what it removed, and the focus with it: only an effect after the paint finds it gone.
      if (isAnswered.current && document.activeElement === document.body)
        document.querySelector<HTMLElement>('h1')?.focus()
    },
    [],
  )
  useLayoutEffect(() => {
    if (isOpen) question.current?.focus()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="wq-button"
        disabled={disabled}
        aria-expanded={isOpen}
        aria-describedby={about}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
        <div className="confirm" role="group" tabIndex={-1} ref={question} aria-labelledby={id}>
          <p id={id}>{consequence}</p>
          <div className="wq-buttons">
            <button
              type="button"
              className="wq-button wq-primary"
              onClick={() => {
                isAnswered.current = true
                close()
                onYes()
              }}
            >
              {yes}
            </button>
            <button type="button" className="wq-button" onClick={close}>
              {words.cancel}
            </button>
          </div>
        </div>
      )}
    </>
  )
}

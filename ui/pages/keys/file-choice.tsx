/**
 * A button that chooses files, in the language of the page: a browser names its own, and the lack of a file, in its
 * language.
 */
import { type InputHTMLAttributes, type ReactNode, type Ref, useRef } from 'react'

export interface FileChoiceProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'accept' | 'aria-describedby' | 'capture' | 'disabled' | 'multiple'
  > {
  readonly label: string
  /** The classes of the button. @default 'quiet' */
  readonly look?: string
  readonly ref?: Ref<HTMLButtonElement>
  onChoose(files: readonly [File, ...File[]]): void
}

export function FileChoice(props: FileChoiceProps): ReactNode {
  const { label, look = 'quiet', ref, onChoose, accept, capture, multiple, ...button } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button {...button} ref={ref} type="button" className={look} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        {...{ accept, capture, multiple }}
        ref={input}
        type="file"
        aria-label={label}
        hidden
        disabled={button.disabled}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? []
          // So that the same file can be chosen again.
          target.value = ''
          if (first) onChoose([first, ...others])
        }}
      />
    </>
  )
}

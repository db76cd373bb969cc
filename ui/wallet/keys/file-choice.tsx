/** A button that chooses a file, in the language of the page: the browser names its own in its own language. */
import type { InputHTMLAttributes, ReactNode } from 'react'

export interface FileChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  readonly label: string
  onChoose(file: File): void
}

export const FileChoice = ({ label, onChoose, ...input }: FileChoiceProps): ReactNode => (
  <label className="file-choice">
    {label}
    <input
      {...input}
      type="file"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // So that the same file can be chosen again.
        target.value = ''
        if (file) onChoose(file)
      }}
    />
  </label>
)

/** A document as a card: its kind, name, date and type, and what can be done with it. */
import { Icon } from '@andiron/design/icon'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { dateOf, joined, sizeOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { lazily } from '../../shell/lazy-part.tsx'
import { Confirm } from '../confirmation.tsx'
import { type Correction, CorrectionForm } from './document-correction.tsx'
import type { Document } from './document-descriptions.ts'
import type { Preview } from './file-preview.ts'
import { iconOf, kindOfFile } from './file-type.ts'

const PdfView = lazily(async () => (await import('./pdf-view.tsx')).PdfView)

export interface DocumentCardProps {
  readonly document: Document
  readonly preview: Preview | undefined
  readonly disabled: boolean
  onLook(): void
  /** Closes the preview. */
  onClose(): void
  onDownload(): void
  /** Resolves to true if it was stored. */
  onCorrect(correction: Correction): Promise<boolean>
  onDelete(): void
}

export function DocumentCard({ document, preview, disabled, ...on }: DocumentCardProps) {
  const { name, kind, date, file } = document
  const [isOpen, setOpen] = useState(false)
  const heading = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const type = kindOfFile(file.file_type)
  return (
    <li className="card document" data-wide={isOpen || preview !== undefined || undefined}>
      <div className="document-head">
        <Icon name={iconOf(type)} />
        <div>
          <h2 className="document-name" id={heading}>
            <bdi>{name}</bdi>
          </h2>
          <span className="document-about">{joined([words.documentKind({ kind }), dateOf(date)])}</span>
          <small>{joined([words.fileKind({ kind: type }), sizeOf(file.file_size)])}</small>
        </div>
      </div>
      <div className="wq-buttons">
        <button
          type="button"
          className="wq-button"
          disabled={disabled}
          aria-label={preview ? words.closeFile({ file: name }) : words.lookAt({ file: name })}
          onClick={preview ? on.onClose : on.onLook}
        >
          {preview ? words.closePreview : words.lookButton}
        </button>
        <button
          type="button"
          className="wq-button"
          disabled={disabled}
          aria-label={words.downloadFile({ file: name })}
          onClick={on.onDownload}
        >
          {words.download}
        </button>
        <button
          ref={opener}
          type="button"
          className="wq-button"
          disabled={disabled}
          aria-expanded={isOpen}
          aria-label={words.correctFile({ file: name })}
          onClick={() => setOpen(!isOpen)}
        >
          {words.correctButton}
        </button>
        <Confirm
          label={words.delete}
          about={heading}
          disabled={disabled}
          consequence={words.deleteFileAbout({ file: name })}
          yes={words.yesDelete({ file: name })}
          onYes={on.onDelete}
        />
      </div>
      {isOpen && (
        <CorrectionForm
          document={document}
          disabled={disabled}
          onSave={async correction => {
            if (await on.onCorrect(correction)) setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
      {preview && <PreviewView preview={preview} name={name} />}
    </li>
  )
}

function PreviewView({ preview, name }: { readonly preview: Preview; readonly name: string }) {
  if (preview.kind === 'picture') return <img className="preview" src={preview.url} alt={name} />
  if (preview.kind === 'text')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      <pre className="preview" tabIndex={0}>
        {preview.text}
      </pre>
    )
  if (preview.kind === 'pdf') return <PdfView file={preview.file} name={name} />
  return <p>{words.cannotShow}</p>
}

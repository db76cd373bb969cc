/** A file upload with progress, and a retry on failure. */
'use client'
import { useEffect, useRef, useState } from 'react'
import { extensionValues } from '../../../fhir/model/read-form.ts'
import type { ControlProps } from '../control.ts'
import { useStrings } from '../lazy-strings.ts'
import { classOf, useSession } from '../session.ts'

type Upload = { readonly file: File; readonly part: number; readonly failed: boolean }

export function AttachmentInput({ slot, look, field, given, set }: ControlProps) {
  const session = useSession()
  const { uploadFile, questionnaireId, say } = session
  const { button: Button = 'button' } = session.components
  const strings = useStrings()
  const [upload, setUpload] = useState<Upload>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  /** The field, or what stands in its place. */
  const place = useRef<HTMLElement>(null)
  /** True if it has the focus, or lost it to a dialog that is gone. */
  const holdsFocus = useRef(false)
  const isReplaced = useRef(false)
  // The element that replaces a control takes its focus.
  useEffect(() => {
    if (isReplaced.current && holdsFocus.current)
      (place.current?.querySelector('button') ?? place.current)?.focus()
    isReplaced.current = false
  })
  const replace = (next: () => void) => {
    const { activeElement: at } = document
    if (isDrawn(at)) holdsFocus.current = place.current?.contains(at) ?? false
    isReplaced.current = true
    next()
  }
  const { 'aria-label': repeated } = field
  const kept = given?.valueAttachment
  if (kept !== undefined) {
    const name = kept.title ?? kept.url ?? ''
    return (
      <span className="wq-file" ref={place}>
        {name}
        <Button
          type="button"
          className={classOf(session, 'button')}
          onClick={() => replace(() => set(undefined))}
        >
          {strings.removeFile(name)}
        </Button>
      </span>
    )
  }
  if (uploadFile === undefined) return <p className="wq-help">{strings.cannotUpload}</p>

  const start = async (file: File) => {
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    const onProgress = (part: number) => setUpload({ file, part, failed: false })
    replace(() => onProgress(0))
    try {
      const reference = `questionnaire/${questionnaireId}/${slot.item.linkId}`
      const { url, binaryFileUid } = await uploadFile(file, reference, { onProgress, signal })
      if (signal.aborted) return
      say(strings.uploaded(file.name))
      replace(() => {
        setUpload(undefined)
        set({
          valueAttachment: {
            id: binaryFileUid,
            url,
            contentType: file.type || 'application/octet-stream',
            size: file.size,
            title: file.name,
          },
        })
      })
    } catch {
      if (signal.aborted) return
      say(strings.uploadFailed(file.name))
      replace(() => setUpload({ file, part: 0, failed: true }))
    }
  }

  if (upload !== undefined && !upload.failed) {
    const words = strings.uploading(upload.file.name, Math.round(upload.part * 100))
    return (
      <span className="wq-file" ref={place}>
        <progress value={upload.part} aria-label={words} />
        {words}
        <Button
          type="button"
          className={classOf(session, 'button')}
          onClick={() => {
            abort.current?.abort()
            replace(() => setUpload(undefined))
          }}
        >
          {strings.cancel}
        </Button>
      </span>
    )
  }
  return (
    <>
      {upload !== undefined && (
        <span className="wq-file" ref={place}>
          <span className="wq-error">{strings.uploadFailed(upload.file.name)}</span>
          <Button
            type="button"
            className={classOf(session, 'button')}
            onClick={() => void start(upload.file)}
          >
            {strings.retry}
          </Button>
        </span>
      )}
      {/* The browser's field speaks the language of the browser: it lies on ours, and is not seen. */}
      <label className={classOf(session, 'button', 'wq-pick')} htmlFor={field.id}>
        {strings.chooseFile}
        <input
          type="file"
          {...field}
          className={look.inputClassName}
          {...(repeated !== undefined && { 'aria-label': `${repeated}: ${strings.chooseFile}` })}
          ref={
            upload === undefined
              ? input => {
                  place.current = input
                }
              : undefined
          }
          accept={extensionValues(slot.item, 'mimeType').join(',') || undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) void start(file)
          }}
        />
      </label>
    </>
  )
}

/** False where the focus is nowhere: in a dialog that is closed, or at the page as a whole. */
const isDrawn = (element: Element | null): boolean =>
  element !== null && element !== document.body && element.getClientRects().length > 0

/** The form in which a person corrects the name, the kind and the date of a document. */
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createDocumentReference } from '../../../../fhir/resources/document-reference.ts'
import { uids } from '../../../../schemas/uids.ts'
import { submitDocumentReference } from '../../../sdk/document-references.ts'
import { AndironError } from '../../../sdk/errors.ts'
import { DateField, useDate } from '../../shell/date-field.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { Said } from '../../shell/run-action.ts'
import type { Scene } from '../page-context.ts'
import { type Document, KINDS, type Kind } from './document-descriptions.ts'

export interface Correction {
  readonly name: string
  readonly kind: Kind
  /** Empty if it is unknown. */
  readonly day: string
}

/** Maximum length of `attachment.title`. */
const LONGEST = 1024

export interface CorrectionFormProps {
  readonly document: Document
  readonly disabled: boolean
  onSave(correction: Correction): void
  onCancel(): void
}

export function CorrectionForm({ document, disabled, onSave, onCancel }: CorrectionFormProps) {
  const [kind, setKind] = useState(document.kind)
  const [name, setName] = useState(document.name)
  const day = useDate({ label: words.dateOnDocument, needsDay: true }, document.day)
  const [kindField, nameField] = [useId(), useId()]
  const first = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await day.isAccepted()) onSave({ kind, day: day.value, name: name.trim() || document.file.file_name })
  }
  return (
    <form className="correction" onSubmit={submit} aria-label={words.correctFile({ file: document.name })}>
      <p>
        <label className="field" htmlFor={kindField}>
          {words.kindOfDocument}
        </label>
        <select
          id={kindField}
          ref={first}
          className="wq-input"
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
        >
          {Object.keys(KINDS).map(each => (
            <option key={each} value={each}>
              {words.documentKind({ kind: each })}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label className="field" htmlFor={nameField}>
          {words.nameOfDocument}
        </label>
        <input
          id={nameField}
          className="wq-input"
          value={name}
          maxLength={LONGEST}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </p>
      <DateField {...day.field} />
      <div className="wq-buttons">
        <button type="submit" className="wq-button wq-primary" disabled={disabled}>
          {words.saveCorrection}
        </button>
        <button type="button" className="wq-button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

/** Stores another description of a document: the newest applies. */
export async function correct(
  { keyPair, keyring }: Pick<Scene, 'keyPair' | 'keyring'>,
  { id, file }: Document,
  { name, kind, day }: Correction,
): Promise<void> {
  const document = createDocumentReference({
    ...{ binaryId: id, fileName: name, fileType: file.file_type, fileSize: file.file_size },
    ...{ subjectDid: keyPair.did, type: KINDS[kind] },
  })
  // A time is required: this one is of the same day in nearly every zone.
  const creation = day === '' ? {} : { creation: `${day}T12:00:00Z` }
  const content = document.content.map(({ attachment }) => ({ attachment: { ...attachment, ...creation } }))
  await submitDocumentReference(keyPair, { ...document, content }, keyring.environment).catch(cause => {
    const isUnread = cause instanceof AndironError && cause.code === 'AND_INVALID_RECORD'
    throw isUnread ? new Said(() => words.notCorrected, { cause }) : cause
  })
}

/** Deletes the descriptions of a document from before. After an interruption, the next correction deletes them. */
export async function deleteDescriptions(
  { nodes }: Pick<Scene, 'nodes'>,
  { described }: Document,
): Promise<void> {
  for (const { _id } of described)
    await nodes.deleteData({ collection: uids.DocumentReference, document: _id })
}

/** A person's files: upload, preview, download and deletion, with the key of this browser. */
import { type ChangeEvent, useId, useState } from 'react'
import { createDocumentReference } from '../../../fhir/document-reference.ts'
import type { Binary } from '../../../schemas/binary.ts'
import { uids } from '../../../schemas/uids.ts'
import { submitDocumentReference } from '../../sdk/document-references.ts'
import { deleteBinaryFile, downloadAndDecryptFile } from '../../sdk/files.ts'
import type { Progress } from '../../sdk/progress.ts'
import { type ResumableUpload, resumableUpload } from '../../sdk/resumable.ts'
import { isPassing } from '../../sdk/upload-parts.ts'
import type { UploadedFile } from '../../sdk/uploads.ts'
import { StepStatus } from '../application/step-status.tsx'
import { dateOf, joined, sizeOf } from '../formats.ts'
import { words } from '../language.ts'
import { useStep } from '../step.ts'
import { Connected } from './as-of.tsx'
import { Confirm } from './confirm.tsx'
import { ofCollection } from './own.ts'
import { type Preview, previewOf } from './preview.ts'
import { save } from './save.ts'
import { useScene } from './scene.ts'

interface Shown {
  readonly id: string
  readonly preview: Preview
}

/** An upload, and what it has come to. */
interface Begun {
  readonly file: File
  readonly upload: ResumableUpload
  stored?: UploadedFile
}

export function Documents() {
  const { own, keyPair, keyring, reload } = useScene()
  const { environment } = keyring
  const step = useStep()
  const [done, setDone] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [progress, setProgress] = useState<Progress>()
  const [stopped, setStopped] = useState<Begun>()
  const files = ofCollection<Binary>(own, uids.Binary)
  const isBusy = step.doing !== ''
  const prefix = useId()

  const run = (doing: string, work: () => Promise<string>) =>
    step.run(doing, async () => {
      setDone('')
      setDone(await work())
    })

  const upload = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    void send({ file, upload: resumableUpload(keyPair, file, { reference: 'profile' }, environment) })
  }
  const send = (begun: Begun) =>
    run(words.sealing({ file: begun.file.name }), async () => {
      const { file, upload } = begun
      setStopped(undefined)
      try {
        begun.stored ??= await upload.send({ onProgress: setProgress })
        // Uploaded by the person, who is therefore the author.
        const document = createDocumentReference({
          ...{ binaryId: begun.stored.insertedUid, fileName: file.name, subjectDid: keyPair.did },
          ...{ fileType: file.type || 'application/octet-stream', fileSize: file.size },
        })
        await submitDocumentReference(keyPair, document, environment)
      } catch (error) {
        if (isPassing(error)) setStopped(begun)
        else await upload.abandon().catch(() => {})
        throw error
      } finally {
        setProgress(undefined)
      }
      await reload()
      return words.isStored({ file: file.name })
    })
  const giveUp = ({ upload }: Begun) => {
    setStopped(undefined)
    // The gateway removes the rest within a day.
    void upload.abandon().catch(() => {})
  }
  const open = (id: string) => downloadAndDecryptFile(keyPair, environment, id)
  const look = (id: string, name: string) =>
    run(words.openingFile({ file: name }), async () => {
      setShown({ id, preview: await previewOf(await open(id)) })
      return words.shownBelow({ file: name })
    })
  const download = (id: string, name: string) =>
    run(words.openingFile({ file: name }), async () => {
      const file = await open(id)
      save(file, file.name)
      return words.isSaved({ file: name })
    })
  const remove = (id: string, name: string) =>
    run(words.deletingFile({ file: name }), async () => {
      await deleteBinaryFile(keyPair, environment, id)
      setShown(undefined)
      await reload()
      return words.isDeleted({ file: name })
    })

  return (
    <Connected>
      {files.length === 0 && <p className="empty">{words.noFiles}</p>}
      <ul className="card list" hidden={files.length === 0}>
        {files.map(({ _id: id, file_name: name, file_type: type, file_size: size, _created }) => (
          <li key={id}>
            <h2 id={`${prefix}${id}`}>
              <bdi>{name}</bdi>
            </h2>
            <p>{joined([type, sizeOf(size), dateOf(_created)])}</p>
            <div className="wq-buttons">
              <button
                type="button"
                className="wq-button"
                disabled={isBusy}
                aria-label={words.lookAt({ file: name })}
                onClick={() => look(id, name)}
              >
                {words.lookButton}
              </button>
              <button
                type="button"
                className="wq-button"
                disabled={isBusy}
                aria-label={words.downloadFile({ file: name })}
                onClick={() => download(id, name)}
              >
                {words.download}
              </button>
              <Confirm
                label={words.delete}
                about={`${prefix}${id}`}
                disabled={isBusy}
                consequence={words.deleteFileAbout({ file: name })}
                yes={words.yesDelete({ file: name })}
                onYes={() => remove(id, name)}
              />
            </div>
            {shown?.id === id && <PreviewView preview={shown.preview} name={name} />}
          </li>
        ))}
      </ul>
      {!stopped && (
        <label className="wq-button upload">
          {words.uploadFile}
          <input type="file" className="unseen" disabled={isBusy} onChange={upload} />
        </label>
      )}
      <StepStatus step={step} done={done} />
      {progress && <progress value={progress.loaded} max={progress.total} aria-label={words.uploadFile} />}
      {stopped && (
        <>
          <p>{words.uploadStopped({ file: stopped.file.name })}</p>
          <div className="wq-buttons">
            <button type="button" className="wq-button wq-primary" onClick={() => send(stopped)}>
              {words.continueUpload}
            </button>
            <button type="button" className="wq-button" onClick={() => giveUp(stopped)}>
              {words.giveUpUpload}
            </button>
          </div>
        </>
      )}
    </Connected>
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
  return <p>{words.cannotShow}</p>
}

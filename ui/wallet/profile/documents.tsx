/** A person's files: upload, preview, download and deletion, with the key of this browser. */
import { type ChangeEvent, useState } from 'react'
import { createDocumentReference } from '../../../fhir/document-reference.ts'
import type { Binary } from '../../../schemas/binary.ts'
import { uids } from '../../../schemas/uids.ts'
import { submitDocumentReference } from '../../sdk/document-references.ts'
import { deleteBinaryFile, downloadAndDecryptFile } from '../../sdk/files.ts'
import { uploadAndEncryptFile } from '../../sdk/uploads.ts'
import { StepStatus } from '../application/step-status.tsx'
import { useStep } from '../step.ts'
import { Confirm } from './confirm.tsx'
import { ofCollection } from './own.ts'
import { type Preview, previewOf } from './preview.ts'
import { save } from './save.ts'
import { useScene } from './scene.ts'
import { dateOf, sizeOf } from './words.ts'

interface Shown {
  readonly id: string
  readonly preview: Preview
}

export function Documents() {
  const { own, keyPair, keyring, reload } = useScene()
  const { environment } = keyring
  const step = useStep()
  const [done, setDone] = useState('')
  const [shown, setShown] = useState<Shown>()
  const files = ofCollection<Binary>(own, uids.Binary)
  const isBusy = step.doing !== ''

  const run = (doing: string, work: () => Promise<string>) =>
    step.run(doing, async () => {
      setDone('')
      setDone(await work())
    })

  const upload = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    void run(`Sealing and uploading ${file.name} …`, async () => {
      const { insertedUid } = await uploadAndEncryptFile(keyPair, file, { reference: 'profile' }, environment)
      // Uploaded by the person, who is therefore the author.
      const document = createDocumentReference({
        ...{ binaryId: insertedUid, fileName: file.name, subjectDid: keyPair.did },
        ...{ fileType: file.type || 'application/octet-stream', fileSize: file.size },
      })
      await submitDocumentReference(keyPair, document, environment)
      await reload()
      return `${file.name} is stored.`
    })
  }
  const open = (id: string) => downloadAndDecryptFile(keyPair, environment, id)
  const look = (id: string, name: string) =>
    run(`Opening ${name} …`, async () => {
      setShown({ id, preview: await previewOf(await open(id)) })
      return `${name} is shown below its row.`
    })
  const download = (id: string, name: string) =>
    run(`Opening ${name} …`, async () => {
      const file = await open(id)
      save(file, file.name)
      return `${name} is saved.`
    })
  const remove = (id: string, name: string) =>
    run(`Deleting ${name} …`, async () => {
      await deleteBinaryFile(keyPair, environment, id)
      setShown(undefined)
      await reload()
      return `${name} was deleted from every node.`
    })

  return (
    <>
      {files.length === 0 && <p className="empty">You have no files yet.</p>}
      <ul className="card list" hidden={files.length === 0}>
        {files.map(({ _id: id, file_name: name, file_type: type, file_size: size, _created }) => (
          <li key={id}>
            <h2>{name}</h2>
            <p>
              {type}, {sizeOf(size)}, {dateOf(_created)}
            </p>
            <div className="wq-buttons">
              <button
                type="button"
                className="wq-button"
                disabled={isBusy}
                aria-label={`Look at ${name}`}
                onClick={() => look(id, name)}
              >
                Look
              </button>
              <button
                type="button"
                className="wq-button"
                disabled={isBusy}
                aria-label={`Download ${name}`}
                onClick={() => download(id, name)}
              >
                Download
              </button>
              <Confirm
                label="Delete"
                disabled={isBusy}
                consequence={`${name} will be deleted from every storage node and from the object store. Answers that refer to it stay.`}
                yes={`Yes, delete ${name}`}
                onYes={() => remove(id, name)}
              />
            </div>
            {shown?.id === id && <PreviewView preview={shown.preview} name={name} />}
          </li>
        ))}
      </ul>
      <label className="wq-button upload">
        Upload a file
        <input type="file" className="unseen" disabled={isBusy} onChange={upload} />
      </label>
      <StepStatus step={step} done={done} />
    </>
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
  return <p>This kind of file cannot be shown here. Download it.</p>
}

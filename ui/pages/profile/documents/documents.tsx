/** A person's documents: upload, preview, download, correction and deletion, with the key of this browser. */
import { Empty } from '@andiron/design/empty'
import { useEffect, useRef, useState } from 'react'
import { deleteBinaryFile, downloadAndDecryptFile } from '../../../sdk/files.ts'
import { StepStatus } from '../../application/step-status.tsx'
import { numberOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Said, useStep } from '../../shell/run-action.ts'
import { Connected } from '../data-age.tsx'
import { useScene } from '../page-context.ts'
import { save } from '../save-file.ts'
import { DocumentCard } from './document-card.tsx'
import { type Correction, correct, deleteDescriptions } from './document-correction.tsx'
import { type Document, documentsIn } from './document-descriptions.ts'
import { type Dropped, useDrop } from './dropped-files.ts'
import { type Preview, previewOf } from './file-preview.ts'
import { StoppedUploads, UploadList, UploadPlace } from './upload-views.tsx'
import { MOST_AT_ONCE, useUploads } from './uploads.ts'
import './documents.css'

interface Shown {
  readonly id: string
  readonly preview: Preview
}

export interface DocumentsProps {
  /** False behind another view. */
  readonly isShown: boolean
}

export function Documents({ isShown }: DocumentsProps) {
  const scene = useScene()
  const { own, keyring, isCopy, keepDocuments } = scene
  const step = useStep()
  const [done, setDone] = useState('')
  const run: Run = (doing, work) =>
    step.run(doing, async () => {
      setDone('')
      setDone(await work())
    })
  const { batch, stopped, progress, send, giveUp } = useUploads(scene, run)
  const { shown, close, look, download, amend, remove } = useActions(run)
  const documents = documentsIn(own)
  const isBusy = step.doing !== ''
  const isUnsettled = isBusy || step.failure !== '' || stopped !== undefined
  useEffect(() => keepDocuments(isUnsettled), [keepDocuments, isUnsettled])

  const refuse = (say: () => string) => run('', () => Promise.reject(new Said(say)))
  const upload = (files: readonly File[]) => {
    if (files.length === 0) return
    if (files.length > MOST_AT_ONCE)
      return void refuse(() => words.tooManyFiles({ many: numberOf(MOST_AT_ONCE) }))
    void send(files.map(file => ({ file, state: 'waiting' })))
  }
  const drop = (dropped: Dropped) => {
    if (dropped.kind === 'files') upload(dropped.files)
    else void refuse(() => (dropped.kind === 'folder' ? words.noFolder : words.noDroppedFile))
  }
  const isOver = useDrop(isBusy || stopped || isCopy || !isShown ? undefined : drop)
  const isGivenUp = useRef(false)

  return (
    <Connected hidden={!isShown}>
      {documents.length === 0 && stopped && <Empty of="documents">{words.noFiles}</Empty>}
      <ul className="cards documents" hidden={documents.length === 0}>
        {documents.map(document => (
          <DocumentCard
            key={document.id}
            document={document}
            preview={shown?.id === document.id ? shown.preview : undefined}
            disabled={isBusy}
            onLook={() => look(document)}
            onClose={close}
            onDownload={() => download(document)}
            onCorrect={correction => amend(document, correction)}
            onDelete={() => remove(document)}
          />
        ))}
      </ul>
      {!stopped && (
        <UploadPlace
          isEmpty={documents.length === 0}
          isOver={isOver}
          isBusy={isBusy}
          largestFile={keyring.environment.largestFile}
          isGivenUp={isGivenUp}
          onChoose={upload}
        />
      )}
      <StepStatus step={step} done={done} />
      {batch.length > 1 && <UploadList batch={batch} />}
      {progress && <progress value={progress.loaded} max={progress.total} aria-label={words.uploadFile} />}
      {stopped && (
        <StoppedUploads
          batch={stopped}
          onContinue={() => send(stopped)}
          onGiveUp={() => {
            isGivenUp.current = true
            giveUp(stopped)
          }}
        />
      )}
    </Connected>
  )
}

/** Runs work that resolves with its result for the person. */
type Run = (doing: string, work: () => Promise<string>) => Promise<void>

/** The actions on a document that is stored, and the preview of one. */
function useActions(run: Run) {
  const scene = useScene()
  const {
    keyPair,
    keyring: { environment },
    reload,
  } = scene
  const [shown, setShown] = useState<Shown>()
  const open = (id: string) => downloadAndDecryptFile(keyPair, environment, id)
  const look = ({ id, name }: Document) =>
    run(words.openingFile({ file: name }), async () => {
      setShown({ id, preview: await previewOf(await open(id)) })
      return words.shownBelow({ file: name })
    })
  const download = ({ id, name }: Document) =>
    run(words.openingFile({ file: name }), async () => {
      const file = await open(id)
      save(file, file.name)
      return words.isSaved({ file: name })
    })
  const amend = async (document: Document, correction: Correction) => {
    let isStored = false
    await run(words.savingCorrection, async () => {
      await correct(scene, document, correction)
      isStored = true
      // After a failure, too: a second correction would not know of this one.
      await deleteDescriptions(scene, document).finally(reload)
      return words.isCorrected({ file: correction.name })
    })
    return isStored
  }
  const remove = ({ id, name }: Document) =>
    run(words.deletingFile({ file: name }), async () => {
      await deleteBinaryFile(keyPair, environment, id)
      setShown(undefined)
      await reload()
      return words.isDeleted({ file: name })
    })

  return { shown, close: () => setShown(undefined), look, download, amend, remove }
}

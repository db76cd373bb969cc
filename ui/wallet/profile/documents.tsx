/** A person's documents: upload, preview, download, correction and deletion, with the key of this browser. */
import { Empty, EmptyDrawing } from '@andiron/design/empty'
import { Icon } from '@andiron/design/icon'
import { useEffect, useId, useRef, useState } from 'react'
import { createDocumentReference } from '../../../fhir/document-reference.ts'
import { submitDocumentReference } from '../../sdk/document-references.ts'
import { deleteBinaryFile, downloadAndDecryptFile } from '../../sdk/files.ts'
import type { Progress } from '../../sdk/progress.ts'
import { type ResumableUpload, resumableUpload } from '../../sdk/resumable.ts'
import { isPassing } from '../../sdk/upload-parts.ts'
import type { UploadedFile } from '../../sdk/uploads.ts'
import { StepStatus } from '../application/step-status.tsx'
import { numberOf, sizeOf } from '../formats.ts'
import { FileChoice } from '../keys/file-choice.tsx'
import { words } from '../language.ts'
import { Said, sentenceOf, useStep } from '../step.ts'
import { Connected } from './as-of.tsx'
import { type Correction, correct, deleteDescriptions } from './correction.tsx'
import { type Document, documentsIn } from './descriptions.ts'
import { DocumentCard } from './document-card.tsx'
import { type Dropped, useDrop } from './drop.ts'
import { typeOf } from './file-type.ts'
import { type Preview, previewOf } from './preview.ts'
import { save } from './save.ts'
import { useScene } from './scene.ts'
import './documents.css'

interface Shown {
  readonly id: string
  readonly preview: Preview
}

/** Files that are accepted at once. */
const MOST_AT_ONCE = 20

/** An upload, and its outcome. */
interface Begun {
  readonly file: File
  state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** The reason, for a person. */
  failure?: string
  /** The file with the type of its bytes. */
  typed?: File
  upload?: ResumableUpload
  stored?: UploadedFile
}

/** Files that are uploaded one after the other. */
type Batch = readonly Begun[]

export interface DocumentsProps {
  /** False behind another view. */
  readonly isShown: boolean
}

export function Documents({ isShown }: DocumentsProps) {
  const scene = useScene()
  const { own, keyPair, keyring, isCopy, reload, keepDocuments } = scene
  const { environment } = keyring
  const step = useStep()
  const [done, setDone] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [progress, setProgress] = useState<Progress>()
  const [stopped, setStopped] = useState<Batch>()
  const [batch, setBatch] = useState<Batch>([])
  const documents = documentsIn(own)
  const limits = useId()
  const isBusy = step.doing !== ''
  const isUnsettled = isBusy || step.failure !== '' || stopped !== undefined
  useEffect(() => keepDocuments(isUnsettled), [keepDocuments, isUnsettled])

  const run = (doing: string, work: () => Promise<string>) =>
    step.run(doing, async () => {
      setDone('')
      setDone(await work())
    })

  const { largestFile } = environment
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
  // A small file is sent again; so is one before the first of its parts.
  const goesOn = stopped && brokenIn(stopped)?.upload?.isInParts === true
  const isOver = useDrop(isBusy || stopped || isCopy || !isShown ? undefined : drop)

  const send = (all: Batch) => {
    const [first] = all
    const doing = all.length === 1 && first ? words.sealing({ file: first.file.name }) : words.uploadingFiles
    return run(doing, async () => {
      setStopped(undefined)
      let isStored = false
      try {
        for (const begun of all) {
          if (begun.state !== 'waiting') continue
          begun.state = 'sending'
          setBatch([...all])
          try {
            await store(begun)
            begun.state = 'stored'
            isStored = true
          } catch (error) {
            if (isPassing(error)) {
              begun.state = 'waiting'
              setStopped(all)
              throw error
            }
            await begun.upload?.abandon().catch(() => {})
            begun.state = 'failed'
            begun.failure = sentenceOf(error)
            if (all.length === 1) throw error
          } finally {
            setProgress(undefined)
          }
          // It holds the encrypted bytes.
          delete begun.upload
        }
      } finally {
        setBatch([...all])
        if (isStored) await reload()
      }
      const done = all.filter(({ state }) => state === 'stored').length
      return all.length === 1 && first
        ? words.isStored({ file: first.file.name })
        : words.filesStored({ done: numberOf(done), many: numberOf(all.length) })
    })
  }
  const store = async (begun: Begun) => {
    const { size } = begun.file
    if (largestFile !== undefined && size > largestFile)
      throw new Said(() => words.isTooLarge({ size: sizeOf(largestFile) }))
    begun.typed ??= await typed(begun.file)
    const file = begun.typed
    begun.upload ??= resumableUpload(keyPair, file, { reference: 'profile' }, environment)
    begun.stored ??= await begun.upload.send({ onProgress: setProgress })
    // Uploaded by the person, who is therefore the author.
    const document = createDocumentReference({
      ...{ binaryId: begun.stored.insertedUid, fileName: file.name, subjectDid: keyPair.did },
      ...{ fileType: file.type, fileSize: size },
    })
    await submitDocumentReference(keyPair, document, environment)
  }
  const isGivenUp = useRef(false)
  const giveUp = (all: Batch) => {
    setStopped(undefined)
    isGivenUp.current = true
    for (const begun of all) {
      if (begun.state !== 'waiting') continue
      begun.state = 'failed'
      // The gateway removes the rest within a day.
      void begun.upload?.abandon().catch(() => {})
    }
    setBatch([...all])
  }
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
            onClose={() => setShown(undefined)}
            onDownload={() => download(document)}
            onCorrect={correction => amend(document, correction)}
            onDelete={() => remove(document)}
          />
        ))}
      </ul>
      {!stopped && (
        <div className="drop" data-over={isOver || undefined}>
          {documents.length === 0 && (
            <>
              <EmptyDrawing of="documents" />
              <p>{words.noFiles}</p>
            </>
          )}
          <p className="drop-here">{words.dropHere}</p>
          <div className="wq-buttons">
            <FileChoice
              // In the place of the button that gave up the last one.
              ref={button => {
                if (isGivenUp.current) button?.focus()
                isGivenUp.current = false
              }}
              label={words.uploadFile}
              look="wq-button"
              multiple
              disabled={isBusy}
              aria-describedby={limits}
              onChoose={upload}
            />
            <FileChoice
              label={words.takePhoto}
              look="wq-button camera"
              accept="image/*"
              capture="environment"
              disabled={isBusy}
              onChoose={upload}
            />
          </div>
          {largestFile !== undefined && (
            <small id={limits}>
              {words.uploadLimits({ size: sizeOf(largestFile), many: numberOf(MOST_AT_ONCE) })}
            </small>
          )}
        </div>
      )}
      <StepStatus step={step} done={done} />
      {batch.length > 1 && (
        <ul className="rows" aria-label={words.uploadsTitle}>
          {batch.map(({ file, state, failure }, at) => (
            <li key={at} className="event">
              <Icon name={state === 'stored' ? 'done' : 'documents'} />
              <span>
                <strong>
                  <bdi>{file.name}</bdi>
                </strong>
                <small className="event-about">{failure ?? words.uploadState({ state })}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {progress && <progress value={progress.loaded} max={progress.total} aria-label={words.uploadFile} />}
      {stopped && (
        <>
          <p>
            {goesOn
              ? words.uploadStopped({ file: nameIn(stopped) })
              : words.uploadUnsent({ file: nameIn(stopped) })}
          </p>
          <div className="wq-buttons">
            <button type="button" className="wq-button wq-primary" onClick={() => send(stopped)}>
              {goesOn ? words.continueUpload : words.tryAgain}
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

async function typed(file: File): Promise<File> {
  const { name, lastModified } = file
  return new File([file], name, { type: await typeOf(file), lastModified })
}

/** The one of a batch whose upload broke off. */
const brokenIn = (batch: Batch): Begun | undefined => batch.find(({ state }) => state === 'waiting')

const nameIn = (batch: Batch): string => brokenIn(batch)?.file.name ?? ''

/** Uploads on the page: the place for files, the outcome of each, and an upload that broke off. */
import { EmptyDrawing } from '@andiron/design/empty'
import { Icon } from '@andiron/design/icon'
import { type RefObject, useId } from 'react'
import { FileChoice } from '../../keys/file-choice.tsx'
import { Quoting } from '../../shell/failure.tsx'
import { numberOf, sizeOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { type Batch, MOST_AT_ONCE } from './uploads.ts'

interface UploadPlaceProps {
  /** There is no document yet. */
  readonly isEmpty: boolean
  /** Files are held over the page. */
  readonly isOver: boolean
  readonly isBusy: boolean
  /** The most bytes of a file. */
  readonly largestFile: number | undefined
  /** Set when an upload was given up: the place comes where its button was, and takes the focus. */
  readonly isGivenUp: RefObject<boolean>
  onChoose(files: readonly File[]): void
}

/** Files are dropped here, chosen, or photographed. */
export function UploadPlace({ isEmpty, isOver, isBusy, largestFile, isGivenUp, onChoose }: UploadPlaceProps) {
  const limits = useId()
  return (
    <div className="drop" data-over={isOver || undefined}>
      {isEmpty && (
        <>
          <EmptyDrawing of="documents" />
          <p>{words.noFiles}</p>
        </>
      )}
      <p className="drop-here">{words.dropHere}</p>
      <div className="wq-buttons">
        <FileChoice
          ref={button => {
            if (isGivenUp.current) button?.focus()
            isGivenUp.current = false
          }}
          label={words.uploadFile}
          look="wq-button"
          multiple
          disabled={isBusy}
          aria-describedby={limits}
          onChoose={onChoose}
        />
        <FileChoice
          label={words.takePhoto}
          look="wq-button camera"
          accept="image/*"
          capture="environment"
          disabled={isBusy}
          onChoose={onChoose}
        />
      </div>
      {largestFile !== undefined && (
        <small id={limits}>
          {words.uploadLimits({ size: sizeOf(largestFile), many: numberOf(MOST_AT_ONCE) })}
        </small>
      )}
    </div>
  )
}

/** The outcome of each file of a batch. */
export const UploadList = ({ batch }: { readonly batch: Batch }) => (
  <ul className="rows" aria-label={words.uploadsTitle}>
    {batch.map(({ file, state, failure }, at) => (
      <li key={at} className="event">
        <Icon name={state === 'stored' ? 'done' : 'documents'} />
        <span>
          <strong>
            <bdi>{file.name}</bdi>
          </strong>
          <small className="event-about">
            <Quoting text={failure ?? words.uploadState({ state })} />
          </small>
        </span>
      </li>
    ))}
  </ul>
)

interface StoppedUploadsProps {
  readonly batch: Batch
  onContinue(): void
  onGiveUp(): void
}

/** A batch that broke off: it goes on with the file that did, or is given up. */
export function StoppedUploads({ batch, onContinue, onGiveUp }: StoppedUploadsProps) {
  const broken = batch.find(({ state }) => state === 'waiting')
  const file = broken?.file.name ?? ''
  // A small file is sent again; so is one before the first of its parts.
  const goesOn = broken?.upload?.isInParts === true
  return (
    <>
      <p>{goesOn ? words.uploadStopped({ file }) : words.uploadUnsent({ file })}</p>
      <div className="wq-buttons">
        <button type="button" className="wq-button wq-primary" onClick={onContinue}>
          {goesOn ? words.continueUpload : words.tryAgain}
        </button>
        <button type="button" className="wq-button" onClick={onGiveUp}>
          {words.giveUpUpload}
        </button>
      </div>
    </>
  )
}

/** Uploads of files, one after the other: with the progress, the outcome of each, and a continuation after a break. */
import { useState } from 'react'
import { createDocumentReference } from '../../../../fhir/resources/document-reference.ts'
import { submitDocumentReference } from '../../../sdk/document-references.ts'
import type { Progress } from '../../../sdk/progress.ts'
import { type ResumableUpload, resumableUpload } from '../../../sdk/resumable.ts'
import { isPassing } from '../../../sdk/upload-parts.ts'
import type { UploadedFile } from '../../../sdk/uploads.ts'
import { numberOf, sizeOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Said, sentenceOf } from '../../shell/run-action.ts'
import type { Scene } from '../page-context.ts'
import { typeOf } from './file-type.ts'

/** Files that are accepted at once. */
export const MOST_AT_ONCE = 20

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
export type Batch = readonly Begun[]

/** @param run - runs work that resolves with its result for the person */
export function useUploads(
  { keyPair, keyring: { environment }, reload }: Pick<Scene, 'keyPair' | 'keyring' | 'reload'>,
  run: (doing: string, work: () => Promise<string>) => Promise<void>,
) {
  const [batch, setBatch] = useState<Batch>([])
  const [stopped, setStopped] = useState<Batch>()
  const [progress, setProgress] = useState<Progress>()
  const { largestFile } = environment

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
  const giveUp = (all: Batch) => {
    setStopped(undefined)
    for (const begun of all) {
      if (begun.state !== 'waiting') continue
      begun.state = 'failed'
      // The gateway removes the rest within a day.
      void begun.upload?.abandon().catch(() => {})
    }
    setBatch([...all])
  }
  return {
    /** The files of the last choice. */
    batch,
    /** The same after a break, until they are sent again or given up. */
    stopped,
    progress,
    send,
    giveUp,
  }
}

async function typed(file: File): Promise<File> {
  const { name, lastModified } = file
  return new File([file], name, { type: await typeOf(file), lastModified })
}

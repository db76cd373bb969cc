/** Stores accepted data with the person's key, inside the frame. */
import type { Questionnaire } from 'fhir/r5.js'
import { createDocumentReference } from '../../../fhir/resources/document-reference.ts'
import type { Environment } from '../../../schemas/environment.ts'
import type { Reply } from '../../react/messages.ts'
import { giveConsent } from '../../sdk/consents.ts'
import { submitDocumentReference } from '../../sdk/document-references.ts'
import type { AndironError } from '../../sdk/errors.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { type ResumableUpload, resumableUpload } from '../../sdk/resumable.ts'
import { submitData } from '../../sdk/submit.ts'
import { isPassing } from '../../sdk/upload-parts.ts'
import type { UploadedFile } from '../../sdk/uploads.ts'
import { languageNow } from '../shell/language/page-texts.ts'
import { answersIn, fillIn } from './fill-in.ts'
import type { Ask, StoreOptions } from './request-queue.ts'

export interface StoreContext {
  readonly environment: Environment
  questionnaire(id: string): Promise<Questionnaire>
}

export async function store(
  ask: Ask,
  keyPair: StorageKeyPair,
  options: StoreOptions,
  context: StoreContext,
): Promise<Reply<Ask['type']>> {
  return ask.type === 'SUBMIT_DATA'
    ? storeRecord(ask, keyPair, options, context)
    : storeFile(ask, keyPair, options, context)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Prefix of the reference of a file that answers a questionnaire. */
const ANSWERS = 'questionnaire/'

type RecordAsk = Extract<Ask, { readonly type: 'SUBMIT_DATA' }>
type FileAsk = Extract<Ask, { readonly type: 'SUBMIT_BINARY_DATA' }>

async function storeRecord(
  ask: RecordAsk,
  keyPair: StorageKeyPair,
  { details, signal, consent, onKept }: StoreOptions,
  { environment, questionnaire }: StoreContext,
): Promise<Reply<'SUBMIT_DATA'>> {
  const { interpolateSocials: links, ...payload } = ask.payload
  const answers = answersIn(details, links)
  const named = payload.submission['questionnaire']
  const submission =
    answers.size > 0 && typeof named === 'string'
      ? fillIn(payload.submission, (await questionnaire(named)) as never, answers)
      : payload.submission
  const send = () =>
    submitData(
      keyPair,
      { ...payload, submission },
      environment,
      // A request that is sent twice is stored once. Only random ids are used, because others may be reused.
      {
        signal,
        language: languageNow(),
        ...(ask.id !== undefined && UUID.test(ask.id) && { idempotencyKey: ask.id }),
      },
    )
  const { insertedUid, documentReferenceUid } = await send().catch(async error => {
    if (consent === undefined || (error as Partial<AndironError>).code !== 'AND_CONSENT_REQUIRED') throw error
    // Only if it is missing: it would replace a consent with other terms.
    await giveConsent(keyPair, { application: payload.applicationId, ...consent }, environment, { signal })
    onKept('consent')
    return send()
  })
  // As the application sent it: details that the person entered stay here.
  return { ...payload, insertedUid, ...(documentReferenceUid !== undefined && { documentReferenceUid }) }
}

async function storeFile(
  { payload }: FileAsk,
  keyPair: StorageKeyPair,
  options: StoreOptions,
  { environment }: StoreContext,
): Promise<Reply<'SUBMIT_BINARY_DATA'>> {
  const { signal, onKept } = options
  const { applicationId, reference, fileName, fileType, data } = payload
  const file = new File([data], fileName, { type: fileType })
  const upload = resumableUpload(keyPair, file, { reference, applicationId }, environment)
  const { insertedUid, url } = await sent(upload, fileName, options)
  // The service describes the files of a response on behalf of the application whose form it answers.
  if (reference.startsWith(ANSWERS)) return { insertedUid, url }
  onKept('file')
  const document = createDocumentReference({
    ...{ binaryId: insertedUid, fileName, fileType, fileSize: file.size, subjectDid: keyPair.did },
  })
  const described = await submitDocumentReference(keyPair, document, environment, { applicationId, signal })
  return { insertedUid, url, documentReferenceUid: described.insertedUid }
}

/** Sends a file, as often as the person continues after a failure. */
async function sent(
  upload: ResumableUpload,
  fileName: string,
  { signal, onProgress, onStopped }: StoreOptions,
): Promise<UploadedFile> {
  for (;;)
    try {
      return await upload.send({ signal, onProgress })
    } catch (error) {
      if (upload.isInParts && isPassing(error) && (await onStopped(fileName))) continue
      // The gateway removes the rest within a day.
      await upload.abandon().catch(() => {})
      throw error
    }
}

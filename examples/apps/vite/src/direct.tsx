/**
 * Without the wallet frame: the page derives the person's key, encrypts their file, and calls the service and
 * the nodes.
 */
import type { Questionnaire } from '@andiron/questionnaire'
import { useBinaryUploads } from '@andiron/react'
import {
  createDocumentReference,
  DOCUMENT_CATEGORY_CONCEPTS,
  DOCUMENT_TYPE_CONCEPTS,
  deriveStorageKeypair,
  encryptAndUploadFile,
  fetchBinaryData,
  QuestionnaireResponseSchema,
  resolveEnvironment,
  type SessionKeyData,
  submitBinaryData,
  submitData,
  submitDocumentReference,
} from '@andiron/sdk'
import { decrypt } from '@andiron/sdk/encryption'
import { useState } from 'react'
import { apiBaseUrl, applicationId, questionnaireId } from './config'
import { signWith, useWallet } from './wallet'

const environment = resolveEnvironment({ apiBaseUrl })

export function Direct({ questionnaire }: { questionnaire: Questionnaire }) {
  const wallet = useWallet()
  const [session, setSession] = useState<SessionKeyData>()
  const [log, setLog] = useState<string[]>([])
  const keypair = session?.sessionKeyPair
  const { createUploadCredentials, downloadAndDecryptFile, isRunning, error } = useBinaryUploads({
    keypair,
    environment,
  })
  const say = (line: string) => setLog(before => [...before, line])

  async function connect() {
    if (!wallet) return
    const { address, signFn } = await signWith(wallet)
    setSession(await deriveStorageKeypair(signFn, address))
  }

  async function keep(file: File) {
    if (!keypair) return
    const about = { fileName: file.name, fileType: file.type }
    const reference = `questionnaire/${questionnaireId}/photo`
    const { presignedUrl, uploadKey } = await createUploadCredentials({ applicationId, reference, ...about })
    const { encryptionKey } = await encryptAndUploadFile(file, presignedUrl)
    const url = `service://${uploadKey}`
    const record = {
      encryption_key: JSON.stringify(encryptionKey),
      reference,
      file_name: file.name,
      file_size: file.size,
      file_type: file.type,
      controller_did: keypair.did,
      url,
    }
    const { insertedUid } = await submitBinaryData(keypair, record, environment, applicationId)

    const document = createDocumentReference({
      binaryId: insertedUid,
      ...about,
      fileSize: file.size,
      subjectDid: keypair.did,
      description: 'A photo for the diary',
      type: DOCUMENT_TYPE_CONCEPTS.PHOTO_DOCUMENT,
      category: [DOCUMENT_CATEGORY_CONCEPTS.CLINICAL],
    })
    await submitDocumentReference(keypair, document, environment)
    say(`Photo ${insertedUid}`)

    const valueAttachment = {
      id: insertedUid,
      url,
      contentType: file.type,
      size: file.size,
      title: file.name,
    }
    const response = {
      resourceType: 'QuestionnaireResponse',
      questionnaire: questionnaire.id ?? questionnaireId,
      status: 'completed',
      item: [
        {
          linkId: 'today',
          item: [{ linkId: 'pain', answer: [{ valueCoding: { system: 'urn:diary', code: 'some' } }] }],
        },
        { linkId: 'details', item: [{ linkId: 'photo', answer: [{ valueAttachment }] }] },
      ],
    }
    const submissionPayload = {
      applicationId,
      timestamp: new Date().toISOString(),
      schemaId: QuestionnaireResponseSchema.schemaUid,
      submission: response,
    }
    const stored = await submitData(keypair, submissionPayload, environment)
    say(`Response ${stored.insertedUid}`)

    // Read back both ways, as the person.
    for (const attachment of QuestionnaireResponseSchema.findValueAttachments(response.item)) {
      const { binaryFile, data } = await fetchBinaryData(keypair, environment, String(attachment.id))
      const opened = await decrypt(await data, JSON.parse(binaryFile.encryption_key))
      const same = await downloadAndDecryptFile(binaryFile._id)
      say(`Read ${new Blob([opened]).size} and ${same.size} bytes`)
    }
  }

  return (
    <>
      <button type="button" disabled={!wallet} onClick={() => void connect()}>
        Connect
      </button>
      <p>{keypair ? `Your key: ${keypair.did}` : 'No key yet'}</p>
      <input
        type="file"
        aria-label="A photo"
        disabled={!keypair || isRunning}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) keep(file).catch(cause => say(String(cause)))
        }}
      />
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {log.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/**
 * Files of responses: DocumentReferences describe them, their owners may submit such as well, and the
 * publisher of the form may read them.
 */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import type { DocumentReference as FhirDocumentReference, Reference } from 'fhir/r5.js'
import { isDid, keyIdOf } from '../../core/crypto/index.ts'
import {
  type Context,
  type Draft,
  definePlugin,
  InvalidRecord,
  ownRecords,
  uuidOf,
  withIssues,
} from '../../core/index.ts'
import { binaryIdOf, binaryUrlOf, createDocumentReference } from '../../fhir/resources/document-reference.ts'
import { DocumentReference } from '../../schemas/document-reference.ts'
import type { Issue } from '../../schemas/issue.ts'
import { uids } from '../../schemas/uids.ts'
import { type AttachedFile, attachedFiles } from './attached-files.ts'
import { documents } from './fhir.ts'
import { acceptAttachments, describe } from './hooks.ts'
import { serveResponseFiles } from './response-files.ts'
import { myDocumentReferences } from './tool.ts'

export type { FileDescription, FoundAttachment } from './hooks.ts'

export default definePlugin({
  name: 'fhir-document-reference',
  version: '1.0.0',
  dependencies: ['applications', 'attachments', 'fhir-questionnaire'],
  schemas: [DocumentReference],
  openHooks: { acceptAttachment: 'guard', describeFile: 'transform' },
  collections: [
    {
      uid: uids.DocumentReference,
      name: 'DocumentReference',
      kind: 'owned',
      personal: true,
      schema: DocumentReference,
      enrich(document, { caller, now }) {
        const person = {
          reference: caller.did,
          identifier: { system: 'urn:ietf:rfc:3986', value: caller.did },
        }
        return { author: [person], ...document, subject: person, date: now.toISOString() }
      },
      async validate(document, context) {
        const issues = await wrongFile(document, context)
        if (issues.length > 0) throw withIssues(new InvalidRecord(), issues)
      },
    },
  ],
  tools: [myDocumentReferences],
  fhir: { types: [documents] },
  tag: {
    name: 'Files of responses',
    description: 'Files in responses, for the publisher of the form.',
  },
  hooks: {
    async validateSubmission(draft, context) {
      const { files, issues } = isResponse(draft)
        ? await attachedFiles(draft.record, context)
        : { files: [], issues: await wrongAuthors(draft, context) }
      if (issues.length > 0) throw withIssues(new InvalidRecord(), issues)
      await acceptAttachments(draft, files, context)
    },
    async deriveRecords({ draft, derive }, context) {
      if (!isResponse(draft)) return
      const { files } = await attachedFiles(draft.record, context)
      for (const file of files) {
        const uid = uuidOf('document-reference', `${draft.uid} ${file.binaryId}`)
        const described = (await describedAlready(file, context)) ?? uid
        // A retry derives its own again: an interrupted attempt may have left it on some nodes only.
        if (described === uid)
          await derive(uids.DocumentReference, uid, await documentOf(draft, file, context))
        draft.answer['documentReferenceUid'] ??= described
      }
    },
    async onFileDeletion({ binaryId, left }, { app, caller }) {
      const { records, config } = app.gateway
      const filter = { 'content.attachment.url': binaryUrlOf(binaryId) }
      for (let after: string | undefined; ; ) {
        const page = await records.find(uids.DocumentReference, filter, {
          limit: 200,
          ...(after !== undefined && { after }),
        })
        for (const { _id, _owner } of page.records)
          if (_owner !== undefined && keyIdOf(_owner, [config.did.prefix]) === caller.key)
            left.push({ collection: uids.DocumentReference, document: _id })
        if (page.next === undefined) return
        after = page.next
      }
    },
  },

  async routes(app) {
    await app.register(async scope => serveResponseFiles(scope))
  },
})

const isResponse = ({ collection }: Draft): boolean => collection.uid === uids.QuestionnaireResponse

/** The uploader may have described the file already: it needs no second DocumentReference. */
async function describedAlready(
  { binaryId }: AttachedFile,
  { app, caller }: Context,
): Promise<string | undefined> {
  const filter = { 'content.attachment.url': binaryUrlOf(binaryId) }
  const [first] = (await ownRecords(app.gateway, uids.DocumentReference, caller, filter, 200)) ?? []
  return first?._id
}

/** The DocumentReference of a file in a response. */
async function documentOf(response: Draft, file: AttachedFile, context: Context) {
  const { binaryId, binary } = file
  const author = (response.record as unknown as QuestionnaireResponse).author?.reference
  const document = createDocumentReference({
    binaryId,
    fileName: binary.file_name,
    fileType: binary.file_type,
    fileSize: binary.file_size,
    subjectDid: context.caller.did,
    ...(author !== undefined && { author }),
    ...(await describe(response, file, context)),
  })
  return { ...document }
}

/**
 * The author of a file is its uploader. An application is an author if it took part: it signed for the
 * person, or the service describes a file that answers a form of the application.
 */
async function wrongAuthors(draft: Draft, { app, caller }: Context): Promise<Issue[]> {
  if (draft.derived || draft.collection.uid !== uids.DocumentReference) return []
  const { author = [] } = draft.record as Pick<FhirDocumentReference, 'author'>
  const prefixes = [app.gateway.config.did.prefix]
  const isOne = ({ reference, identifier }: Reference, key: string) =>
    [reference, identifier?.value ?? reference].every(
      did => isDid(did, prefixes) && keyIdOf(did, prefixes) === key,
    )
  const wrong = [...author.keys()].filter(index => !isOne(author[index] ?? {}, caller.key))
  if (wrong.length === 0) return []
  const application = await provedApplication(draft, app, caller)
  const key = application && keyIdOf(application.did, prefixes)
  return wrong
    .filter(index => key === undefined || !isOne(author[index] ?? {}, key))
    .map(index => issue(`DocumentReference.author[${index}]`, WRONG_AUTHOR))
}

async function provedApplication(
  { applicationId, applicationProof }: Draft,
  { applications }: Context['app'],
  caller: Context['caller'],
) {
  if (applicationId === undefined || applicationProof === undefined) return undefined
  return applications.proved(applicationId, applicationProof, caller).catch((error: unknown) => {
    if ((error as { statusCode?: number }).statusCode === 401) return undefined
    throw error
  })
}

const WRONG_AUTHOR = "This must be you, or the application whose 'applicationProof' came with the submission."

async function wrongFile(
  document: Pick<FhirDocumentReference, 'content'>,
  context: Context,
): Promise<Issue[]> {
  const path = 'DocumentReference.content[0].attachment'
  const attachment = document.content[0]?.attachment
  const file = await context.app.files.find(context.caller, binaryIdOf(document) ?? '')
  if (file === undefined) return [issue(`${path}.url`, 'This must be a file of yours that was uploaded.')]
  const { file_size, file_type } = file.binary
  return [
    ...(Number(attachment?.size) === file_size
      ? []
      : [issue(`${path}.size`, 'This is not the size of the file.')]),
    ...(attachment?.contentType === file_type
      ? []
      : [issue(`${path}.contentType`, 'This is not the type of the file.')]),
  ]
}

const issue = (expression: string, text: string): Issue => ({
  severity: 'error',
  code: 'value',
  rule: 'document-reference',
  expression,
  text,
})

/** Files in responses, opened for the application that published the form. */
import type { FastifyInstance } from 'fastify'
import type { Attachment } from 'fhir/r4.js'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Caller, contextOf, type StoredRecord } from '../../core/index.ts'
import { findValueAttachments, type ResponseItemLike } from '../../fhir/resources/attachments.ts'
import { Uuid } from '../../schemas/identity.ts'
import { uids } from '../../schemas/uids.ts'
import { untruthOf } from './attached-files.ts'
import { UnknownResponseFile } from './errors.ts'

interface Params {
  /** The id of the questionnaire. */
  readonly id: string
  readonly response: string
  readonly binaryId: string
}

export function serveResponseFiles(scope: FastifyInstance): void {
  const { files, gateway } = scope
  const prefixes = [gateway.config.did.prefix]

  scope.get<{ Params: Params }>(
    '/api/questionnaire/:id/responses/:response/attachments/:binaryId',
    {
      schema: {
        operationId: 'downloadResponseFile',
        summary: 'Download a file in a response',
        description:
          'For the application that published the questionnaire, while the owner of the file lets the service read it. The ' +
          'gateway authenticates the whole file before it sends the first byte.',
        security: [{ application: ['read:questionnaire[{id}]'] }],
        params: {
          type: 'object',
          required: ['id', 'response', 'binaryId'],
          properties: {
            id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
            response: { ...Uuid, description: 'The `id` of the response.' },
            binaryId: { ...Uuid, description: 'The `id` of the attachment in it.' },
          },
        },
        response: {
          200: {
            description: 'The decrypted file.',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      config: { errors: [UnknownResponseFile, ...files.refusals], rateLimited: true },
    },
    async (request, reply) => {
      const { caller, params } = request
      const { binaryId } = params
      const response = await responseTo(caller, params)
      const attachments = response === undefined ? [] : attachmentsOf(response, binaryId)
      if (response === undefined || attachments.length === 0) throw new UnknownResponseFile(binaryId)
      await scope.questionnaires.admitReading([params.id], contextOf(request))
      const owner = ownerOf(response)
      // An attachment that contradicts the record of its file was meant for another file.
      const found = await files.findStored(owner, binaryId)
      if (found === undefined || attachments.some(each => untruthOf(each, found.binary) !== undefined))
        throw new UnknownResponseFile(binaryId)
      const file = await files.open(owner, binaryId, contextOf(request))
      if (file === undefined) throw new UnknownResponseFile(binaryId)
      const client = await scope.applications.readerOf(caller)
      const access = { action: 'downloadResponseFile', records: [response._id, binaryId] }
      await gateway.audit.add({ person: owner.key, at: Date.now(), client, ...access })
      return reply.headers(file.headers).send(await file.stream())
    },
  )

  /** The response as the service accepted it, to a questionnaire that the caller published. */
  async function responseTo(caller: Caller, { id, response }: Params): Promise<StoredRecord | undefined> {
    const questionnaire = await scope.questionnaires.get(id)
    if (!questionnaire || keyIdOf(questionnaire.resource.publisher, prefixes) !== caller.key) return undefined
    const record = await gateway.records.read(uids.QuestionnaireResponse, response)
    if (!record || !gateway.isAttested(uids.QuestionnaireResponse, record)) return undefined
    const answered = await scope.questionnaires.answeredBy(record)
    if (answered?.resource._id !== id) return undefined
    const use = { reader: caller.key, purpose: 'records' } as const
    return (await gateway.withholding.check(use, () => id))(record) ? record : undefined
  }

  const ownerOf = ({ _owner = '' }: StoredRecord) => ({ key: keyIdOf(_owner, prefixes) })
}

const attachmentsOf = ({ item }: StoredRecord, binaryId: string): Attachment[] =>
  findValueAttachments(item as readonly ResponseItemLike[]).filter(({ id }) => id === binaryId)

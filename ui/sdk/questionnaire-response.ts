/** The collection of questionnaire responses, for applications. */
import type { Attachment } from 'fhir/r4.js'
import { findValueAttachments, type ResponseItemLike } from '../../fhir/resources/attachments.ts'
import { uids } from '../../schemas/uids.ts'

export type { ResponseItemLike }

/** An attachment in an answer: `id` is the uid of the binary file. */
export type ValueAttachment = Attachment

export const QuestionnaireResponseSchema = {
  schemaUid: uids.QuestionnaireResponse,
  findValueAttachments,
} as const

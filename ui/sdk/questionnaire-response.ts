/** The collection of questionnaire responses, as an application knows it. */
import type { Attachment } from 'fhir/r4.js'
import { uids } from '../../schemas/uids.ts'

/** An answered attachment: `id` is the uid of the binary file. */
export type ValueAttachment = Attachment

/** The least that is needed of an item of a response to look through it. */
export interface ResponseItemLike {
  readonly item?: readonly ResponseItemLike[] | undefined
  readonly answer?:
    | readonly { readonly valueAttachment?: Attachment; readonly item?: readonly ResponseItemLike[] }[]
    | undefined
}

export const QuestionnaireResponseSchema = {
  schemaUid: uids.QuestionnaireResponse,
  /** All attachments of a response in document order, those below groups and answers included. */
  findValueAttachments,
} as const

function findValueAttachments(items: readonly ResponseItemLike[] | undefined): ValueAttachment[] {
  return (items ?? []).flatMap(({ item, answer }) => [
    ...(answer ?? []).flatMap(({ valueAttachment, item }) => [
      ...(valueAttachment ? [valueAttachment] : []),
      ...findValueAttachments(item),
    ]),
    ...findValueAttachments(item),
  ])
}

/** Finds the attachments in a response. */
import type { Attachment } from 'fhir/r4.js'

/** An item of a response, of any type that an application uses. Nested items are searched, not declared. */
export interface ResponseItemLike {
  readonly linkId?: string | undefined
  readonly item?: readonly object[] | undefined
  readonly answer?: readonly object[] | undefined
}

interface AnswerLike {
  readonly valueAttachment?: Attachment
  readonly item?: readonly ResponseItemLike[]
}

/** All attachments of a response in document order, including those nested in groups and answers. */
export function findValueAttachments(items: readonly ResponseItemLike[] | undefined): Attachment[] {
  return (items ?? []).flatMap(({ item, answer }) => [
    ...((answer ?? []) as readonly AnswerLike[]).flatMap(({ valueAttachment, item }) => [
      ...(valueAttachment ? [valueAttachment] : []),
      ...findValueAttachments(item),
    ]),
    ...findValueAttachments(item),
  ])
}

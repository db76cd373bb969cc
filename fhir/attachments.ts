/** The attachments that a response holds. */
import type { Attachment } from 'fhir/r4.js'

/** The least that is needed of an item of a response to look through it. */
export interface ResponseItemLike {
  readonly item?: readonly ResponseItemLike[] | undefined
  readonly answer?:
    | readonly { readonly valueAttachment?: Attachment; readonly item?: readonly ResponseItemLike[] }[]
    | undefined
}

/** All attachments of a response in document order, those below groups and answers included. */
export function findValueAttachments(items: readonly ResponseItemLike[] | undefined): Attachment[] {
  return (items ?? []).flatMap(({ item, answer }) => [
    ...(answer ?? []).flatMap(({ valueAttachment, item }) => [
      ...(valueAttachment ? [valueAttachment] : []),
      ...findValueAttachments(item),
    ]),
    ...findValueAttachments(item),
  ])
}

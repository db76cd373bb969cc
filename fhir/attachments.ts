/** Finds the attachments in a response. */
import type { Attachment } from 'fhir/r4.js'

/** The members of a response item that the search needs. */
export interface ResponseItemLike {
  readonly item?: readonly ResponseItemLike[] | undefined
  readonly answer?:
    | readonly { readonly valueAttachment?: Attachment; readonly item?: readonly ResponseItemLike[] }[]
    | undefined
}

/** All attachments of a response in document order, including those nested in groups and answers. */
export function findValueAttachments(items: readonly ResponseItemLike[] | undefined): Attachment[] {
  return (items ?? []).flatMap(({ item, answer }) => [
    ...(answer ?? []).flatMap(({ valueAttachment, item }) => [
      ...(valueAttachment ? [valueAttachment] : []),
      ...findValueAttachments(item),
    ]),
    ...findValueAttachments(item),
  ])
}

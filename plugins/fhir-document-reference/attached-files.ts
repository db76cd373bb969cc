/** The stored files of a response, and its false statements about them. */
import type { Attachment } from 'fhir/r4.js'
import type { Context } from '../../core/index.ts'
import { findValueAttachments, type ResponseItemLike } from '../../fhir/resources/attachments.ts'
import type { Binary } from '../../schemas/binary.ts'
import type { Issue } from '../../schemas/issue.ts'

export interface AttachedFile {
  readonly binaryId: string
  readonly binary: Binary
}

/**
 * Each file once, in the order of the response. An attachment that names a file, by an `id` or by a URL of
 * this gateway, must match a file of the caller in every element. One with its own bytes or a foreign URL,
 * and without a file's name, is not checked.
 */
export async function attachedFiles(
  response: Readonly<Record<string, unknown>>,
  { app, caller }: Context,
): Promise<{ readonly files: readonly AttachedFile[]; readonly issues: readonly Issue[] }> {
  const { fileScheme, fileSchemeAliases } = app.gateway.config
  const schemes = [fileScheme, ...fileSchemeAliases]
  const isOurs = (url: unknown) => schemes.some(scheme => String(url).startsWith(`${scheme}://`))
  const isStored = ({ id, url, data }: Attachment) =>
    // The id of a file opens it, whatever the other elements are; any other id is FHIR's own id of an
    // element.
    app.files.isId(id) || isOurs(url) || (id !== undefined && url === undefined && data === undefined)

  const files = new Map<string, AttachedFile>()
  const issues: Issue[] = []
  for (const attachment of findValueAttachments(response['item'] as readonly ResponseItemLike[]).filter(
    isStored,
  )) {
    const { id: binaryId = '' } = attachment
    const binary = files.get(binaryId)?.binary ?? (await app.files.find(caller, binaryId))?.binary
    const wrong = binary === undefined ? UNKNOWN : untruthOf(attachment, binary)
    if (wrong !== undefined) issues.push(issueOf(attachment, wrong))
    else if (binary !== undefined) files.set(binaryId, { binaryId, binary })
  }
  return { files: [...files.values()], issues }
}

const UNKNOWN = ['id', 'is not that of a file of yours that was uploaded'] as const

/** The first field of an attachment that does not match the file with its `id`, and the reason. */
export function untruthOf(
  { url, data, contentType, size }: Attachment,
  binary: Binary,
): readonly [field: string, wrong: string] | undefined {
  if (data !== undefined) return ['data', 'stands beside the id of a file, which has its own bytes']
  if (url !== undefined && url !== binary.url) return ['url', 'is not that of the file']
  if (contentType !== undefined && contentType !== binary.file_type)
    return ['contentType', 'is not that of the file']
  if (size !== undefined && Number(size) !== binary.file_size) return ['size', 'is not that of the file']
  return undefined
}

const issueOf = ({ id }: Attachment, [field, wrong]: readonly [string, string]): Issue => ({
  severity: 'error',
  code: 'value',
  rule: 'attachment',
  expression: `QuestionnaireResponse.descendants().where(id='${String(id).replace(/[^\w-]/g, '')}').${field}`,
  text: `The ${field} of the attachment ${wrong}.`,
})

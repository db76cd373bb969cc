/** The stored files that a response holds, and what it says of them that is not so. */
import type { Attachment } from 'fhir/r4.js'
import type { Context } from '../../core/index.ts'
import { findValueAttachments, type ResponseItemLike } from '../../fhir/attachments.ts'
import type { Binary } from '../../schemas/binary.ts'
import type { Issue } from '../../schemas/issue.ts'

export interface AttachedFile {
  readonly binaryId: string
  readonly binary: Binary
}

/**
 * Each file once, in the order of the response. An attachment that brings its own bytes, or points elsewhere, is none of ours;
 * one that was answered with an `id` or a URL of ours must be true of a file of the caller.
 */
export async function attachedFiles(
  response: Readonly<Record<string, unknown>>,
  { app, caller }: Context,
): Promise<{ readonly files: readonly AttachedFile[]; readonly issues: readonly Issue[] }> {
  const { fileScheme, fileSchemeAliases } = app.gateway.config
  const schemes = [fileScheme, ...fileSchemeAliases]
  const isStored = ({ id, url, data }: Attachment) =>
    url === undefined
      ? id !== undefined && data === undefined
      : schemes.some(scheme => url.startsWith(`${scheme}://`))

  const files = new Map<string, AttachedFile>()
  const issues: Issue[] = []
  for (const attachment of findValueAttachments(response['item'] as readonly ResponseItemLike[]).filter(
    isStored,
  )) {
    const { id: binaryId = '' } = attachment
    const binary = files.get(binaryId)?.binary ?? (await app.files.find(caller, binaryId))?.binary
    const wrong = binary === undefined ? UNKNOWN : untruth(attachment, binary)
    if (wrong !== undefined) issues.push(issueOf(attachment, wrong))
    else if (binary !== undefined) files.set(binaryId, { binaryId, binary })
  }
  return { files: [...files.values()], issues }
}

const UNKNOWN = ['id', 'is not that of a file of yours that was uploaded'] as const

function untruth(
  { url, contentType, size }: Attachment,
  binary: Binary,
): readonly [string, string] | undefined {
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

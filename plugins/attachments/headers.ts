/** The headers for serving untrusted files: saved, never displayed, never cached. */

/** Types that browsers execute, and malformed types, are served as plain bytes. */
const RUNNABLE = /html|xml|svg|script|wasm|multipart/i
// RFC 6838 §4.2: the names of a type and its subtype.
const TYPE = /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/i

export function fileHeaders(file: {
  readonly file_name: string
  readonly file_type: string
  readonly file_size: number
}): Record<string, string | number> {
  return {
    'content-type': servedType(file.file_type),
    'content-length': file.file_size,
    'content-disposition': attachmentNamed(file.file_name),
    'accept-ranges': 'none',
    'cache-control': 'no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
}

/** The owner's declared type, if it is harmless. */
export function servedType(fileType: string): string {
  return TYPE.test(fileType) && !RUNNABLE.test(fileType) ? fileType.toLowerCase() : 'application/octet-stream'
}

/** RFC 6266 §4: the name in ASCII for old clients, and in full in the form of RFC 8187. */
export function attachmentNamed(name: string): string {
  const safe = name.replace(/[\p{C}\p{Zl}\p{Zp}/\\]/gu, '_')
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  // RFC 8187 §3.2.1: the characters beyond attr-char that encodeURIComponent does not escape.
  const extended = encodeURIComponent(safe).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`
}

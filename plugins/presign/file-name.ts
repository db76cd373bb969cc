/** File names as part of a key, sanitized because clients choose them. */

/** The maximum bytes of a name in file systems. */
const LONGEST = 255
/** Maximum length of an extension that is kept when a name is truncated. */
const LONGEST_ENDING = 16

/**
 * The last part of a path in Unicode normal form C, without control, formatting and unassigned characters,
 * and without path separators and characters with a meaning in URLs or shells. The record keeps the original
 * name.
 */
export function safeFileName(name: string): string {
  const last =
    name
      .normalize('NFC')
      .split(/[/\\]/)
      .findLast(part => /[^.\s]/.test(part)) ?? ''
  const plain = last
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/["#%&*:;<>?`|{}^~$'!]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. -]+|[. ]+$/g, '')
  return shortened(plain || 'file')
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= LONGEST_ENDING ? name.slice(dot) : ''
  let stem = ''
  for (const character of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(stem + character + ending) > LONGEST) break
    stem += character
  }
  return stem + ending
}

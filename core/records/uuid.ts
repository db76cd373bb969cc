/** UUIDs derived from a name: a name has the same id everywhere. */
import { hash } from 'node:crypto'

/**
 * A UUID of version 8 (RFC 9562 §5.8): the first bytes of the SHA-256 of a namespace and a name.
 * @param namespace - the kind of the named thing, such as `application`
 */
export function uuidOf(namespace: string, name: string): string {
  const bytes = hash('sha256', `${namespace}\0${name}`, 'buffer').subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

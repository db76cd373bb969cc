/** The encodings that a browser accepts. */

/** Of a longer list, these are read. */
const MOST = 32

/** True if the header `Accept-Encoding` names the encoding and does not refuse it (RFC 9110, section 12.5.3). */
export const acceptsEncoding = (accepted = '', encoding: string): boolean =>
  accepted.split(',', MOST).some(each => {
    const [name = '', ...weights] = each.toLowerCase().split(';')
    return name.trim() === encoding && !weights.some(weight => /^\s*q=0(\.0*)?\s*$/.test(weight))
  })

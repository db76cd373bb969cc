/** The term of the certificate that a server shows, whoever signed it. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** Milliseconds since the epoch. */
export interface CertificateTerm {
  readonly start: number
  readonly end: number
}

/** Time-out in milliseconds of a greeting. */
const PATIENCE = 2_000

/**
 * Greets a server and sends nothing.
 * @returns `undefined` if the URL is none of https, or the server does not answer
 */
export async function certificateTerm(url: string): Promise<CertificateTerm | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise(resolve => {
    const socket = connect({
      ...{ host, port: Number(port || 443), timeout: PATIENCE },
      // An address is no name that a server could choose its certificate by.
      ...(isIP(host) === 0 && { servername: host }),
      // An expired certificate is to be read, too.
      rejectUnauthorized: false,
    })
    const done = (term?: CertificateTerm) => {
      socket.destroy()
      resolve(term)
    }
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      const [start, end] = [Date.parse(valid_from), Date.parse(valid_to)]
      done(Number.isNaN(start + end) ? undefined : { start, end })
    })
    socket.once('timeout', () => done())
    socket.once('error', () => done())
  })
}

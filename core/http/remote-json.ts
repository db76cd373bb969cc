/** Requests JSON from a server that others run: within a time, up to a size, and if required at a public address. */
import { lookup as resolve } from 'node:dns'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The network interface, replaced in tests. */
export interface Network {
  readonly request: (
    url: URL,
    options: RequestOptions,
    answer: (response: IncomingMessage) => void,
  ) => ClientRequest
  readonly resolve: typeof resolve
  readonly isPublic: (address: string) => boolean
}

/** True for unicast addresses of the internet: not this machine or its network, and no translation prefixes. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

export const INTERNET: Network = {
  request: (url, options, answer) =>
    (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, answer),
  resolve,
  isPublic: isPublicAddress,
}

/** The reason why there is no answer. */
export type RemoteFault = 'unreachable' | 'late' | 'too-large' | 'no-json' | 'malformed'

/** There is no answer. The message has neither the URL nor the answer. */
export class RemoteFailure extends Error {
  readonly fault: RemoteFault
  /** The status of an answer that is not JSON. */
  readonly status: number | undefined

  constructor(fault: RemoteFault, status?: number) {
    super(`The server's answer is ${fault}`)
    this.fault = fault
    this.status = status
  }
}

export interface RemoteRequest {
  /** Milliseconds for the whole answer: a server that sends a byte now and then cannot delay it. */
  readonly patience: number
  /** Maximum bytes of the answer. */
  readonly largest: number
  /** True for a URL that outsiders chose: it is only connected to at a public address. */
  readonly publicOnly: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The body of a POST. */
  readonly body?: string
  /** True if an answer of this status is read. @default 200 only */
  reads?(status: number): boolean
  /** True if a status alone is the answer: its body is not read, and `json` is undefined. @default none */
  ends?(status: number): boolean
}

export interface RemoteAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly json: unknown
  /** Bytes of the answer. */
  readonly size: number
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json(\s*;|$)/i

/**
 * Sends one request and follows no redirect. With `publicOnly`, it connects to the address that was checked, so
 * that a name cannot mean one address during the check and another during the use.
 * @throws RemoteFailure
 */
export function requestJson(
  url: URL,
  { patience, largest, publicOnly, headers, body, reads = status => status === 200, ends }: RemoteRequest,
  { request, resolve, isPublic }: Network = INTERNET,
): Promise<RemoteAnswer> {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || first === undefined) return callback(error ?? new Error('no address'), '', 0)
      if (!addresses.every(({ address }) => isPublic(address)))
        return callback(new Error('not public'), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

  return new Promise((succeed, fail) => {
    // An address is not looked up, so that the lookup cannot refuse it.
    const isAddress = ipaddr.isValid(url.hostname.replace(/^\[|\]$/g, ''))
    if (publicOnly && isAddress) return fail(new RemoteFailure('unreachable'))
    const outgoing = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        ...(publicOnly && { lookup }),
        maxHeaderSize: 16 * 1024,
        headers: {
          accept: 'application/json',
          'user-agent': 'andiron',
          connection: 'close',
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      response => {
        const { statusCode: status = 0, headers } = response
        if (ends?.(status)) {
          clearTimeout(timer)
          outgoing.destroy()
          return succeed({ status, headers, json: undefined, size: 0 })
        }
        if (!reads(status) || !JSON_TYPE.test(headers['content-type'] ?? ''))
          return give(new RemoteFailure('no-json', status))
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > largest) return give(new RemoteFailure('too-large', status))
          parts.push(part)
        })
        response.on('error', () => give(new RemoteFailure('unreachable')))
        response.on('end', () => {
          clearTimeout(timer)
          try {
            const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
            succeed({ status, headers, json: JSON.parse(text), size })
          } catch {
            fail(new RemoteFailure('malformed', status))
          }
        })
      },
    )
    const give = (error: RemoteFailure) => {
      clearTimeout(timer)
      outgoing.destroy()
      fail(error)
    }
    const timer = setTimeout(() => give(new RemoteFailure('late')), patience)
    // The error does not reveal to outsiders whether the name resolves, and to which address.
    outgoing.on('error', () => give(new RemoteFailure('unreachable')))
    outgoing.end(body)
  })
}

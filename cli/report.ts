/** Reports errors on the command line: the fault, its place and the remedy, never a stack trace. */
import { readFileSync } from 'node:fs'
import { concealUserinfo } from '../core/config/conceal.ts'
import { scrub } from '../core/http/scrub.ts'

export const { version } = JSON.parse(
  readFileSync(new URL(import.meta.resolve('#root/package.json')), 'utf8'),
) as {
  version: string
}

/** The message for an operator. An unknown error includes its location, for a bug report. */
export function sentenceOf(error: unknown): string {
  const { code, message, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Choose another with --port, or end what listens there.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights. Choose one above 1023 with --port.`
  if (code?.startsWith('AND_')) return concealUserinfo(message)
  const unreached = unreachedIn(error)
  if (unreached !== undefined) return unreached
  const frame = (error as Error).stack?.split('\n').find(line => /^\s+at /.test(line))
  return scrub(`${message}${frame ? ` (${frame.trim()})` : ''}`)
}

/** The sentence of a request that found no server; `fetch` itself says only that it failed. */
function unreachedIn(error: unknown): string | undefined {
  const { message, cause } = error as Error & {
    cause?: NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number; errors?: unknown[] }
  }
  if (message !== 'fetch failed' || cause === undefined) return undefined
  // A name with several addresses has an error for each.
  const { code, hostname, address, port } = (cause.errors?.[0] ?? cause) as NonNullable<typeof cause>
  const place = hostname ?? (address === undefined ? 'The server' : `${address}:${port}`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no host '${place}' (${code}). Correct the URL, or its DNS entry.`
  if (code?.startsWith('CERT_') || code?.includes('CERT') || code?.includes('TLS'))
    return `The certificate of the server is not accepted (${code}). Renew it, or name its authority in NODE_EXTRA_CA_CERTS.`
  return `${place} does not answer (${code ?? 'no connection'}). Start the server there, or correct the URL.`
}

/** Prints the output of a server program in one write, so that a reader of the first line has all of them. */
export function tell(title: string, lines: readonly (readonly [name: string, value: string])[]): void {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2
  const rows = lines.map(([name, value]) => `  ${name.padEnd(width)}${value}\n`)
  process.stdout.write(`${title}\n${rows.join('')}`)
}

/** Lines of a table; the last column keeps its length. */
export function linesOf(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** `AbortSignal.timeout` does not keep the process alive if a connection breaks silently. */
export async function fetchInTime(url: string): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), 3000)
  try {
    const answer = await fetch(url, { signal: late.signal })
    // The body, too, may never end.
    return new Response(await answer.arrayBuffer(), answer)
  } finally {
    clearTimeout(timer)
  }
}

export function fail(error: unknown): void {
  process.stderr.write(`andiron: ${sentenceOf(error)}\n`)
  process.exitCode = 1
}

/** Reports unusable input of the command line and exits. */
export function unusable(sentence: string): never {
  process.stderr.write(`andiron: ${sentence}\n`)
  process.exit(2)
}

/** Exits for a file that cannot be read. */
export const unreadable =
  (file: string) =>
  ({ code, message }: NodeJS.ErrnoException | { code?: undefined; message: string }): never =>
    unusable(
      code === 'ENOENT'
        ? `The file '${file}' cannot be read: there is none.`
        : `The file '${file}' cannot be read${code === undefined ? `: ${message}` : '.'}`,
    )

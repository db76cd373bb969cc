/** The doctor's finding about the terminology server: it answers as a FHIR server. Nothing about a person is sent. */
import { RemoteFailure, type RemoteFault, requestJson } from '../core/http/remote-json.ts'
import type { Checked, Finding } from './checks.ts'

interface Terminology {
  readonly url: string
  readonly authorization?: string
  readonly timeout?: number
}

const LARGEST = 16 * 1024 * 1024

const REASONS: Readonly<Record<RemoteFault, string>> = {
  unreachable: 'is not reachable',
  late: 'does not answer in time',
  'too-large': 'sends more than a CapabilityStatement',
  'no-json': 'answers without JSON',
  malformed: 'answers without JSON',
}

/** Reads the server's CapabilityStatement. */
export async function terminology({ config }: Checked): Promise<Finding[]> {
  const plugin = config.plugins['fhir-terminology']
  const { terminology: server } = (plugin || {}) as { readonly terminology?: Terminology }
  if (server === undefined) return []
  const { url, authorization, timeout = 5_000 } = server
  const fault = await faultOf(`${url.replace(/\/$/, '')}/metadata`, authorization, timeout)
  const { host } = new URL(url)
  if (fault === undefined) return [{ state: 'ok', what: `terminology: ${host} answers` }]
  return [
    {
      state: 'wrong',
      what: `terminology: ${host} ${fault}`,
      mend: 'Start the terminology server, or correct url and authorization of plugins.fhir-terminology.terminology: answers to its value sets are refused with 503 until then.',
    },
  ]
}

async function faultOf(url: string, authorization: string | undefined, patience: number) {
  try {
    const { json } = await requestJson(new URL(url), {
      ...{ patience, largest: LARGEST, publicOnly: false },
      headers: { accept: 'application/fhir+json', ...(authorization !== undefined && { authorization }) },
    })
    const type = (json as { readonly resourceType?: unknown } | null)?.resourceType
    return type === 'CapabilityStatement' || type === 'TerminologyCapabilities'
      ? undefined
      : 'is no FHIR server: its /metadata is no CapabilityStatement'
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error
    return error.status === undefined ? REASONS[error.fault] : `answers with the status ${error.status}`
  }
}

/** The README of the archive, in plain words. */
import type { Counts } from './bundle.ts'

/** A file that is not in the archive. */
export interface NotIncluded {
  readonly binaryId: string
  readonly name: string
  readonly why: string
}

export interface Contents {
  readonly did: string
  readonly baseUrl: string
  readonly now: Date
  /** Resources in the Bundle, by type. */
  readonly resources: Counts
  /** Records of other formats, by the name of their file. */
  readonly others: Counts
  readonly files: number
  readonly notIncluded: readonly NotIncluded[]
}

export function readmeOf({ did, baseUrl, now, resources, others, files, notIncluded }: Contents): string {
  return `YOUR HEALTH PROFILE

Everything that ${baseUrl} could read of the profile
  ${did}
on ${now.toUTCString()}.

WHAT IS IN HERE

bundle.json
  Your records, as one FHIR Bundle: a form that hospitals and other health services can take in.
${listOf(resources, 'nothing')}
  AuditEvents say who read what of yours, and when. Questionnaires are the forms that you answered.

files/
  Your files, opened, under the names that you gave them: ${files}.

files.json
  What belongs to each file: its type and size, and the id by which records in bundle.json name it ("binary/<id>").
${others.size === 0 ? '' : `\nrecords/\n  Records of a form that is not FHIR: in each file one on a line, as JSON.\n${listOf(others, '')}\n`}
WHAT IS NOT IN HERE

${notIncludedText(notIncluded)}
Records whose reading you have taken back from the service: it cannot see them. You can read them on the storage nodes with
your key.
Your keys: they have never left your device.

Whoever has this archive can read all of it. Keep it where you keep other papers about your health.
`
}

function listOf(counts: Counts, none: string): string {
  const lines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, many]) => `  - ${what}: ${many}`)
  return lines.length === 0 ? `  - ${none}` : lines.join('\n')
}

const notIncludedText = (files: readonly NotIncluded[]): string =>
  files.length === 0
    ? 'No file had to be left out.'
    : `Files that could not be opened:\n${files.map(({ name, binaryId, why }) => `  - ${name} (${binaryId}): ${why}`).join('\n')}`

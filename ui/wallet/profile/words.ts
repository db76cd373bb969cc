/** Formats dates, sizes and actions for people. */

/** Formats a time in the person's zone. A date has no zone; a month or a year is shown without a day. */
export function dateOf(iso = ''): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  if (/^\d{4}$/.test(iso)) return iso
  if (/^\d{4}-\d{2}$/.test(iso))
    return at.toLocaleDateString(undefined, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  return iso.includes('T')
    ? at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    : at.toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Names the day in the person's zone: `Today`, `Sunday, 22 November 2026`; a month or a year as recorded. */
export function dayOf(iso: string, now = new Date()): string {
  if (/^\d{4}(-\d{2})?$/.test(iso)) return dateOf(iso)
  // A date has no zone: it is the same day everywhere.
  const at = new Date(iso.includes('T') ? iso : `${iso}T00:00`)
  if (Number.isNaN(at.getTime())) return 'Without a date'
  const days = Math.round((startOf(now) - startOf(at)) / 86_400_000)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : at.toLocaleDateString(undefined, { dateStyle: 'full' })
}

const startOf = (at: Date): number => new Date(at).setHours(0, 0, 0, 0)

/** Formats the time of day; empty for a date. */
export const timeOf = (iso: string): string =>
  iso.includes('T') ? new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'short' }) : ''

/** A number with at most two decimals. */
export const numberOf = (value: number): string =>
  value.toLocaleString(undefined, { maximumFractionDigits: 2 })

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** step
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: step === 0 ? 0 : 1 })} ${UNITS[step]}`
}

const ACTIONS: Readonly<Record<string, string>> = {
  'sign-in': 'was allowed to read',
  readResponses: 'read your answers',
  exportResponses: 'took a copy of your answers',
  exportRecords: 'took a copy of your records',
  downloadResponseFile: 'downloaded a file that you gave as an answer',
  downloadAttachment: 'downloaded a file',
  my_observations: 'read your observations',
  my_answers: 'read your answers',
  propose_observation: 'proposed a measurement',
  propose_answer: 'proposed answers to a form',
  fhirPopulateQuestionnaire: 'read your observations to prefill a form',
  my_document_references: 'read the list of your files',
  my_document_content: 'read a file',
  exportProfile: 'took everything',
  deleteProfile: 'requested the deletion of everything',
}

export const actionOf = (action: string): string => ACTIONS[action] ?? `read ${action}`

/** A date, a time of day, or both. */
'use client'
import { useState } from 'react'
import type { ControlProps } from '../control.ts'

const KINDS = {
  date: { type: 'date', key: 'valueDate' },
  dateTime: { type: 'datetime-local', key: 'valueDateTime' },
  time: { type: 'time', key: 'valueTime' },
} as const

/** The values that the control can show. A date may also be a year or a month, which needs a text field. */
const WHOLE = {
  date: /^\d{4}-\d\d-\d\d$/,
  dateTime: /^\d{4}-\d\d-\d\dT/,
  time: /^\d\d:\d\d/,
} as const

export function DateInput({ slot, field, given, set }: ControlProps) {
  const kind = slot.item.type === 'dateTime' || slot.item.type === 'time' ? slot.item.type : 'date'
  const { type, key } = KINDS[kind]
  const value = String((given as Record<string, unknown> | undefined)?.[key] ?? '')
  const [asText] = useState(() => value !== '' && !WHOLE[kind].test(value))
  return (
    <input
      {...field}
      type={asText ? 'text' : type}
      className={`${field.className} wq-date`}
      value={asText ? value : shown(kind, value)}
      onChange={({ target }) =>
        set(target.value === '' ? undefined : { [key]: asText ? target.value : kept(kind, target.value) })
      }
    />
  )
}

/** A dateTime in the reader's zone, a time to the minute. */
function shown(kind: keyof typeof KINDS, value: string): string {
  if (kind === 'time') return value.slice(0, 5)
  if (kind === 'date' || value === '') return value
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** FHIR requires seconds, and a zone beside a time of day. */
function kept(kind: keyof typeof KINDS, value: string): string {
  if (kind === 'date') return value
  const seconds = value.length === (kind === 'time' ? 5 : 16) ? `${value}:00` : value
  if (kind === 'time') return seconds
  const minutes = -new Date(value).getTimezoneOffset()
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const away = Math.abs(minutes)
  return `${seconds}${minutes < 0 ? '-' : '+'}${two(away / 60)}:${two(away % 60)}`
}

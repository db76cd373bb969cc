/** The control of a date, a time of day, or both in a form. */
import { extension } from '../../../fhir/model/extensions.ts'
import { choice, objects, text } from '../../../fhir/values/unchecked-json.ts'
import type { ControlProps } from '../control.ts'
import { useStrings } from '../lazy-strings.ts'
import { classOf, useSession } from '../session.ts'
import { DateFields } from './date-fields.tsx'
import type { Kind } from './date-parts.ts'

const KEYS = { date: 'valueDate', dateTime: 'valueDateTime', time: 'valueTime' } as const

export function DateInput({ slot, field, label, given, set }: ControlProps) {
  const session = useSession()
  const { calendar } = useStrings()
  const { type, raw } = slot.item
  const kind: Kind = type === 'dateTime' || type === 'time' ? type : 'date'
  const key = KEYS[kind]
  const isBirth = isBirthday(raw)
  return (
    <DateFields
      {...{ kind, field, label }}
      lang={session.lang ?? 'en'}
      answer={String((given as Record<string, unknown> | undefined)?.[key] ?? '')}
      set={answer => set(answer === '' ? undefined : { [key]: answer })}
      isBirthday={isBirth}
      calendar={
        kind === 'time' || isBirth
          ? undefined
          : {
              text: calendar,
              className: classOf(session, 'button'),
              button: session.components.button,
              min: limitOf(raw, 'minValue'),
              max: limitOf(raw, 'maxValue'),
              say: session.say,
            }
      }
    />
  )
}

/** The date of a limit of the form. */
const limitOf = (raw: object, name: 'minValue' | 'maxValue') =>
  text(choice(extension(raw, name) ?? {}, 'value')?.value)?.slice(0, 10)

const LOINC_BIRTH_DATE = '21112-8'

/** True if the form says that a date is a birthday: browsers fill it in, and nobody looks for it in a calendar. */
const isBirthday = (raw: { readonly definition?: unknown; readonly code?: unknown }) =>
  /\bbirthDate$/.test(String(raw.definition)) ||
  objects<{ code: unknown }>(raw.code).some(({ code }) => code === LOINC_BIRTH_DATE)

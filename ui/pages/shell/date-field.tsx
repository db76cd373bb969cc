/** A date of a page, typed in parts in its language: the fields of the forms, loaded when they are drawn. */
import type { DateFieldProps, DateRefusal, DateTerms } from '@andiron/questionnaire/dates'
import { type ReactNode, useState } from 'react'
import { localeNow } from './language/formats.ts'
import { lazily } from './lazy-part.tsx'

const load = () => import('@andiron/questionnaire/dates')

/** In the place of the fields. */
const Place = (): ReactNode => <div className="date-place" />

/** Draws the `field` of {@link useDate}. */
export const DateField = lazily<DateFieldProps>(async () => (await load()).DateField, Place)

export interface DateState {
  /** A date of FHIR, or '' for none, once `isAccepted` has resolved with true. */
  readonly value: string
  readonly field: DateFieldProps
  /** Otherwise the field says why, and the part that is wrong takes the focus. */
  isAccepted(): Promise<boolean>
}

/** @param first - the date at the beginning */
export function useDate(
  about: Omit<DateTerms, 'lang'> & Pick<DateFieldProps, 'hint'>,
  first = '',
): DateState {
  const [value, setValue] = useState(first)
  const [refusal, setRefusal] = useState<DateRefusal>()
  const terms = { ...about, lang: localeNow() }
  return {
    value,
    field: {
      ...{ ...terms, value, refusal },
      onChange(next) {
        setValue(next)
        setRefusal(undefined)
      },
    },
    async isAccepted() {
      if (value === '') return true
      const text = await load().then(({ refusalOf }) => refusalOf(value, terms))
      setRefusal(text === undefined ? undefined : { text })
      return text === undefined
    },
  }
}

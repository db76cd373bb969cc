/** The location in the page: an application, and optionally a form. */
import { usePath } from '../path.ts'

export interface PlaceOnPage {
  readonly applicationId?: string
  /** `_id` of a questionnaire, or `new`. */
  readonly form?: string
}

export function usePlace(): PlaceOnPage {
  const [applicationId, form] = usePath()
  return { ...(applicationId && { applicationId }), ...(form && { form }) }
}

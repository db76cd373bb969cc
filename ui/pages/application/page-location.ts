/** The location in the page: an application, one of its sections, and a form with its tab. */
import { hrefOf, usePath } from '../shell/fragment-path.ts'

const SECTIONS = ['forms', 'insights', 'subscriptions', 'backends', 'settings'] as const
export const TABS = ['results', 'responses', 'questions', 'revisions', 'share'] as const

export type Section = 'overview' | (typeof SECTIONS)[number]
export type Tab = (typeof TABS)[number]

export interface PlaceOnPage {
  readonly applicationId?: string
  readonly section: Section
  /** `_id` of a questionnaire, or `new`. */
  readonly form?: string
  readonly tab: Tab
  /** `_id` of the form that a question is asked about. */
  readonly about?: string
}

export function usePlace(): PlaceOnPage {
  const [applicationId, name = '', ...rest] = usePath()
  const section = SECTIONS.find(each => each === name)
  // Links of earlier releases have the form in the place of the section.
  const [form, tab] = section === undefined ? [name] : rest
  return {
    ...(applicationId && { applicationId }),
    section: section ?? (name === '' ? 'overview' : 'forms'),
    ...((section === undefined || section === 'forms') && form && { form }),
    ...(section === 'insights' && form && { about: form }),
    tab: TABS.find(each => each === tab) ?? 'results',
  }
}

export const sectionHref = (applicationId: string, section: Section): string =>
  section === 'overview' ? hrefOf(applicationId) : hrefOf(applicationId, section)

/** @param tab - the results if absent */
export const formHref = (applicationId: string, form: string, tab?: Tab): string =>
  hrefOf(applicationId, 'forms', form, ...(tab === undefined ? [] : [tab]))

/** The address of the questions about the answers to a form. */
export const insightsHref = (applicationId: string, form: string): string =>
  hrefOf(applicationId, 'insights', form)

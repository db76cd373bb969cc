/** The pages of a form as it is answered: pages without an enabled item are left out. */
import type { LiveForm } from '../../fhir/form/live-form.ts'
import { getSteps, getVisiblePages } from '../../fhir/form/pages.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'

/** Top-level groups as pages, everything on one page, or one question at a time. */
export type Presentation = 'pages' | 'single' | 'steps'

export function pagesOf(live: LiveForm, presentation: Presentation = 'pages'): QuestionnaireItem[] {
  const items = (live.form.raw.item ?? []) as QuestionnaireItem[]
  let pages = getVisiblePages(items)
  if (presentation === 'steps') pages = getSteps(items)
  else if (presentation === 'single') pages = [{ linkId: 'page', type: 'group', item: items }]
  return pages.filter(page => itemsOn(live, page).some(({ linkId }) => live.find(linkId)?.enabled ?? true))
}

/** The items of a page: a group of the form, or those of a page that is no item of it. */
export const itemsOn = ({ form }: LiveForm, page: QuestionnaireItem): readonly QuestionnaireItem[] =>
  (form.raw.item as readonly unknown[]).includes(page) ? [page] : (page.item ?? [])

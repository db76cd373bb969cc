/** The pages of a form in use, and the one that is shown. */
'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { calculateProgress } from '../../fhir/form/pages.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import { isQuestion } from '../../fhir/model/read-form.ts'
import type { ProgressProps } from './appearance.ts'
import { usePageStrings } from './page-strings.ts'
import { itemsOn, type Presentation, pagesOf } from './pages.ts'
import type { Session } from './session.ts'
import { slotsOf } from './use-questionnaire.ts'

/** The seconds that a question takes. */
const SECONDS = 8

export interface PagingOptions {
  readonly presentation: Presentation | undefined
  /** True if the answers are shown for review after the last page. */
  readonly review: boolean
  /** Called before another page is shown. */
  onMove(): void
}

export interface Paging {
  readonly pages: readonly QuestionnaireItem[]
  /** The number of pages, the review included. */
  readonly steps: number
  readonly index: number
  /** The page that is shown; `undefined` for the review. */
  readonly page: QuestionnaireItem | undefined
  /** The heading of the page, which takes the focus when another page is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** The progress by pages, and the time that the rest takes. */
  progress(): ProgressProps
  go(to: number): void
  /** Goes to a page of the review, which has the pages of the form: to the first of those that are shown. */
  change(reviewed: number): void
  /** Shows the first page with an issue. */
  showWrong(): void
}

export function usePaging(session: Session, { presentation, review, onMove }: PagingOptions): Paging {
  const { live, say } = session
  const strings = usePageStrings()
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) heading.current?.focus()
    moved.current = false
  })

  // Derived on each render: answers can hide and show pages.
  const pages = pagesOf(live, presentation)
  const steps = pages.length + (review ? 1 : 0)
  const index = Math.min(at, steps - 1)

  function go(to: number): void {
    moved.current = true
    onMove()
    setAt(to)
    if (pages.length > 1) say(strings.page(to + 1, steps))
  }

  function change(reviewed: number): void {
    const all = slotsOf(session, pagesOf(live)[reviewed])
    const first = pages.findIndex(each => slotsOf(session, each).some(slot => all.includes(slot)))
    go(Math.max(0, first))
  }

  function showWrong(): void {
    const first = pages.findIndex(each => slotsOf(session, each).some(slot => slot.issues.length > 0))
    if (first >= 0) setAt(first)
  }

  function progress(): ProgressProps {
    const rest = slotsOf(
      session,
      pages.slice(index).flatMap(each => itemsOn(live, each)),
    )
    const minutes = Math.ceil((rest.filter(({ item }) => isQuestion(item)).length * SECONDS) / 60)
    return { page: index + 1, pages: steps, percent: calculateProgress(index, steps), minutes }
  }

  return { pages, steps, index, page: pages[index], heading, progress, go, change, showWrong }
}

/** `useQuestionnaire()`: applications read and write the surrounding form with it. */
'use client'

import { useMemo, useRef } from 'react'
import type { Slot } from '../../fhir/form/answer-tree.ts'
import { hasAnswerValue, isQuestionHidden, type Page } from '../../fhir/form/pages.ts'
import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItemAnswer,
} from '../../fhir/form/types.ts'
import { isQuestion } from '../../fhir/model/read-form.ts'
import { type Session, useLive, useSession } from './session.ts'

type Answer = QuestionnaireResponseItemAnswer

/** The target of a query: a page, items, their linkIds, or by default the whole form. */
export type PageLike = Page | readonly string[]

/**
 * The surrounding form. A component that reads the response, or calls `getAnswer`, renders again with every
 * answer; one that only writes does not.
 */
export interface QuestionnaireApi {
  readonly questionnaire: Questionnaire
  /** The response so far, in progress; the same object until an answer changes. */
  readonly response: QuestionnaireResponse
  /** Answers a question; undefined, or an answer without a value, clears it. */
  updateAnswer(linkId: string, answer: Answer | undefined): void
  updateMultipleAnswers(linkId: string, answers: readonly Answer[]): void
  /** Changes identity with each change of the response, so that it can be a dependency. */
  readonly getAnswer: (linkId: string) => Answer | undefined
  readonly getAnswers: (linkId: string) => Answer[]
  /** True if the enabled questions of a page have no errors. */
  readonly isPageValid: (page?: PageLike) => boolean
  readonly getRequiredQuestions: (page?: PageLike) => QuestionnaireItem[]
  readonly getUnansweredRequiredQuestions: (page?: PageLike) => QuestionnaireItem[]
  /** Shows the errors of each question of a page. */
  markValidationErrors(page?: PageLike): void
  clearValidationErrors(): void
  readonly hasValidationError: (linkId: string) => boolean
  readonly debugMode: boolean
  toggleDebugMode(): void
}

/**
 * The state of the form and the functions that change it, for a layout of your own.
 * @throws Error outside of a QuestionnaireProvider
 */
export function useQuestionnaire(): QuestionnaireApi {
  const session = useSession()
  const tracked = useRef(false)
  const { live } = session
  const revision = useLive(live, () => (tracked.current ? live.audience.revision : 0))
  return useMemo(() => {
    // A new object per revision: results that were read from the old one may be out of date.
    void revision
    return apiOf(session, () => {
      tracked.current = true
    })
  }, [session, revision])
}

function apiOf(session: Session, track: () => void): QuestionnaireApi {
  const { live } = session
  const read = <T>(value: T): T => {
    track()
    return value
  }
  const find = (linkId: string) => live.find(linkId)
  const write = (linkId: string, answers: readonly Answer[]) => {
    const slot = find(linkId)
    if (slot !== undefined) live.answer(slot, answers.filter(hasAnswerValue))
  }
  const answers = (linkId: string): Answer[] => {
    const slot = find(linkId)
    return slot === undefined ? [] : [...live.answers(slot)]
  }
  const required = (page?: PageLike) =>
    slotsOf(session, page).filter(
      ({ item }) => item.required && isQuestion(item) && !isQuestionHidden(item.raw as QuestionnaireItem),
    )
  const raw = ({ item }: Slot) => item.raw as QuestionnaireItem
  return {
    questionnaire: live.form.raw as Questionnaire,
    debugMode: session.debug,
    updateAnswer: (linkId, answer) => write(linkId, answer === undefined ? [] : [answer]),
    updateMultipleAnswers: write,
    markValidationErrors: page => void live.show(slotsOf(session, page)),
    clearValidationErrors: () => live.clear(),
    toggleDebugMode: session.toggleDebug,
    get response() {
      return read(live.response)
    },
    get getAnswer() {
      return read((linkId: string) => answers(linkId)[0])
    },
    get getAnswers() {
      return read(answers)
    },
    get isPageValid() {
      return read((page?: PageLike) => slotsOf(session, page).every(slot => live.errorsOf(slot).length === 0))
    },
    get getRequiredQuestions() {
      return read((page?: PageLike) => required(page).map(raw))
    },
    get getUnansweredRequiredQuestions() {
      return read((page?: PageLike) =>
        required(page)
          .filter(slot => !live.answers(slot).some(hasAnswerValue))
          .map(raw),
      )
    },
    get hasValidationError() {
      return read((linkId: string) => (find(linkId)?.issues.length ?? 0) > 0)
    },
  }
}

/** The visible slots of a page, in the order of the form. */
export function slotsOf({ live }: Session, page?: PageLike): Slot[] {
  const visible = [...live.visible()]
  if (page === undefined) return visible
  const list: readonly (QuestionnaireItem | string)[] = Array.isArray(page)
    ? page
    : [page as QuestionnaireItem]
  const wanted = new Set(
    list.flatMap(each => {
      if (typeof each === 'string') return each
      // A page that is not an item of the form represents the items on it.
      return live.form.index.has(each.linkId) ? each.linkId : (each.item ?? []).map(({ linkId }) => linkId)
    }),
  )
  return visible.filter(({ item }) => {
    for (let above: typeof item | undefined = item; above !== undefined; above = above.parent)
      if (wanted.has(above.linkId)) return true
    return false
  })
}

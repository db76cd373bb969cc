/** Hooks for the publishing of forms and the reading of responses. */
import type { Extension, Questionnaire } from 'fhir/r4.js'
import {
  type Context,
  frozen,
  type Guard,
  type HookKind,
  type Notice,
  type Transform,
} from '../../core/index.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * A form is valid and about to be published, for the first time or as a revision. Throw to refuse;
     * nothing is stored then.
     */
    validateQuestionnaire: Guard<Publication>
    /** A form was published. */
    afterQuestionnaire: Notice<Publication>
    /**
     * An application is about to read responses to its form, or files in them: page, stream, FHIR search,
     * export. Throw to refuse. Not run for aggregates, which are noisy numbers.
     */
    readResponses: Guard<ResponsesReading>
    /**
     * The questions of an adaptive form are to be chosen. Return the step with `next` if the form is one of
     * this engine. The choice must follow from the step alone: a submission repeats it from the first question
     * on.
     */
    nextQuestion: Transform<AdaptiveStep>
  }
}

export const HOOKS = {
  validateQuestionnaire: 'guard',
  afterQuestionnaire: 'notice',
  readResponses: 'guard',
  nextQuestion: 'transform',
} as const satisfies Readonly<Record<string, HookKind>>

/** The value of the hooks `validateQuestionnaire` and `afterQuestionnaire`. */
export interface Publication {
  /** The public `_id` of the form. */
  readonly id: string
  /** The stored form, with `meta.versionId` and the DID of the application as `publisher`. */
  readonly questionnaire: Readonly<Questionnaire>
  /** The `versionId` of the replaced revision. */
  readonly replaces?: string
}

/** The value of the hook `readResponses`; the caller in the context is the application. */
export interface ResponsesReading {
  /** The `_id` of the form. */
  readonly questionnaire: string
}

/** @throws any error of a listener */
export async function validatePublication(publication: Publication, context: Context): Promise<void> {
  const { hooks } = context.app.gateway
  if (hooks.attended('validateQuestionnaire'))
    await hooks.run('validateQuestionnaire', frozen(publication), context)
}

export async function noticePublication(publication: Publication, context: Context): Promise<void> {
  const { hooks } = context.app.gateway
  if (hooks.attended('afterQuestionnaire'))
    await hooks.run('afterQuestionnaire', frozen(publication), context)
}

/** Runs `readResponses` for each form before its responses are read. @throws any error of a listener */
export async function admitReading(questionnaires: readonly string[], context: Context): Promise<void> {
  const { hooks } = context.app.gateway
  if (!hooks.attended('readResponses')) return
  for (const questionnaire of questionnaires)
    await hooks.run('readResponses', frozen({ questionnaire }), context)
}

/** A question that was asked. */
export interface AskedQuestion {
  readonly linkId: string
  /** The answers, valid for the question when the response is; none if it was skipped. */
  readonly answer: readonly Readonly<Record<string, unknown>>[]
}

/** The value of the hook `nextQuestion`. */
export interface AdaptiveStep {
  /** The form in its registered revision: its items are the questions to choose from. */
  readonly questionnaire: Readonly<Questionnaire>
  /** The questions so far, in the order in which they were asked. */
  readonly asked: readonly AskedQuestion[]
  /** The `linkId` of each question to ask now; empty if the response is complete. Set by the engine. */
  readonly next?: readonly string[]
  /** Extensions `questionnaire-scores` for a response that is complete. Set by the engine. */
  readonly scores?: readonly Extension[]
}

/** Runs `nextQuestion`. `next` is absent if no engine knows the form. */
export async function chooseNext(
  step: AdaptiveStep,
  context: Context,
): Promise<Pick<AdaptiveStep, 'next' | 'scores'>> {
  const { hooks } = context.app.gateway
  if (!hooks.attended('nextQuestion')) return {}
  const { next, scores } = await hooks.run('nextQuestion', frozen(step), context)
  return { ...(next && { next }), ...(scores && { scores }) }
}

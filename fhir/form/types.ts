/**
 * Questionnaires and responses of real forms: R5 with the item types of R4 added, and file sizes as numbers.
 */
import type * as R4 from 'fhir/r4.js'
import type * as R4B from 'fhir/r4b.js'
import type * as R5 from 'fhir/r5.js'

export type { Coding } from 'fhir/r5.js'

export interface Questionnaire extends Omit<R5.Questionnaire, 'item'> {
  item?: QuestionnaireItem[] | undefined
}

/** A form of any version, as a caller passes it: `fhir4.Questionnaire` needs no cast. */
export type AnyQuestionnaire = Questionnaire | R4.Questionnaire | R4B.Questionnaire

/** An item of such a form. */
export type AnyQuestionnaireItem = QuestionnaireItem | R4.QuestionnaireItem | R4B.QuestionnaireItem

/** A response by the published types of one version, as an application declares what it takes. */
export type PublishedResponse =
  | R4.QuestionnaireResponse
  | R4B.QuestionnaireResponse
  | R5.QuestionnaireResponse

export interface QuestionnaireItem extends Omit<R5.QuestionnaireItem, 'type' | 'item'> {
  type: R5.QuestionnaireItem['type'] | 'choice' | 'open-choice'
  item?: QuestionnaireItem[] | undefined
}

export interface QuestionnaireResponse extends Omit<R5.QuestionnaireResponse, 'item'> {
  item?: QuestionnaireResponseItem[] | undefined
}

export interface QuestionnaireResponseItem extends Omit<R5.QuestionnaireResponseItem, 'answer' | 'item'> {
  answer?: QuestionnaireResponseItemAnswer[] | undefined
  item?: QuestionnaireResponseItem[] | undefined
}

export interface QuestionnaireResponseItemAnswer
  extends Omit<R5.QuestionnaireResponseItemAnswer, 'valueAttachment' | 'item'> {
  valueAttachment?: Attachment | undefined
  item?: QuestionnaireResponseItem[] | undefined
}

export interface Attachment extends Omit<R5.Attachment, 'size'> {
  /** Size in bytes; a number, as in R4, although R5 has an integer64 in a string. */
  size?: number | undefined
}

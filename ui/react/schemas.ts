/** The schemas of submissions, by name. An application can add its own. */
import { QuestionnaireResponseSchema } from '@andiron/sdk'

/**
 * The names in `Schemas`. An application with its own collection declares it here and assigns it once.
 * @example
 * ```ts
 * declare module '@andiron/react' {
 *   interface SubmissionSchemas {
 *     ReflexSubmission: { readonly schemaUid: string }
 *   }
 * }
 * Schemas.ReflexSubmission = { schemaUid: '7c5f…' }
 * ```
 */
export interface SubmissionSchemas {
  readonly QuestionnaireResponse: typeof QuestionnaireResponseSchema
}

/** The first argument of `submitData`. */
export const Schemas = { QuestionnaireResponse: QuestionnaireResponseSchema } as SubmissionSchemas

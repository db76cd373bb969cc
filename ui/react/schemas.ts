/** The schemas of what people submit, by name. An application adds its own. */
import { QuestionnaireResponseSchema } from '@andiron/sdk'

/**
 * The names in `Schemas`. An application that stores records of a collection of its own declares it here and assigns it once:
 * @example
 * declare module '@andiron/react' {
 *   interface SubmissionSchemas {
 *     ReflexSubmission: { readonly schemaUid: string }
 *   }
 * }
 * Schemas.ReflexSubmission = { schemaUid: '7c5f…' }
 */
export interface SubmissionSchemas {
  readonly QuestionnaireResponse: typeof QuestionnaireResponseSchema
}

/** What `submitData` takes as its first argument. */
export const Schemas = { QuestionnaireResponse: QuestionnaireResponseSchema } as SubmissionSchemas

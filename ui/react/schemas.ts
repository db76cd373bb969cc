/** The schemas of what people submit, by name. */
import { QuestionnaireResponseSchema } from '@andiron/sdk'

export const Schemas = { QuestionnaireResponse: QuestionnaireResponseSchema } as const

/** The service that stores this application's data, and the application's own collection. */
import { Schemas } from '@andiron/react'

declare module '@andiron/react' {
  interface SubmissionSchemas {
    ReflexSubmission: { readonly schemaUid: string }
  }
}

Schemas.ReflexSubmission = { schemaUid: '7c5f8d0e-1b1c-4a55-9d5b-0c6a3f0a1e77' }

/** A measured reaction. */
export interface ReflexSubmission {
  milliseconds: number
  measuredAt: string
}

export const service = {
  applicationId: process.env.NEXT_PUBLIC_APP_ID ?? '',
  apiBaseUrl: process.env.NEXT_PUBLIC_API_BASE_URL,
} as const

export { Schemas }

/** The main job of a generated client, and the parts that no document generates: tokens and a signature. */

export interface Job {
  readonly baseUrl: string
  /** The body of the registration, signed by the control key. */
  readonly registration: {
    readonly applicationId: string
    readonly name: string
    readonly callbackUrls: string[]
    readonly did: string
    readonly controlAddress: string
    readonly nonce: string
    readonly signature: string
  }
  /** A self-signed JWT of the application. */
  application(...scopes: string[]): string
  /** A self-signed JWT of the person. */
  person(...scopes: string[]): string
}

export const FORM = {
  resourceType: 'Questionnaire' as const,
  status: 'active' as const,
  title: 'Sleep',
  item: [{ linkId: 'rested', type: 'boolean', text: 'Did you wake up rested?', required: true }],
}

/** The answer to {@link FORM}, as a submission. */
export const answer = (applicationId: string, questionnaire: string) => ({
  applicationId,
  timestamp: new Date().toISOString(),
  schemaId: 'b14b538f-7de3-4767-ad77-464d755d78bd',
  submission: {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire,
    item: [{ linkId: 'rested', answer: [{ valueBoolean: true }] }],
  },
})

/** The title of the stored form, and the items of every response to it. */
export interface Done {
  readonly title: string | undefined
  readonly items: readonly unknown[]
  /** The detail of the error for a form that does not exist. */
  readonly refusal: string | undefined
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

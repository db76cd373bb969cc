/** The gateway and the application, from the environment of the build. */

export const apiBaseUrl = process.env.EXPO_PUBLIC_API_BASE_URL ?? 'http://localhost:8420'
export const applicationId = process.env.EXPO_PUBLIC_APP_ID ?? ''
/** The `_id` under which the form is registered. */
export const questionnaireId = process.env.EXPO_PUBLIC_QUESTIONNAIRE_ID ?? 'pressure'

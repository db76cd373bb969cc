/** The deployment, the application and the form of this page. */
export const apiBaseUrl: string = import.meta.env.VITE_API_BASE_URL
export const applicationId: string = import.meta.env.VITE_APP_ID
export const questionnaireId: string = import.meta.env.VITE_QUESTIONNAIRE_ID

/**
 * Registers the example with a gateway, publishes its form, and prints the lines for the page's `.env.local`.
 */
import {
  createSoftwareWallet,
  deriveApplicationKeypair,
  registerApplication,
  registerQuestionnaire,
  type StorageKeyPair,
} from '../../ui/sdk/index.ts'
import { form } from './form.ts'

export interface Registered {
  readonly applicationId: string
  readonly questionnaireId: string
  readonly keyPair: StorageKeyPair
}

/**
 * @param environment - base URL of the gateway
 * @param origins - the origins on which the example runs
 */
export async function register(environment: string, origins: readonly string[]): Promise<Registered> {
  const control = createSoftwareWallet()
  const applicationId = `moods-${control.address.slice(2, 10).toLowerCase()}`
  const { sessionKeyPair: keyPair } = await deriveApplicationKeypair(
    control.signFn,
    control.address,
    applicationId,
    { environment },
  )
  const about = { applicationId, name: 'A study of moods', callbackUrls: origins.map(origin => `${origin}/`) }
  await registerApplication(keyPair, about, control, environment)
  const { _id: questionnaireId } = await registerQuestionnaire(keyPair, form, environment)
  return { applicationId, questionnaireId, keyPair }
}

if (process.argv[1] === import.meta.filename) {
  const [, , gateway = 'http://127.0.0.1:8420', origin = 'http://localhost:5173'] = process.argv
  const { applicationId, questionnaireId } = await register(gateway, [origin])
  const lines = {
    VITE_APP_ID: applicationId,
    VITE_API_BASE_URL: gateway,
    VITE_QUESTIONNAIRE_ID: questionnaireId,
  }
  for (const [name, value] of Object.entries(lines)) console.log(`${name}=${value}`)
}

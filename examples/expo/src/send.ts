/** Submits a response with a key that this application made for the person. */
import { StorageKeyPair, submitData, uids } from '@andiron/sdk'
import { apiBaseUrl, applicationId } from './config'

/**
 * For the example the key lives as long as the application runs. Keep yours in the key store of the device
 * (`expo-secure-store`), or derive it from the person's wallet: who loses it cannot read these answers again. On a
 * device, `crypto.getRandomValues` needs a polyfill (`react-native-get-random-values`).
 */
let key: StorageKeyPair | undefined

export async function send(response: object): Promise<void> {
  key ??= new StorageKeyPair(crypto.getRandomValues(new Uint8Array(32)))
  const payload = {
    applicationId,
    timestamp: new Date().toISOString(),
    schemaId: uids.QuestionnaireResponse,
    submission: response,
  }
  await submitData(key, payload, apiBaseUrl)
}

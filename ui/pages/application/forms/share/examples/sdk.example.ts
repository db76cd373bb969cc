/** Reads the responses, on a server, with the application's key: Settings saves it as a file. */
import { readResponses } from '@andiron/sdk'
import { openApplicationKey } from '@andiron/sdk/keys'

const environment = 'https://gateway.example'
const applicationId = 'application-id'
const questionnaireId = 'questionnaire-id'

export async function printResponses(keyFile: string, passphrase: string) {
  const { keypair } = await openApplicationKey(keyFile, passphrase)
  for await (const { id, authored, item } of readResponses(keypair, questionnaireId, environment, {
    applicationId,
  }))
    console.log(id, authored, item)
}

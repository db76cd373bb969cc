/** Reads the notifications of a subscription as they come, with the key of the application. */
import { openApplicationKey } from '@andiron/sdk/keys'
import { notifications } from '@andiron/sdk/notifications'

const environment = 'https://gateway.example'
const subscriptionId = 'subscription-id'

export async function printNotifications(keyFile: string, passphrase: string) {
  const { keypair } = await openApplicationKey(keyFile, passphrase)
  for await (const { number, bundle } of notifications(subscriptionId, keypair, environment))
    console.log(number, bundle)
}

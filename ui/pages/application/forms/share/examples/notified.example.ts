/** Receives the notifications of a subscription, on a server with its signing secret. */
import { verifyNotification } from '@andiron/sdk/notifications'

export async function receive(request: Request, secret: string): Promise<Response> {
  const sent = { headers: Object.fromEntries(request.headers), body: await request.text() }
  try {
    const { id, bundle } = await verifyNotification(sent, { secret })
    console.log(id, bundle)
    return new Response(null, { status: 204 })
  } catch {
    return new Response(null, { status: 400 })
  }
}

/** An application without the SDK: a wallet library for its signatures, and HTTP. */
import { sha256, toBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'

export const types = {
  ApplicationRegistration: [
    { name: 'applicationId', type: 'string' },
    { name: 'name', type: 'string' },
    { name: 'callbackUrls', type: 'string[]' },
    { name: 'did', type: 'string' },
    { name: 'controlAddress', type: 'address' },
    { name: 'nonce', type: 'string' },
  ],
} as const

export async function register(gateway: string, applicationId: string, form: object) {
  // The control key owns the application. The application's own key signs its requests.
  const control = privateKeyToAccount(generatePrivateKey())
  const applicationKey = generatePrivateKey()
  const did = didOf(privateKeyToAccount(applicationKey).publicKey)

  const post = async (path: string, scope: string, body: object) => {
    const headers = {
      authorization: `Bearer ${await tokenOf(applicationKey, [scope])}`,
      'content-type': 'application/json',
    }
    return read(await fetch(gateway + path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  const { eip712Domain: domain } = await read(await fetch(`${gateway}/.well-known/andiron.json`))
  const registration = {
    applicationId,
    name: 'Sleep study',
    callbackUrls: ['https://study.example/'],
    did,
    controlAddress: control.address,
    nonce: crypto.randomUUID(),
  }
  const primaryType = 'ApplicationRegistration'
  const signature = await control.signTypedData({ domain, types, primaryType, message: registration })
  await post('/api/application', 'write:application', { ...registration, signature })

  const { _id } = await post('/api/questionnaire', 'write:questionnaire', form)
  return { did, questionnaire: _id, token: () => tokenOf(applicationKey, [`read:questionnaire[${_id}]`]) }
}

/** `did:nil:` and the compressed key: 02 or 03 for an even or odd y, then x. */
function didOf(publicKey: string): string {
  const [x, y] = [publicKey.slice(4, 68), publicKey.slice(68)]
  return `did:nil:${BigInt(`0x${y}`) % 2n === 0n ? '02' : '03'}${x}`
}

/** A self-signed JWT, ES256K: the signature is r and s, 32 bytes each, with the low s that viem makes. */
async function tokenOf(privateKey: `0x${string}`, scopes: readonly string[]): Promise<string> {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iss = didOf(privateKeyToAccount(privateKey).publicKey)
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss, iat, exp: iat + 300, nonce: crypto.randomUUID(), scopes }
  const input = `${encode({ alg: 'ES256K', typ: 'JWT' })}.${encode(claims)}`
  const { r, s } = await sign({ hash: sha256(toBytes(input)), privateKey })
  return `${input}.${Buffer.from(r.slice(2) + s.slice(2), 'hex').toString('base64url')}`
}

/** @throws Error with the reason of a refusal */
async function read(response: Response): Promise<{ _id: string; eip712Domain: object }> {
  const body = (await response.json()) as { _id: string; eip712Domain: object; detail: string }
  if (!response.ok) throw new Error(body.detail)
  return body
}

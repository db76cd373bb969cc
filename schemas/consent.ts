/** A program's sign-in request, as the consent page reads and answers it. */

export const Signin = {
  $id: 'Signin',
  type: 'object',
  description: 'The access that a program requests from a person.',
  additionalProperties: false,
  required: ['client', 'redirect', 'reads', 'claims', 'lifetime'],
  properties: {
    client: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name'],
      description: 'The program, under the name that it gives itself.',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
    redirect: {
      type: 'object',
      additionalProperties: false,
      required: ['to', 'loopback'],
      properties: {
        to: {
          type: 'string',
          description: 'The host, or the scheme of an application, that receives the response.',
        },
        loopback: {
          type: 'boolean',
          description: 'True if the target is on the person’s own machine, where any program can listen.',
        },
      },
    },
    reads: {
      type: 'array',
      description: 'The data that the program could read, each item as the end of a sentence.',
      items: { type: 'string' },
    },
    claims: {
      type: 'object',
      additionalProperties: false,
      required: ['aud', 'nonce', 'scopes', 'client_id', 'client_name'],
      description: 'The claims that the person signs, in addition to their identity and the lifetime.',
      properties: {
        aud: { type: 'string' },
        nonce: { type: 'string' },
        scopes: { type: 'array', items: { type: 'string' } },
        client_id: { type: 'string' },
        client_name: { type: 'string' },
      },
    },
    lifetime: { type: 'integer', description: 'Maximum lifetime of the token in seconds.' },
  },
  examples: [
    {
      client: { id: 'https://assistant.example/client.json', name: 'Assistant' },
      redirect: { to: 'assistant.example', loopback: false },
      reads: ['your measurements and other health data, the list of your files, and what is in them'],
      claims: {
        ...{ aud: 'https://profile.example/mcp', nonce: 'q8XbT0x6mQyq0cJ7zqkTtg', scopes: ['read'] },
        ...{ client_id: 'https://assistant.example/client.json', client_name: 'Assistant' },
      },
      lifetime: 604_800,
    },
  ],
} as const

export const Consent = {
  $id: 'Consent',
  type: 'object',
  additionalProperties: false,
  required: ['token'],
  properties: { token: { type: 'string', maxLength: 8192, description: 'The JWT that the person signed.' } },
  examples: [{ token: 'eyJhbGciOiJFUzI1NksiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJkaWQ6bmlsOuKApiJ9.c2lnbmF0dXJl' }],
} as const

export const ConsentAnswer = {
  $id: 'ConsentAnswer',
  type: 'object',
  additionalProperties: false,
  required: ['redirect'],
  properties: { redirect: { type: 'string', description: 'The URL at which the browser continues.' } },
  examples: [{ redirect: 'https://assistant.example/callback?code=…' }],
} as const

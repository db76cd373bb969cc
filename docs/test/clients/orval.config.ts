/** The functions use `fetch`, with the URL of the server in the document. */
export default {
  andiron: {
    input: 'openapi.json',
    output: { target: 'generated/api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}

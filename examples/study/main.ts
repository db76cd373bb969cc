/** `npm run study`: a gateway with everything it needs, the setup of the study, and its server. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serve } from 'andiron'
import { setUp } from './setup.ts'

const directory = 'study-data'
const origin = 'http://127.0.0.1:3000'

// The study's server is on this machine: in production it has a public address, and this option stays as it is.
const plugins = { 'fhir-subscriptions': { publicOnly: false } }
const { ANDIRON_BASE_URL: known } = process.env
const gateway =
  known === undefined
    ? await serve({ data: `${directory}/gateway`, log: { level: 'warn' }, plugins })
    : undefined
const service = known ?? gateway?.url ?? ''
await setUp(service, directory, origin)
console.log(`The gateway is at ${service}; the keys and the ledger of the study are in ${directory}.`)

// A process of its own: it has no key of the owner, and can be restarted alone.
const server = fork(fileURLToPath(import.meta.resolve('./serve.js')), {
  env: { ...process.env, STUDY_DATA: directory },
})
server.once('exit', () => void gateway?.close())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill('SIGTERM'))

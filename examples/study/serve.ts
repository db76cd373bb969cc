/** Runs the study's server from the files of its setup: `STUDY_DATA`, `STUDY_PAGE`, `PORT` and `INTERVAL`. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ledger } from './ledger.ts'
import { createServer } from './server.ts'
import type { ServerKey, StudySettings } from './setup.ts'

const {
  STUDY_DATA: directory = 'study-data',
  STUDY_PAGE: page = fileURLToPath(new URL('page/', import.meta.url)),
  PORT: port = '3000',
  INTERVAL: interval = '3600000',
} = process.env

const readJson = async (file: string) => JSON.parse(await readFile(join(directory, file), 'utf8'))
const settings: StudySettings = await readJson('server.json')
const key: ServerKey = await readJson('server.key')
const ledger = await Ledger.open(join(directory, 'ledger.ndjson'))
const app = await createServer({ settings, key, ledger, page, interval: Number(interval) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log(`The study is at ${app.listeningOrigin}, its results at ${app.listeningOrigin}/results`)

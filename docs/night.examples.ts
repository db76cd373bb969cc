/** The code of the README of the sleep diary: compiled here. */
import { type StorageKeyPair, submitData } from '../ui/sdk/index.ts'

declare const keyPair: StorageKeyPair

await submitData(
  keyPair,
  {
    applicationId: 'sleep-study',
    timestamp: new Date(),
    schemaId: '0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10',
    submission: { date: '2026-01-14', minutesAsleep: 431, quality: 4 },
  },
  'http://localhost:8420',
)

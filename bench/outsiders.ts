/** Costs that grow with stored data of third parties, at a real gateway: CPU of the gateway and its nodes. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigInput } from '../core/index.ts'
import { serve } from '../plugins/index.ts'
import { uids } from '../schemas/uids.ts'
import {
  connectNodes,
  createSoftwareWallet,
  deriveStorageKeypair,
  fetchDelegation,
  loadEnvironment,
  readResponses,
  registerQuestionnaire,
} from '../ui/sdk/index.ts'
import { createStudy, seed } from './seed.ts'
import { PHQ_9 } from './study.ts'

/** A request whose cost is measured while unrelated data grows. */
export interface Crowded {
  readonly name: string
  /** The largest size; a quarter and half of it are measured too. */
  readonly size: number
  /** Starts a separate gateway. `grow` fills it up to a size, `run` sends the request. */
  open(): Promise<{ grow(size: number): Promise<void>; run(): Promise<unknown>; close(): Promise<void> }>
}

const MiB = 1024 * 1024

/** Three attested responses, beside this many MiB that a third party wrote to the node. */
const junk: Crowded = {
  name: 'three responses beside unattested ones, MiB',
  size: 60,
  async open() {
    const { running, close } = await started({
      plugins: { 'storage-node': { quota: { newBytes: 1024 * MiB } } },
    })
    const study = await createStudy(running.url)
    await seed(running.app, study, 3)
    const environment = await loadEnvironment(running.url)
    const wallet = createSoftwareWallet()
    const { sessionKeyPair: stranger } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
      environment,
    })
    const owner = stranger.toDidString()
    const nodes = await connectNodes(stranger, environment)
    const { delegation } = await fetchDelegation(stranger, environment)
    const acl = { grantee: environment.builderDid, read: true, write: false, execute: true }
    const text = 'x'.repeat(MiB - 4096)
    let stored = 0
    return {
      async grow(size) {
        for (; stored < size; stored += 1) {
          const data = {
            ...{
              resourceType: 'QuestionnaireResponse',
              status: 'completed',
              questionnaire: study.questionnaire,
            },
            text: { status: 'generated', div: text },
          }
          await nodes.createData(delegation, { collection: uids.QuestionnaireResponse, owner, data, acl })
        }
      },
      async run() {
        let found = 0
        for await (const _ of readResponses(study.application, study.questionnaire, running.url)) found += 1
        if (found !== 3) throw new Error(`${found} responses were read, not three`)
      },
      close,
    }
  },
}

/** An anonymous search, sorted in memory, over this many forms of 16 KiB. */
const sorting: Crowded = {
  name: 'anonymous `/fhir/Questionnaire?_sort=title` over forms',
  size: 400,
  async open() {
    const { running, close } = await started({
      plugins: { applications: { publishedRecords: 10_000, publishedRecordsOfAddress: 10_000 } },
    })
    const study = await createStudy(running.url)
    const purpose = 'x'.repeat(16 * 1024)
    let stored = 1
    return {
      async grow(size) {
        for (; stored < size; stored += 1)
          await registerQuestionnaire(
            study.application,
            {
              ...PHQ_9,
              url: `https://forms.example/${stored}`,
              title: `${(stored * 7919) % 10_007}`,
              purpose,
            },
            running.url,
          )
      },
      async run() {
        const answer = await fetch(`${running.url}/fhir/Questionnaire?_sort=title&_count=10`)
        if (!answer.ok) throw new Error(`The search was answered with ${answer.status}`)
        await answer.arrayBuffer()
      },
      close,
    }
  },
}

export const CROWDED: readonly Crowded[] = [junk, sorting]

async function started(config: ConfigInput) {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(data, 0o711)
  const running = await serve(
    {
      ...{ port: 0, data, log: { level: 'silent' }, stores: { records: { nodes: 1 } } },
      plugins: { operations: { requestsPerMinute: 1_000_000 }, ...config.plugins },
    },
    { fastify: { logger: false } },
  )
  const close = async () => {
    await running.close()
    await rm(data, { recursive: true })
  }
  return { running, close }
}

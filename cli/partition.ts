/** `andiron nodes partition`: divides the documents of nodes into PostgreSQL's partitions while people write. */
import { GATEWAY_PART } from '../core/backup/deployment.ts'
import type { Database } from '../core/stores/sql/database.ts'
import { PartitionRefused } from '../core/stores/sql/errors.ts'
import {
  cancelPartition,
  documentsTable,
  type PartitionProgress,
  partitionsOf,
  partition as partitionTable,
} from '../core/stores/sql/partition.ts'
import { type BackupOptions, deploymentFor } from './backup.ts'
import { visitDatabases } from './databases.ts'

export interface PartitionOptions extends BackupOptions {
  readonly partitions: number
  readonly cancel?: boolean
}

/** Milliseconds between two lines of progress. */
const EVERY = 5_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

export async function partition({ partitions, cancel = false, ...options }: PartitionOptions): Promise<void> {
  await deploymentFor(options, async ({ deployment }) => {
    if (deployment.remoteNodes.length > 0)
      throw new PartitionRefused(
        'the nodes of this gateway are elsewhere. Their operators run this command with --node',
      )
    const visited = await visitDatabases(deployment, async databases => {
      for (const { part, open } of databases) {
        if (part === GATEWAY_PART) continue
        const database = await open?.()
        if (database === undefined) throw new PartitionRefused(`the database of ${part} does not exist yet`)
        await (cancel ? cancelOne : partitionOne)(part, database, partitions)
      }
      return true
    })
    if (!visited) throw new PartitionRefused('there is no database yet; the first start creates it')
  })
}

async function partitionOne(part: string, database: Database, partitions: number): Promise<void> {
  let [said, phase] = [0, '']
  await partitionTable(database, documentsTable, partitions, progress => {
    if (progress.phase === phase && Date.now() < said + EVERY) return
    ;[said, phase] = [Date.now(), progress.phase]
    print(`${part}: ${sentenceOf(progress)}`)
  })
  const now = await partitionsOf(database, documentsTable)
  print(`${part}: its documents are ${now === 1 ? 'in one table' : `in ${now} partitions`}.`)
}

async function cancelOne(part: string, database: Database): Promise<void> {
  const had = await cancelPartition(database)
  print(had ? `${part}: the copy is dropped; the documents are as before.` : `${part}: nothing is under way.`)
}

function sentenceOf({ phase, rows, of }: PartitionProgress): string {
  switch (phase) {
    case 'copying':
      return `copied ${rows} of about ${of} documents`
    case 'comparing':
      return `comparing the copy with ${rows} documents`
    case 'waiting':
      return 'waiting for reads under way, to put the copy in place'
    case 'done':
      return 'the copy is in place'
  }
}

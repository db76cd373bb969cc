/** The cost of an operation for a server and its database. */
import { readFileSync } from 'node:fs'
import type { Server } from '../http/server.ts'

export interface Cost {
  /** Microseconds of CPU: of the server, and of PostgreSQL behind it. */
  readonly own: number
  readonly database: number
  /** Wall-clock milliseconds. */
  readonly wall: number
  /** The server's peak memory in MiB; Linux only. */
  readonly peak: number
}

/** @param database - the server whose descendant PostgreSQL is */
export async function costOf(server: Server, database: Server, work: () => Promise<void>): Promise<Cost> {
  const spent = async () => ({
    own: (await server.spent()).own,
    database: (await database.spent()).descendants,
    wall: performance.now(),
  })
  const before = await spent()
  await work()
  const after = await spent()
  return {
    own: after.own - before.own,
    database: after.database - before.database,
    wall: after.wall - before.wall,
    peak: peakOf(server.pid),
  }
}

/** The high-water mark of a process' memory, in MiB (proc(5)). */
function peakOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}

/** The parent's side of a server in a child process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpuOfDescendants, pin } from './processes.ts'

/** CPU time since the start, user and system, in microseconds. */
export interface Spent {
  readonly own: number
  /** CPU time of its running descendants: PostgreSQL. Linux only. */
  readonly descendants: number
}

export interface Server {
  readonly url: string
  readonly pid: number
  spent(): Promise<Spent>
  /** Resolves once everything that the child started has ended. */
  close(): Promise<void>
}

/** Servers run on one core, clients on the other. */
const SERVER_CORE = '0'
const CLIENT_CORE = '1'

export const pinClient = (): void => pin(process.pid, CLIENT_CORE)

/** @param file - without its extension, which is `.js` once built */
export async function startServer(file: string, setup: object): Promise<Server> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  // Its log is written, as in production, and discarded.
  const child = fork(new URL(file + extension, import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.send(setup)
  const url = await Promise.race([next<string>(child), ended.then(() => Promise.reject(ENDED))])
  const { pid = 0 } = child
  pin(pid, SERVER_CORE)
  return {
    url,
    pid,
    async spent() {
      child.send('spent')
      return { own: await next<number>(child), descendants: cpuOfDescendants(pid) }
    },
    async close() {
      child.disconnect()
      await ended
    },
  }
}

const ENDED = new Error('the server ended before it listened; it says why above')

async function next<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message as T
}

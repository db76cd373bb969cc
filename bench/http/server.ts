/** The parent's side of a server in a child process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Spent } from './child.ts'
import { pin } from './processes.ts'

export interface Server {
  readonly url: string
  spent(): Promise<Spent>
  /** Resolves once everything that the child started has ended. */
  close(): Promise<void>
}

/** Servers on one core, whoever asks them on the other. */
const SERVER_CORE = 0
const CLIENT_CORE = 1

export const pinClient = (): void => pin(process.pid, CLIENT_CORE)

/** @param file - without its extension, which is `.js` once it is built */
export async function startServer(file: string, setup: object): Promise<Server> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  // Its log is written, as in operation, and thrown away.
  const child = fork(new URL(file + extension, import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.send(setup)
  const url = await Promise.race([next<string>(child), ended.then(() => Promise.reject(ENDED))])
  if (child.pid !== undefined) pin(child.pid, SERVER_CORE)
  return {
    url,
    spent() {
      child.send('spent')
      return next<Spent>(child)
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

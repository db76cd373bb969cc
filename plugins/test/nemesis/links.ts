/** The network between the processes of a deployment: each connection passes a link, which may fail. */
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket, connect as socketTo } from 'node:net'

/** `lies` alters the answers, with their lengths. */
export type Condition =
  | { readonly is: 'cut' | 'hung' | 'lies' }
  | { readonly is: 'slow'; readonly milliseconds: number }

/** The word of a lying node in place of {@link TRUTH}, which every answer in a form of these tests contains. */
export const LIE = 'fabricated'
export const TRUTH = 'synthetic '

interface Connection {
  readonly client: Socket
  readonly target: Socket
  /** The name of the process that connected. */
  readonly from: string
}

/** All connections to one server. What it holds back when a condition ends is lost, with the connection. */
export class Link {
  readonly #connections = new Set<Connection>()
  readonly #conditions = new Map<string, Condition>()
  readonly #server: Server
  /** The port of the server itself; it changes when another one takes its place. */
  targetPort: number

  private constructor(targetPort: number, callerOf: (port: number) => Promise<string>) {
    this.targetPort = targetPort
    this.#server = createServer({ pauseOnConnect: true }, async client => {
      client.on('error', () => {})
      const from = await callerOf(client.remotePort ?? 0).catch(() => 'another')
      if (this.#conditionOf(from)?.is === 'cut') return void client.resetAndDestroy()
      this.#join({ client, target: socketTo(this.targetPort, '127.0.0.1'), from })
    })
  }

  /** @param callerOf - the name of the process with this local port */
  static async open(targetPort: number, callerOf: (port: number) => Promise<string>): Promise<Link> {
    const link = new Link(targetPort, callerOf)
    link.#server.listen(0, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Sets what happens to the connections of one process, or of all those without a condition of their own (`*`). */
  set(from: string, condition: Condition | undefined): void {
    const before = this.#conditions.get(from)
    if (condition === undefined) this.#conditions.delete(from)
    else this.#conditions.set(from, condition)
    const loses = condition?.is === 'cut' || (before !== undefined && before.is !== 'lies')
    if (loses) this.#drop(each => from === '*' || each.from === from)
  }

  close(): void {
    this.#drop(() => true)
    this.#server.close()
  }

  #drop(isChosen: (connection: Connection) => boolean): void {
    for (const connection of [...this.#connections].filter(isChosen)) {
      connection.client.resetAndDestroy()
      connection.target.resetAndDestroy()
    }
  }

  #conditionOf(from: string): Condition | undefined {
    return this.#conditions.get(from) ?? this.#conditions.get('*')
  }

  #join(connection: Connection): void {
    const { client, target } = connection
    this.#connections.add(connection)
    const end = () => {
      this.#connections.delete(connection)
      client.destroy()
      target.destroy()
    }
    target.on('error', () => client.resetAndDestroy())
    for (const socket of [client, target]) socket.setNoDelay().once('close', end)
    client.on('data', bytes => this.#forward(connection, target, bytes))
    target.on('data', bytes => this.#forward(connection, client, bytes))
    client.resume()
  }

  #forward({ from, target }: Connection, to: Socket, bytes: Buffer): void {
    const condition = this.#conditionOf(from)
    const isAnswer = to !== target
    if (condition === undefined) to.write(bytes)
    else if (condition.is === 'lies')
      to.write(isAnswer ? Buffer.from(bytes.toString('latin1').replaceAll(TRUTH, LIE), 'latin1') : bytes)
    else if (condition.is === 'slow' && isAnswer)
      setTimeout(() => to.destroyed || to.write(bytes), condition.milliseconds)
    else if (condition.is === 'slow') to.write(bytes)
  }
}

/** The processes below one, and itself. */
export async function processesOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = await Promise.all(
    tasks.map(task => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const pids = children.flatMap(text => text.split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(pids.map(processesOf))).flat()]
}

/** True if one of these processes has the local end of a connection at this port. */
export async function holdsPort(pids: readonly number[], port: number): Promise<boolean> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map(line => line.trim().split(/\s+/))
  const inode = lines.find(fields => fields[1]?.endsWith(local))?.[9]
  if (inode === undefined) return false
  for (const pid of pids)
    for (const file of await readdir(`/proc/${pid}/fd`).catch(() => []))
      if ((await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')) === `socket:[${inode}]`) return true
  return false
}

/** The socket by which `andiron reload` reaches the gateways of a data directory. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** The outcome of a reload. */
export interface Outcome {
  readonly reloaded: boolean
  /** The reason why the running instance stays. */
  readonly sentence?: string
}

const NAME = /^reload-(\d+)\.sock$/

/**
 * Serves reloads: one for each connection, with the outcome as JSON. Only the user of the gateway may
 * connect.
 */
export async function openControl(
  data: string,
  reload: () => Promise<Outcome>,
  failed: (error: Error) => void,
): Promise<() => void> {
  // Missing where every store is in memory.
  await mkdir(data, { recursive: true }).catch(failed)
  const server = createServer(socket => {
    socket.on('error', () => {})
    void reload().then(outcome => socket.end(JSON.stringify(outcome)))
  })
  server.on('error', failed)
  // The socket appears within the call, with the modes that the mask leaves.
  const mask = process.umask(0o177)
  server.listen(join(data, `reload-${process.pid}.sock`))
  process.umask(mask)
  server.unref()
  return () => void server.close()
}

/** The ids of the processes that serve, or served, reloads in a data directory. */
export async function controlled(data: string): Promise<number[]> {
  const names = await readdir(data).catch(() => [])
  return names.flatMap(name => NAME.exec(name)?.slice(1).map(Number) ?? [])
}

/** Reloads one gateway; undefined if its process is gone, whose socket is removed then. */
export async function requestReload(data: string, pid: number): Promise<Outcome | undefined> {
  const path = join(data, `reload-${pid}.sock`)
  try {
    const text = await new Promise<string>((resolve, reject) => {
      let answer = ''
      connect(path)
        .setEncoding('utf8')
        .on('data', part => {
          answer += part
        })
        .once('end', () => resolve(answer))
        .once('error', reject)
    })
    return text === '' ? { reloaded: false, sentence: 'It ended during the reload.' } : JSON.parse(text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ECONNREFUSED' && code !== 'ENOENT') throw error
    await rm(path, { force: true })
    return undefined
  }
}

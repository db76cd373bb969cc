/** The throughput of a gateway of one process beside one of two workers, each with a database of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTurn, quantile } from './harness.ts'
import { fire } from './http/load.ts'
import { prepare, type Scene } from './http/scene.ts'

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const command = fileURLToPath(new URL(`../cli/andiron${extension}`, import.meta.url))

interface Contender {
  readonly workers: number
  readonly url: string
  close(): Promise<void>
}

/** Without rate limits: few people send all requests. */
const config = {
  port: 0,
  data: './data',
  log: { level: 'silent' },
  plugins: {
    operations: { requestsPerMinute: 1_000_000_000 },
    'storage-node': { quota: { records: 1_000_000_000, bytes: 1_000_000_000_000 } },
  },
}

async function startGateway(workers: number): Promise<Contender> {
  const directory = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(directory, 0o711)
  await writeFile(join(directory, 'andiron.json'), JSON.stringify({ ...config, workers }))
  const child = spawn(process.execPath, [...process.execArgv, command, 'start'], {
    ...{ cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  const ended = once(child, 'exit')
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', part => {
      text += part
      const [, found] = /gateway +(http\S+)\n/.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', code => reject(new Error(`the gateway ended with ${code}`)))
  })
  return {
    ...{ workers, url },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true })
    },
  }
}

export interface Throughput {
  readonly scene: string
  readonly workers: number
  /** Requests a second. */
  readonly median: number
  /** Of the one process in the same round; the median. */
  readonly ratio: number
}

/** @param amount - requests of each contender in each round */
export async function workersBench(rounds: number, amount: number): Promise<Throughput[]> {
  const contenders: Contender[] = []
  try {
    for (const workers of [1, 2]) contenders.push(await startGateway(workers))
    const scenes = await Promise.all(contenders.map(({ url }) => prepare(url)))
    const measured: Throughput[] = []
    for (const [scene, name] of [
      ['submit', 'POST /api/submission'],
      ['read', 'GET /api/questionnaire/:id'],
    ] as const)
      measured.push(
        ...(await measure(
          name,
          contenders,
          scenes.map(each => each[scene]),
          { rounds, amount },
        )),
      )
    return measured
  } finally {
    for (const contender of contenders) await contender.close()
  }
}

async function measure(
  scene: string,
  contenders: readonly Contender[],
  scenes: readonly Scene[],
  { rounds, amount }: { readonly rounds: number; readonly amount: number },
): Promise<Throughput[]> {
  let call = 0
  const window = async (at: number): Promise<number> => {
    const begun = performance.now()
    const answered = await fire(contenders[at]?.url ?? '', amount, call, scenes[at] as Scene)
    call += answered
    return (answered / (performance.now() - begun)) * 1000
  }
  const samples = contenders.map((): number[] => [])
  // The first round is for the compilers.
  for (let round = -1; round < rounds; round++)
    for (const at of inTurn([...contenders.keys()], Math.max(0, round))) {
      const speed = await window(at)
      if (round >= 0) samples[at]?.push(speed)
    }
  return contenders.map(({ workers }, at) => ({
    ...{ scene, workers, median: quantile(samples[at] ?? [], 0.5) },
    ratio: quantile(
      (samples[at] ?? []).map((speed, round) => speed / (samples[0]?.[round] ?? speed)),
      0.5,
    ),
  }))
}

export function renderWorkers(measured: readonly Throughput[]): string {
  const rows = measured.map(
    ({ scene, workers, median, ratio }) =>
      `| ${scene} | ${workers} | ${Math.round(median)} | **${ratio.toFixed(2)}** |`,
  )
  return ['| | workers | requests/s | ratio |', '|---|--:|--:|--:|', ...rows, ''].join('\n')
}

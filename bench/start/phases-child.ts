/** Starts a gateway as the command does, and prints the CPU time of this process after each phase, in microseconds. */
import { existsSync } from 'node:fs'

const { user, system } = process.cpuUsage()
const marks: [phase: string, until: number][] = [['Node', user + system]]
const mark = (phase: string) => {
  const { user, system } = process.cpuUsage()
  marks.push([phase, user + system])
}

const bundled = new URL('../../bundle/index.js', import.meta.url)
const { createGateway }: typeof import('../../plugins/index.ts') = await import(
  existsSync(bundled) ? bundled.href : '../../plugins/index.ts'
)
mark('modules')
const data = process.argv[2] as string
const app = await createGateway({ data, port: 0 }, { fastify: { logger: false } })
mark('config, stores, plugins')
await app.ready()
mark('routes, collections on the nodes')
process.stdout.write(`${JSON.stringify(marks)}\n`)
await app.close()

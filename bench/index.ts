/** The command `npm run bench [suite...]`: runs the suites and prints their tables. */
import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import type { Suite, Table } from './harness.ts'
import { baselineOf, describeMachine, markdownOf, readBaseline } from './report.ts'

/** Loaded on demand: each has libraries of its own. */
const suites: Readonly<Record<string, () => Promise<Suite>>> = {
  // Runs before the suite that pins this process to one core.
  validation: async () => (await import('./validation.ts')).validation,
  crypto: async () => (await import('./crypto.ts')).crypto,
  files: async () => (await import('./files.ts')).files,
  http: async () => (await import('./http.ts')).http,
  aggregate: async () => (await import('./aggregate.ts')).aggregation,
}

/** Draws a long form in a browser, if one is installed. */
async function renderer(quick: boolean): Promise<string> {
  const { renderDrawn, rendererBench } = await import('./renderer.ts')
  return renderDrawn(await rendererBench(quick ? 1 : 5))
}

/** Loads the pages as a slow phone does. */
async function pages(quick: boolean): Promise<string> {
  const { pagesBench, renderLoaded } = await import('./pages.ts')
  return renderLoaded(await pagesBench(quick ? 1 : 5))
}

/** Reads all responses of forms with increasing numbers of them; seeding takes most of the time. */
async function reads(quick: boolean): Promise<string> {
  const { readsBench, renderReads } = await import('./reads.ts')
  return renderReads(await readsBench(quick ? [200] : [10_000, 100_000, 1_000_000]))
}

/** Statements of a storage node among increasing numbers of documents. */
async function growth(quick: boolean, { documents, each }: Options): Promise<string> {
  const { growthBench, renderGrowth } = await import('./growth.ts')
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000].filter(size => size <= documents)
  return renderGrowth(await growthBench(quick ? [5_000] : sizes, each))
}

/** Attacker-controlled inputs, by size. */
async function costs(quick: boolean): Promise<string> {
  const { costsBench } = await import('./costs.ts')
  return costsBench(quick)
}

/** Starts the command on an empty directory and on one with data. */
async function start(quick: boolean): Promise<string> {
  const { startBench } = await import('./start.ts')
  return startBench(quick ? 1 : 5)
}

/** Sends the same requests to one process and to two workers. */
async function workers(quick: boolean): Promise<string> {
  const { renderWorkers, workersBench } = await import('./workers.ts')
  return renderWorkers(await (quick ? workersBench(1, 50) : workersBench(7, 2_000)))
}

interface Options {
  readonly quick?: true
  readonly save?: string
  readonly documents: number
  readonly each: number
}

async function bench(names: readonly string[], options: Options): Promise<void> {
  const baseline = readBaseline()
  const tables: Table[] = []
  process.stdout.write(`${describeMachine().join('\n')}\n\n`)
  const wanted = (name: string) => names.length === 0 || names.includes(name)
  // Runs before the suite that pins this process to one core.
  if (wanted('renderer')) process.stdout.write(`## renderer\n\n${await renderer(options.quick === true)}\n`)
  if (wanted('pages')) process.stdout.write(`## pages\n\n${await pages(options.quick === true)}\n`)
  if (wanted('start')) process.stdout.write(`## start\n\n${await start(options.quick === true)}\n`)
  if (wanted('costs')) process.stdout.write(`## costs\n\n${await costs(options.quick === true)}`)
  if (wanted('workers')) process.stdout.write(`## workers\n\n${await workers(options.quick === true)}\n`)
  // These take a quarter of an hour and more, and therefore run only by name.
  if (names.includes('reads')) process.stdout.write(`## reads\n\n${await reads(options.quick === true)}\n`)
  if (names.includes('growth'))
    process.stdout.write(`## growth\n\n${await growth(options.quick === true, options)}\n`)
  for (const [name, load] of Object.entries(suites)) {
    if (!wanted(name)) continue
    const suite = await load()
    process.stdout.write(`## ${name}\n\n`)
    for await (const table of suite(options.quick === true)) {
      process.stdout.write(`${markdownOf(table, baseline)}\n`)
      tables.push(table)
    }
  }
  if (options.save !== undefined)
    writeFileSync(options.save, `${JSON.stringify(baselineOf(tables, baseline), undefined, 2)}\n`)
}

const known = [...Object.keys(suites), 'renderer', 'pages', 'costs', 'growth', 'reads', 'start', 'workers']

await new Command('bench')
  .description('Measures what the gateway costs, as ratios to the least that the same work can cost.')
  .argument(
    '[suite...]',
    `what to measure: ${known.join(', ')}; everything but growth and reads when nothing is said`,
  )
  .option('--quick', 'only prove that everything runs; the figures mean nothing')
  .option('--documents <number>', 'the most documents of growth, up to ten million', Number, 1_000_000)
  .option('--each <number>', 'the documents of one person in growth', Number, 100)
  .option('--save <file>', 'write the ratios to a file, such as bench/baseline.json')
  .action(async (names: readonly string[], options: Options, command: Command) => {
    const stranger = names.find(name => !known.includes(name))
    if (stranger !== undefined)
      command.error(`error: there is no suite '${stranger}'; known: ${known.join(', ')}`)
    await bench(names, options)
  })
  .parseAsync()

/** `andiron doctor`: checks everything that a gateway needs, and reports how to fix each fault. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Conceal, concealUserinfo } from '../core/config/conceal.ts'
import { checkConfig } from '../core/config/config.ts'
import { MAX_AGE } from '../core/telemetry/examination.ts'
import type { RepositoryOptions } from './backup.ts'
import { backups, checkBackup } from './backup-checks.ts'
import { type Checked, checks, type Finding, failed } from './checks.ts'
import { describeGateway } from './describe.ts'
import { repair } from './repair.ts'
import { explaining, type Located, readSettings } from './settings.ts'

export interface DoctorOptions extends Located, RepositoryOptions {
  readonly repair?: boolean
  readonly dryRun?: boolean
  /** The place of backups, to check the newest one instead. */
  readonly backup?: string
  /** Hours. */
  readonly maxAge?: number
}

export async function doctor(options: DoctorOptions): Promise<void> {
  // Assume failure until every check has run.
  process.exitCode = 1
  const wrong = await examine(options, line => process.stdout.write(line))
  process.exitCode = wrong ? 1 : 0
}

/** Prints the findings about a deployment. Returns the number of problems. */
export async function examine(
  { repair: mends, dryRun = false, backup, maxAge = MAX_AGE, ...located }: DoctorOptions,
  print: (text: string) => void,
): Promise<number> {
  let wrong = 0
  let conceal: Conceal = concealUserinfo
  const tell = ({ state, what, mend }: Finding): void => {
    if (state === 'wrong') wrong++
    const [first, ...more] = conceal(`${what}${mend ? `\n${mend}` : ''}`).split('\n')
    print(`${MARKS[state]}  ${first}\n${more.map(line => `       ${line}\n`).join('')}`)
  }

  const checked = await config(located).catch((error: unknown) => {
    tell(failed(undefined, error))
    return undefined
  })
  if (checked) {
    conceal = checked.conceal
    tell({ state: 'ok', what: `config: ${checked.file ?? 'no file, all options have their defaults'}` })
    const wanted = mends
      ? [(each: Checked) => repair(each, dryRun)]
      : backup !== undefined
        ? [(each: Checked) => checkBackup(each, { ...located, backup, maxAge })]
        : [...checks, backups]
    for (const check of wanted) for (const finding of await findings(check, checked)) tell(finding)
  }
  print(wrong ? `\n${wrong} problem${wrong === 1 ? '' : 's'} found.\n` : '\nNo problems found.\n')
  return wrong
}

/** Runs a check. If it throws, that is a finding too, and the other checks still run. */
async function findings(check: (typeof checks)[number], checked: Checked): Promise<Finding[]> {
  try {
    return await check(checked)
  } catch (error) {
    return [failed(undefined, error)]
  }
}

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const

/** The config, provided that it is valid and its plugins can be registered. */
async function config(
  located: Located,
): Promise<Checked & { readonly file: string | undefined; readonly conceal: Conceal }> {
  const settings = await readSettings(located)
  return explaining(settings, async () => {
    const config = checkConfig(settings.config)
    const plugins = await describeGateway(config, settings.directory)
    const data = resolve(fileURLToPath(settings.directory), config.data)
    const { directory, file, conceal } = settings
    return { config, plugins, data, directory, file, conceal }
  })
}

/** Registers the study with a gateway, publishes its form, and gives its server a key that only reads. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BackendKey,
  createBackendKey,
  createSoftwareWallet,
  deriveApplicationKeypair,
  listApplications,
  listBackends,
  listQuestionnaires,
  loadEnvironment,
  registerApplication,
  registerBackend,
  registerQuestionnaire,
} from '@andiron/sdk'
import form from './form.json' with { type: 'json' }

/** The settings of the server, in `server.json`; none of them is secret. */
export interface StudySettings {
  readonly service: string
  readonly applicationId: string
  readonly formId: string
  /** The origin of the page, where the gateway sends notifications. */
  readonly origin: string
}

/** The server's own key, in `server.key`: it only reads. */
export type ServerKey = BackendKey['privateJwk']

/**
 * Every step looks for its result first: a setup that was interrupted continues where it ended, and a repeated one
 * changes nothing.
 * @param service - base URL of the gateway
 * @param directory - for the keys; `owner.key` may then move to a safe place, as the server does not need it
 * @param origin - the origin of the study's page
 */
export async function setUp(service: string, directory: string, origin: string): Promise<StudySettings> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const environment = await loadEnvironment(service)
  const owner = createSoftwareWallet(
    await kept(join(directory, 'owner.key'), () => randomBytes(32).toString('hex')),
  )
  const applicationId = `sleep-study-${owner.address.slice(2, 10).toLowerCase()}`
  const { sessionKeyPair: keyPair } = await deriveApplicationKeypair(
    owner.signFn,
    owner.address,
    applicationId,
    {
      environment,
    },
  )

  const applications = await listApplications(owner, environment)
  if (!applications.some(each => each.applicationId === applicationId)) {
    const about = { applicationId, name: 'Sleep study', callbackUrls: [`${origin}/`] }
    await registerApplication(keyPair, about, owner, environment)
  }

  const forms = await listQuestionnaires(keyPair, environment)
  const published = forms.find(({ title }) => title === form.title)
  const { _id: formId } = published ?? (await registerQuestionnaire(keyPair, form, environment))

  const made = await kept(join(directory, 'server.key'), async () =>
    JSON.stringify((await createBackendKey()).privateJwk),
  )
  const { d: _, ...publicJwk }: ServerKey = JSON.parse(made)
  const backends = await listBackends(keyPair, applicationId, environment)
  if (!backends.some(({ keys = [] }) => keys.some(({ kid }) => kid === publicJwk.kid)))
    await registerBackend(
      keyPair,
      applicationId,
      { name: 'Study server', jwks: { keys: [publicJwk] } },
      environment,
    )

  const settings = { service: environment.apiBaseUrl, applicationId, formId, origin }
  await writeFile(join(directory, 'server.json'), JSON.stringify(settings))
  return settings
}

/** A secret that is made once. It has its name only when it is complete. */
async function kept(file: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const draft = `${file}.${process.pid}`
  await writeFile(draft, await make(), { mode: 0o600, flush: true })
  // Unlike a rename, it replaces no secret that another process has made meanwhile.
  await link(draft, file).catch(() => {})
  await rm(draft)
  return readFile(file, 'utf8')
}

/**
 * Clients that programs generate from the OpenAPI document do the main job: they compile with strict types, and what
 * they read is what was answered.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { createSelfSignedJwt } from '../../core/crypto/jwt.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { demand } from '../../core/test/fixtures/programs.ts'
import { anApplication, gateway, now, registrationOf } from '../../plugins/test/fixtures/actors.ts'
import type { Done, Job } from './clients/job.ts'

demand(t, 'clients')

const execute = promisify(execFile)
const HERE = fileURLToPath(new URL('./clients/', import.meta.url))

/** The commands that write a client into `generated`, by the name of the file with its job. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-fetch': ['openapi-typescript', 'openapi.json', '-o', 'generated/api.ts'],
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'generated'],
  orval: ['orval', '--config', 'orval.config.ts'],
}

const app = await gateway(t)
await app.listen({ port: 0, host: '127.0.0.1' })
const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
app.gateway.baseUrl = baseUrl
const document = (await app.inject('/openapi.json')).body

for (const [name, [program = '', ...terms]] of Object.entries(GENERATORS))
  t.test(name, async t => {
    const directory = await mkdtemp(join(tmpdir(), 'andiron-client-'))
    t.teardown(() => rm(directory, { recursive: true, force: true }))
    const at = (file: string) => join(directory, file)
    const call = (command: string, given: readonly string[]) =>
      execute(join(HERE, 'node_modules/.bin', command), given, { cwd: directory }).catch(error =>
        t.fail(`${command}: ${error.stdout}${error.stderr}`),
      )
    await symlink(join(HERE, 'node_modules'), at('node_modules'))
    await writeFile(at('openapi.json'), document)
    await writeFile(at('package.json'), JSON.stringify({ type: 'module' }))
    for (const file of ['job.ts', `${name}.ts`, 'tsconfig.json', 'orval.config.ts'])
      await cp(join(HERE, file), at(file))

    await call(program, terms)
    await call('tsc', ['-p', '.'])
    await call('esbuild', [`${name}.ts`, '--bundle', '--format=esm', '--outfile=built.mjs'])
    const { run } = (await import(pathToFileURL(at('built.mjs')).href)) as {
      run(job: Job): Promise<Done>
    }
    const study = anApplication()
    const person = createKeyPair()
    const done = await run({
      baseUrl,
      registration: registrationOf(study) as Job['registration'],
      application: (...scopes) => createSelfSignedJwt({ keyPair: study.keyPair, scopes, now: now() }),
      person: (...scopes) => createSelfSignedJwt({ keyPair: person, scopes, now: now() }),
    })
    t.match(done, {
      title: 'Sleep',
      items: [[{ linkId: 'rested', answer: [{ valueBoolean: true }] }]],
      refusal: /^No questionnaire is registered/,
    })
    t.equal(done.items.length, 1)
  })

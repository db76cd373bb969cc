/** The package: browsers can load it, and it contains nothing of Node. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import t from 'tap'
import root from '../../../package.json' with { type: 'json' }
import sdk from '../package.json' with { type: 'json' }
import { emit, packageOf } from './fixtures/emitted.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('..', import.meta.url))

t.test('the emitted package imports nothing but what it declares, and runs', async t => {
  const { directory, sources, imported } = await emit('sdk')
  const files = [...sources.keys()]

  // With `types: []`, no global of Node compiles; only imports remain to check.
  t.same(
    [...new Set(imported.map(packageOf))],
    ['@noble/ciphers', '@noble/hashes', '@noble/secp256k1', 'shamir-secret-sharing'],
  )
  t.same([...new Set(files.map(file => file.split('/', 1)[0]))].sort(), ['core', 'fhir', 'schemas', 'ui'])
  t.same(
    files.filter(file => file.startsWith('core/') && !file.startsWith('core/crypto/')),
    [],
  )

  const entry = pathToFileURL(join(directory, 'ui/sdk/index.js')).href
  const script = `
    const sdk = await import(${JSON.stringify(entry)})
    const { did } = sdk.storageKeyPairOf('07'.repeat(32))
    console.log(JSON.stringify({ did, names: Object.keys(sdk), api: Object.keys(sdk.WelshareApi) }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  const { did, names, api } = JSON.parse(stdout)
  t.match(did, /^did:nil:0[23][0-9a-f]{64}$/)
  t.same(names, [...names].sort())
  for (const name of [
    'createJWTForStorageKeys',
    'createUploadCredentials',
    'decrypt',
    'deleteBinaryFile',
    'downloadAndDecryptFile',
    'encryptAndUploadFile',
    'DOCUMENT_CATEGORY_CONCEPTS',
    'DOCUMENT_TYPE_CONCEPTS',
    'DocumentReferenceHelpers',
    'submitDocumentReference',
    'encryptFile',
    'fetchBinaryData',
    'submitBinaryData',
    'uploadAndEncryptFile',
    'deriveApplicationKeypair',
    'deriveStorageKeypair',
    'fetchDelegation',
    'fetchQuestionnaire',
    'fetchWelshareApp',
    'QuestionnaireResponseSchema',
    'registerApplication',
    'registerQuestionnaire',
    'resolveEnvironment',
    'submitData',
    'updateApplication',
    'updateQuestionnaire',
    'WELSHARE_API_ENVIRONMENT',
    'WelshareApi',
  ]) {
    t.ok(names.includes(name), name)
  }
  t.same(api, [
    'deleteBinaryFile',
    'fetchBinaryData',
    'fetchDelegation',
    'fetchWelshareApp',
    'submitBinaryData',
    'submitData',
    'submitDocumentReference',
    'uploadAndEncryptFile',
  ])

  await t.test(
    'the entry for keys runs in Node, and the first entry loads neither it nor that for disks',
    async t => {
      const keys = pathToFileURL(join(directory, sdk.exports['./keys'].default.replace('./dist/', ''))).href
      const script = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(keys)}))))`
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
      t.same(JSON.parse(stdout), [
        'SHORTEST_PASSPHRASE',
        'hasPasskeys',
        'openApplicationKey',
        'openStorageKeypair',
        'passphrasePrompts',
        'readRecovery',
        'recoveryFileOf',
        'sealApplicationKey',
        'signInWithWallet',
        'unwrapKey',
        'wrapKey',
      ])
      const { metafile } = await build({
        entryPoints: [join(directory, 'ui/sdk/index.js')],
        ...{ bundle: true, format: 'esm', platform: 'browser', write: false, metafile: true },
        absWorkingDir: directory,
      })
      t.same(
        Object.keys(metafile.inputs).filter(file => /^ui\/sdk\/(keys|disk)\//.test(file)),
        [],
      )
    },
  )

  await t.test('the entry for encryption reaches no network and no node', async t => {
    const { metafile, outputFiles } = await build({
      entryPoints: [join(directory, sdk.exports['./encryption'].default.replace('./dist/', ''))],
      ...{ bundle: true, format: 'esm', platform: 'browser', write: false, metafile: true },
      absWorkingDir: directory,
    })
    const reached = Object.keys(metafile.inputs).filter(file => !file.startsWith('../'))
    t.same(reached.sort(), [
      'core/crypto/bytes.js',
      'core/crypto/errors.js',
      'core/crypto/file.js',
      'core/crypto/gcm.js',
      'core/crypto/json.js',
      'ui/sdk/encryption.js',
    ])
    t.notMatch(outputFiles[0]?.text, /\bfetch\b|XMLHttpRequest|WebSocket|import\(/)
  })
})

t.test('the package wants the versions that the project is tested with', async t => {
  const versions: Record<string, string> = root.dependencies
  for (const [name, version] of Object.entries(sdk.dependencies)) t.equal(version, versions[name], name)
  t.equal(sdk.version, root.version)
  t.same(sdk.engines, root.engines)
})

t.test('the examples of the README compile', async t => {
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, example]) => example)
  const compiled = [
    'readme.ts',
    'readme-keys.ts',
    'readme-responses.ts',
    'readme-aggregations.ts',
    'readme-files.ts',
    'readme-disk.ts',
    'readme-profile.ts',
  ].map(async name => {
    const source = await readFile(join(project, 'test/fixtures', name), 'utf8')
    return source
      .slice(source.indexOf('import'))
      .replace("'../../index.ts'", "'@andiron/sdk'")
      .replace("'../../keys/index.ts'", "'@andiron/sdk/keys'")
      .replace("'../../disk/index.ts'", "'@andiron/sdk/disk'")
  })
  t.same(examples, await Promise.all(compiled))
})

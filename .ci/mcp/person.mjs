/** A synthetic person with an observation, a text and a picture; prints what an assistant of theirs is called with, as JSON. */
import {
  createJWTForStorageKeys,
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  loadEnvironment,
  registerApplication,
  submitData,
  uids,
  uploadAndEncryptFile,
} from '../../dist/ui/sdk/index.js'

/** One red point, PNG. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

const environment = await loadEnvironment(process.argv[2])
const applicationId = `assistants-${crypto.randomUUID().slice(0, 8)}`
const study = createSoftwareWallet()
const { sessionKeyPair: application } = await deriveApplicationKeypair(
  study.signFn,
  study.address,
  applicationId,
  { environment },
)
const about = { applicationId, name: 'Assistants (CI)', callbackUrls: ['http://localhost:3000/'] }
await registerApplication(application, about, study, environment)

const wallet = createSoftwareWallet()
const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, { environment })
const observation = {
  resourceType: 'Observation',
  status: 'final',
  effectiveDateTime: '2026-01-05',
  code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
  valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
}
await submitData(
  person,
  { applicationId, timestamp: new Date().toISOString(), schemaId: uids.Observation, submission: observation },
  environment,
)
const upload = async (bytes, name, type) => {
  const file = new File([bytes], name, { type })
  return (await uploadAndEncryptFile(person, file, { reference: 'profile', applicationId }, environment))
    .insertedUid
}
const text = await upload(Buffer.from('Findings: all well.\n'), 'findings.txt', 'text/plain')
const picture = await upload(Buffer.from(PICTURE, 'base64'), 'point.png', 'image/png')
const token = createJWTForStorageKeys(person, { scopes: ['read'], lifetime: 604_800 })
process.stdout.write(`${JSON.stringify({ token, text, picture })}\n`)

/**
 * A synthetic person with observations, answers, texts and a picture; prints what an assistant of theirs is called
 * with, as JSON.
 */
import {
  createJWTForStorageKeys,
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  loadEnvironment,
  registerApplication,
  registerQuestionnaire,
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
const submit = (schemaId, submission) =>
  submitData(
    person,
    { applicationId, timestamp: new Date().toISOString(), schemaId, submission },
    environment,
  )
await submit(uids.Observation, observation)
const pressure = value => ({ value, unit: 'mm[Hg]', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' })
const part = (code, value) => ({
  code: { coding: [{ system: 'http://loinc.org', code }] },
  valueQuantity: pressure(value),
})
for (const [at, systolic] of [142, 138, 131].entries())
  await submit(uids.Observation, {
    ...{
      resourceType: 'Observation',
      status: 'final',
      effectiveDateTime: `2026-0${at + 1}-10T08:00:00+01:00`,
    },
    category: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' },
        ],
      },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: '85354-9', display: 'Blood pressure' }] },
    component: [part('8480-6', systolic), part('8462-4', 85 - at)],
  })
const form = await registerQuestionnaire(
  application,
  {
    ...{ resourceType: 'Questionnaire', status: 'active', title: 'Evening diary (CI)' },
    item: [
      { linkId: 'note', type: 'string', text: 'How are you?' },
      { linkId: 'sleep', type: 'boolean', text: 'Did you sleep well?' },
    ],
  },
  environment,
)
await submit(uids.QuestionnaireResponse, {
  ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: form._id },
  item: [{ linkId: 'note', answer: [{ valueString: 'rather tired' }] }],
})
/** A PDF with a line of text a page. It has no table of offsets: readers find the objects without it. */
const pdfOf = pages =>
  [
    '%PDF-1.4',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    `2 0 obj << /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >> endobj`,
    '3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
    ...pages.flatMap((text, at) => {
      const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `${4 + 2 * at} 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * at} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >> endobj',
        `${5 + 2 * at} 0 obj << /Length ${content.length} >>\nstream\n${content}\nendstream endobj`,
      ]
    }),
    'trailer << /Root 1 0 R >>\n%%EOF\n',
  ].join('\n')
const upload = async (bytes, name, type) => {
  const file = new File([bytes], name, { type })
  return (await uploadAndEncryptFile(person, file, { reference: 'profile', applicationId }, environment))
    .insertedUid
}
const text = await upload(Buffer.from('Findings: all well.\n'), 'findings.txt', 'text/plain')
const picture = await upload(Buffer.from(PICTURE, 'base64'), 'point.png', 'image/png')
const report = await upload(
  Buffer.from(pdfOf(['The first page', 'The second page'])),
  'report.pdf',
  'application/pdf',
)
const token = createJWTForStorageKeys(person, { scopes: ['read'], lifetime: 604_800 })
process.stdout.write(`${JSON.stringify({ token, text, picture, report, form: form._id })}\n`)

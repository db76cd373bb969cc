/** Synthetic data for the pages: a study with its forms, and the profile of a person who answered it for months. */
import { addressOf, signTypedData } from '../../core/crypto/eip712.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import {
  createSoftwareWallet,
  deriveStorageKeypair,
  registerApplication,
  registerQuestionnaire,
  submitData,
  uids,
} from '../../ui/sdk/index.ts'
import { PHQ_9, responseTo, scoreOf } from '../study.ts'

export interface Seeded {
  readonly applicationId: string
  /** The `_id` of its questionnaire. */
  readonly questionnaire: string
}

/** The key of the person's wallet. */
export const WALLET = '7d'.repeat(32)

const APPLICATION = 'synthetic-study'

const LOINC = 'http://loinc.org'
const UCUM = 'http://unitsofmeasure.org'

/** Values by month: kg, and mmHg. */
const WEIGHTS = [74.2, 73.9, 73.1, 72.4, 72.6, 71.8]
const PRESSURES = [
  [138, 88],
  [134, 86],
  [131, 84],
  [129, 83],
  [126, 81],
  [124, 80],
] as const
/** The first of these is severe, the last one mild. */
const RESPONSES = [3, 2, 7, 2, 5, 8]

const extracts = (valueBoolean: boolean) => ({
  url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observationExtract',
  valueBoolean,
})

/** PHQ-9, of which the score alone becomes a measurement. */
const FORM = {
  ...PHQ_9,
  extension: [extracts(false)],
  item: PHQ_9.item?.map(item =>
    item.linkId === 'total' ? { ...item, extension: [...(item.extension ?? []), extracts(true)] } : item,
  ),
}

const quantity = (value: number, unit: string, code: string) => ({ value, unit, system: UCUM, code })

/**
 * Registers the study at `origin`, publishes PHQ-9, and stores the person's responses and measurements of six months.
 * @param origin - of the pages of the study
 * @param storeAt - called with the time of each record before it is stored
 */
export async function seedPages(
  url: string,
  origin: string,
  storeAt: (time: Date) => void = () => {},
): Promise<Seeded> {
  const [application, control] = [createKeyPair(), createKeyPair()]
  storeAt(new Date('2026-01-02T08:00:00Z'))
  await registerApplication(
    application,
    { applicationId: APPLICATION, name: 'Synthetic mood study', callbackUrls: [`${origin}/`] },
    {
      address: addressOf(control.publicKey),
      signFn: async data => signTypedData(data, control.privateKey),
    },
    url,
  )
  const { _id: questionnaire } = await registerQuestionnaire(application, FORM as typeof PHQ_9, url)
  const wallet = createSoftwareWallet(WALLET)
  const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
    environment: url,
  })
  const store = (submission: object, schemaId: string = uids.QuestionnaireResponse) =>
    submitData(
      person,
      { applicationId: APPLICATION, timestamp: new Date().toISOString(), schemaId, submission },
      url,
    )
  for (const [month, weight] of WEIGHTS.entries()) {
    const date = `2026-0${month + 1}-1${month}`
    const nth = RESPONSES[month] ?? 0
    const [systolic, diastolic] = PRESSURES[month] ?? [120, 80]
    storeAt(new Date(`${date}T08:30:00Z`))
    await store(responseTo(PHQ_9, questionnaire, nth, scoreOf(nth)))
    storeAt(new Date(`${date}T08:35:00Z`))
    await store(
      {
        ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: date },
        code: { coding: [{ system: LOINC, code: '29463-7', display: 'Body weight' }] },
        valueQuantity: quantity(weight, 'kg', 'kg'),
        device: { display: 'A synthetic scale' },
      },
      uids.Observation,
    )
    storeAt(new Date(`${date}T08:40:00Z`))
    await store(
      {
        ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: date },
        code: { coding: [{ system: LOINC, code: '85354-9', display: 'Blood pressure' }] },
        device: { display: 'A synthetic home cuff' },
        component: [
          {
            code: { coding: [{ system: LOINC, code: '8480-6', display: 'Systolic' }] },
            valueQuantity: quantity(systolic, 'mmHg', 'mm[Hg]'),
            referenceRange: [{ high: quantity(134, 'mmHg', 'mm[Hg]') }],
          },
          {
            code: { coding: [{ system: LOINC, code: '8462-4', display: 'Diastolic' }] },
            valueQuantity: quantity(diastolic, 'mmHg', 'mm[Hg]'),
            referenceRange: [{ high: quantity(84, 'mmHg', 'mm[Hg]') }],
          },
        ],
      },
      uids.Observation,
    )
  }
  return { applicationId: APPLICATION, questionnaire }
}

/** The address of the page that asks a person for an assistant; a new one for each decision. */
export async function consentAt(url: string): Promise<string> {
  const redirect = 'https://assistant.example/callback'
  const registered = await fetch(`${url}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A synthetic assistant', redirect_uris: [redirect] }),
  })
  const { client_id } = (await registered.json()) as { readonly client_id: string }
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri: redirect, response_type: 'code', scope: 'read' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
  })
  const answer = await fetch(`${url}/authorize?${query}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', url).href
}

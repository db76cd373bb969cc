/** A study for measurements: an application, PHQ-9, and synthetic answers. */
import { readFileSync } from 'node:fs'
import type { Questionnaire, QuestionnaireItem, QuestionnaireResponseItem } from 'fhir/r4.js'
import { addressOf, signTypedData } from '../core/crypto/eip712.ts'
import type { KeyPair } from '../core/crypto/keys.ts'
import { registerApplication } from '../ui/sdk/index.ts'

/** The application in people's tokens. */
export const APPLICATION = 'sleep-study'

export const PHQ_9: Questionnaire = JSON.parse(
  readFileSync(new URL('examples/forms/phq-9.json', import.meta.resolve('#root/package.json')), 'utf8'),
)

/** Registers the application under its own key and its control key. */
export async function registerStudy(
  application: KeyPair,
  control: KeyPair,
  url: string,
  applicationId = APPLICATION,
): Promise<void> {
  const controlKey = {
    address: addressOf(control.publicKey),
    signFn: async (data: Parameters<typeof signTypedData>[0]) => signTypedData(data, control.privateKey),
  }
  const about = { applicationId, name: 'Bench', callbackUrls: ['http://localhost/'] }
  await registerApplication(application, about, controlKey, url)
}

/** Answers every question with an option chosen by a number, and a score only if one is given. */
export function responseTo({ item = [] }: Questionnaire, id: string, nth = 0, score?: number) {
  return {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: id,
    item: item.map(each => answered(each, nth, score)).filter(({ item, answer }) => item ?? answer),
  }
}

function answered(
  { linkId, type, answerOption = [], item }: QuestionnaireItem,
  nth: number,
  score: number | undefined,
): QuestionnaireResponseItem {
  const coding = answerOption[nth % (answerOption.length || 1)]?.valueCoding
  return {
    linkId,
    ...(coding && { answer: [{ valueCoding: coding }] }),
    ...(type === 'integer' && score !== undefined && { answer: [{ valueInteger: score }] }),
    // Each question has another option than the one before.
    ...(item && { item: item.map((each, at) => answered(each, nth + at, score)) }),
  }
}

/** The PHQ-9 score of the options that `responseTo` chooses: nine answers with weights from 0 to 3. */
export const scoreOf = (nth: number): number =>
  Array.from({ length: 9 }, (_, at) => (nth + at) % 4).reduce((sum, weight) => sum + weight)

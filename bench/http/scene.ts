/** What there is to ask a gateway for: people with tokens, a published form, and answers to it. */
import { readFileSync } from 'node:fs'
import type { Questionnaire, QuestionnaireItem, QuestionnaireResponseItem } from 'fhir/r4.js'
import { addressOf, signTypedData } from '../../core/crypto/eip712.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { registerApplication, registerQuestionnaire, uids } from '../../ui/sdk/index.ts'
import { each, people, TOKENS_EACH, tokens } from '../people.ts'
import type { Shot } from './load.ts'

/** What is asked for; `call` counts up. */
export type Scene = (call: number) => Shot

export interface Scenes {
  /** By people whose tokens the gateway knows. */
  readonly delegate: Scene
  /** By tokens that it has forgotten when they come back. */
  readonly delegateAnew: Scene
  readonly read: Scene
  /** Of a response that is kept as it is. */
  readonly submit: Scene
  /** Of the same response to a form whose answers are kept as Observations besides. */
  readonly submitObserved: Scene
}

/** Verified tokens that the gateway remembers: enough for one of each person, not for all. */
export const REMEMBERED = people.length * 2

const FORM = new URL('examples/forms/phq-9.json', import.meta.resolve('#root/package.json'))
const json = { 'content-type': 'application/json' }

/** Publishes the form and says what is asked for. */
export async function prepare(url: string): Promise<Scenes> {
  const form: Questionnaire = JSON.parse(readFileSync(FORM, 'utf8'))
  const { observed, plain } = await publish(form, url)
  const credentials = tokens.map(token => ({ ...json, authorization: `Bearer ${token}` }))
  const known = people.map((_, at) => each(credentials, at * TOKENS_EACH))
  const audiences = people.map(({ did }) => JSON.stringify({ audienceDid: did }))
  const submissionTo = (id: string) =>
    JSON.stringify({
      applicationId: APPLICATION,
      timestamp: new Date().toISOString(),
      schemaId: uids.QuestionnaireResponse,
      submission: responseTo(form, id),
    })
  const [toPlain, toObserved] = [submissionTo(plain), submissionTo(observed)]
  const post = (path: string, headers: Shot['headers'], body: string): Shot => ({
    method: 'POST',
    path,
    headers,
    body,
  })
  return {
    delegate: call => post('/api/auth/delegate', each(known, call), each(audiences, call)),
    delegateAnew: call => {
      const person = Math.floor((call % tokens.length) / TOKENS_EACH)
      return post('/api/auth/delegate', each(credentials, call), each(audiences, person))
    },
    read: () => ({ method: 'GET', path: `/api/questionnaire/${observed}`, headers: {} }),
    submit: call => post('/api/submission', each(known, call), toPlain),
    submitObserved: call => post('/api/submission', each(known, call), toObserved),
  }
}

const OBSERVATION_EXTRACT =
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observationExtract'
const APPLICATION = 'sleep-study'

/** The form twice: as it is, and in a version that asks for no Observations. */
async function publish(form: Questionnaire, url: string) {
  const [application, control] = [createKeyPair(), createKeyPair()]
  const controlKey = {
    address: addressOf(control.publicKey),
    signFn: async (data: Parameters<typeof signTypedData>[0]) => signTypedData(data, control.privateKey),
  }
  const description = { applicationId: APPLICATION, name: 'Bench', callbackUrls: ['http://localhost/'] }
  await registerApplication(application, description, controlKey, url)
  const refusal = { url: OBSERVATION_EXTRACT, valueBoolean: false }
  const withRefusal = { ...form, version: 'plain', extension: [...(form.extension ?? []), refusal] }
  const observed = await registerQuestionnaire(application, form, url)
  const plain = await registerQuestionnaire(application, withRefusal, url)
  return { observed: observed._id, plain: plain._id }
}

/** The first option of every question, and nothing for a score. */
function responseTo({ item = [] }: Questionnaire, id: string) {
  return {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: id,
    item: item.map(answered).filter(({ item, answer }) => item ?? answer),
  }
}

function answered({ linkId, answerOption, item }: QuestionnaireItem): QuestionnaireResponseItem {
  const coding = answerOption?.[0]?.valueCoding
  return {
    linkId,
    ...(coding && { answer: [{ valueCoding: coding }] }),
    ...(item && { item: item.map(answered) }),
  }
}

/** The requests to a gateway: people with tokens, a published form, and answers to it. */
import { createKeyPair } from '../../core/crypto/keys.ts'
import { registerQuestionnaire, uids } from '../../ui/sdk/index.ts'
import { each, people, TOKENS_EACH, tokens } from '../people.ts'
import { APPLICATION, PHQ_9, registerStudy, responseTo } from '../study.ts'
import type { Shot } from './load.ts'

/** Creates a request; `call` counts up. */
export type Scene = (call: number) => Shot

export interface Scenes {
  /** By people whose tokens the gateway has cached. */
  readonly delegate: Scene
  /** By tokens that it has evicted when they return. */
  readonly delegateAnew: Scene
  readonly read: Scene
  /** A response that is stored as it is. */
  readonly submit: Scene
  /** The same response to a form whose answers are also stored as Observations. */
  readonly submitObserved: Scene
}

/** Size of the gateway's cache of verified tokens: enough for one token of each person, not for all. */
export const REMEMBERED = people.length * 2

const json = { 'content-type': 'application/json' }

/** Publishes the form and returns the requests. */
export async function prepare(url: string): Promise<Scenes> {
  const { observed, plain } = await publish(url)
  const credentials = tokens.map(token => ({ ...json, authorization: `Bearer ${token}` }))
  const known = people.map((_, at) => each(credentials, at * TOKENS_EACH))
  const audiences = people.map(({ did }) => JSON.stringify({ audienceDid: did }))
  const submissionTo = (id: string) =>
    JSON.stringify({
      applicationId: APPLICATION,
      timestamp: new Date().toISOString(),
      schemaId: uids.QuestionnaireResponse,
      submission: responseTo(PHQ_9, id),
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

/** The form twice: as it is, and a version without extraction of Observations. */
async function publish(url: string) {
  const application = createKeyPair()
  await registerStudy(application, createKeyPair(), url)
  const refusal = { url: OBSERVATION_EXTRACT, valueBoolean: false }
  const extension = [...(PHQ_9.extension ?? []), refusal]
  const observed = await registerQuestionnaire(application, PHQ_9, url)
  const plain = await registerQuestionnaire(application, { ...PHQ_9, version: 'plain', extension }, url)
  return { observed: observed._id, plain: plain._id }
}

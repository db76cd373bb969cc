/** The main job end to end, using only the SDK: from a wallet to a record on three nodes, and back. */
import { isDeepStrictEqual } from 'node:util'
import {
  AndironError,
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  type Environment,
  fetchDelegation,
  fetchWelshareApp,
  listData,
  QuestionnaireResponseSchema,
  readData,
  readResponses,
  registerApplication,
  registerQuestionnaire,
  sameIdentity,
  submitData,
} from '../../ui/sdk/index.ts'
import { choose, type Form, groupOf, readForm, responseTo } from './form.ts'
import { holds, issue, result, step } from './print.ts'

/** The results that a reader can inspect afterwards. */
export interface Traces {
  readonly applicationId: string
  readonly questionnaireId: string
}

export async function journey(environment: Environment): Promise<Traces> {
  step(
    'Create a wallet key',
    'Software accounts stand in for two wallets: of a study, and of a person who takes part.',
  )
  const study = createSoftwareWallet()
  const person = createSoftwareWallet()
  result('study', study.address)
  result('person', person.address)

  step(
    'Register an application',
    'The wallet of the study signs; the key of the application is derived from it.',
  )
  const applicationId = `demo-${crypto.randomUUID().slice(0, 8)}`
  const { sessionKeyPair: applicationKey } = await deriveApplicationKeypair(
    study.signFn,
    study.address,
    applicationId,
    { environment },
  )
  await registerApplication(
    applicationKey,
    { applicationId, name: 'Mood study (demo)', callbackUrls: ['http://localhost:3000/'] },
    study,
    environment,
  )
  const application = await fetchWelshareApp(applicationId, environment)
  result('applicationId', application.applicationId)
  result('did', application.did)

  step('Register two questionnaires', 'PHQ-9 and GAD-7 as FHIR resources, published by the application.')
  const phq9 = await readForm('phq-9')
  const gad7 = await readForm('gad-7')
  const publishedPhq9 = await registerQuestionnaire(applicationKey, phq9, environment)
  const publishedGad7 = await registerQuestionnaire(applicationKey, gad7, environment)
  result('PHQ-9', publishedPhq9._id)
  result('GAD-7', publishedGad7._id)
  result('publisher', publishedPhq9.publisher)

  step(
    "Derive the person's storage key",
    'The wallet signs twice, to be sure that it can always derive this key again.',
  )
  const session = await deriveStorageKeypair(person.signFn, person.address, { environment })
  const storageKey = session.sessionKeyPair
  result('storage key', storageKey.did)
  result('authorized by', session.authorizedBy)

  step(
    'Get a delegation',
    'A token signed with the storage key is exchanged for the right to write to the storage nodes.',
  )
  const { delegation } = await fetchDelegation(storageKey, environment)
  result('command', delegation.command)
  result('from', delegation.issuer)
  result('until', delegation.expiresAt)

  step('Submit a response', 'A PHQ-9 as a person might fill it in; synthetic, and marked so (HTEST).')
  const response = responseTo(publishedPhq9._id, filledIn(phq9, [1, 2, 2, 1, 0, 1, 1, 0, 0]))
  const submission = {
    applicationId,
    timestamp: new Date().toISOString(),
    schemaId: QuestionnaireResponseSchema.schemaUid,
    submission: response,
  }
  const { insertedUid } = await submitData(storageKey, submission, environment)
  result('insertedUid', insertedUid)

  step(
    'Submit a wrong response',
    'A GAD-7 with gaps, an answer that is no option, and a question nobody asked.',
  )
  const refusal = await refusalOf(
    submitData(
      storageKey,
      { ...submission, submission: responseTo(publishedGad7._id, wronglyFilledIn(gad7)) },
      environment,
    ),
  )
  result('refused', `${refusal.status} ${refusal.code}`)
  for (const { expression, text } of refusal.issues ?? []) issue(text, expression)
  holds(`${refusal.issues?.length} issues, all at once`)

  step('Read it back as its owner', 'From the storage nodes themselves, with the storage key alone.')
  const [reference] = (await listData(storageKey, environment)).filter(
    ({ document }) => document === insertedUid,
  )
  if (!reference) throw new Error('The nodes do not list the record')
  const record = await readData(storageKey, environment, reference)
  for (const node of environment.nodes) {
    result('node', `${node.url}  ${reference.nodes.includes(node.url) ? 'has it' : 'does not have it'}`)
  }
  result('owner', sameIdentity(record._owner, storageKey.did) ? 'the storage key' : record._owner)
  result('authored', String(record['authored']))
  for (const { grantee, read, write } of record._acl) {
    const who = sameIdentity(grantee, environment.builderDid) ? 'the service' : grantee
    result(
      'shared with',
      `${who}, which may${read ? '' : ' not'} read and may${write ? '' : ' not'} change it`,
    )
  }
  if (reference.nodes.length < environment.nodes.length) throw new Error('Not every node has the record')
  if (!isDeepStrictEqual(record['item'], response.item))
    throw new Error('The answers are not those that were given')
  holds('the nodes agree, and the answers are those that were given')

  step(
    'Read it as the application',
    "With the application's key, through the service, which attested the record.",
  )
  let read = 0
  for await (const { id, subject, item } of readResponses(applicationKey, publishedPhq9._id, environment)) {
    read += 1
    result('response', `${id}`)
    result('subject', `${subject?.reference}`)
    if (!isDeepStrictEqual(item, response.item)) throw new Error('The answers are not those that were given')
  }
  if (read !== 1) throw new Error(`One response was expected, ${read} were read`)
  holds('the same answers')

  return { applicationId, questionnaireId: publishedPhq9._id }
}

/** Answers every question of the group with an option, and computes the score. */
function filledIn(form: Form, options: readonly number[]) {
  const { linkId, item } = groupOf(form)
  const total = options.reduce((sum, option) => sum + option, 0)
  const difficulty = form.item.find(each => each.linkId === 'difficulty')
  return [
    { linkId, item: item.map((question, at) => choose(question, options[at] ?? 0)) },
    { linkId: 'total', answer: [{ valueInteger: total }] },
    ...(difficulty ? [choose(difficulty, 1)] : []),
  ]
}

function wronglyFilledIn(form: Form) {
  const { linkId, item } = groupOf(form)
  const [first, second] = item
  if (!first || !second) throw new Error('The form has too few questions')
  const unheard = { system: 'http://loinc.org', code: 'LA0000-0', display: 'Sometimes' }
  return [
    {
      linkId,
      item: [
        choose(first, 1),
        { linkId: second.linkId, answer: [{ valueCoding: unheard }] },
        { linkId: 'shoe-size', answer: [{ valueInteger: 42 }] },
      ],
    },
    { linkId: 'total', answer: [{ valueInteger: 99 }] },
  ]
}

async function refusalOf(submission: Promise<unknown>): Promise<AndironError> {
  try {
    await submission
  } catch (error) {
    if (error instanceof AndironError && error.issues) return error
    throw error
  }
  throw new Error('The wrong response was accepted')
}

/** The main job, as the README shows it. */
import * as andiron from '@andiron/sdk'

export async function mainJob(gateway: string, form: object, item: readonly object[]) {
  const [study, person] = [andiron.createSoftwareWallet(), andiron.createSoftwareWallet()]
  const { sessionKeyPair: app } = await andiron.deriveApplicationKeypair(study.signFn, study.address, 'sleep')
  const { sessionKeyPair: me } = await andiron.deriveStorageKeypair(person.signFn, person.address)

  // Publish a form.
  const about = { applicationId: 'sleep', name: 'Sleep study', callbackUrls: ['https://study.example/'] }
  await andiron.registerApplication(app, about, study, gateway)
  const { _id: questionnaire } = await andiron.registerQuestionnaire(app, form, gateway)

  // Answer it as a person.
  const submission = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire, item }
  const { schemaUid: schemaId } = andiron.QuestionnaireResponseSchema
  const record = { applicationId: 'sleep', timestamp: new Date(), schemaId, submission }
  await andiron.submitData(me, record, gateway)

  // Read the responses as the study.
  for await (const response of andiron.readResponses(app, questionnaire, gateway)) console.log(response.item)
}

/** `npm run main-job`: the code of the README, against the gateway of `npm start`. */
import { mainJob } from './main-job.examples.ts'

const form = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Sleep',
  item: [{ linkId: 'hours', text: 'How many hours did you sleep?', type: 'decimal', required: true }],
}
const gateway = process.env['ANDIRON_BASE_URL'] ?? 'http://127.0.0.1:8420'
await mainJob(gateway, form, [{ linkId: 'hours', answer: [{ valueDecimal: 7.5 }] }])

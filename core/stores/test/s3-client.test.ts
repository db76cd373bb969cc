/** The client of an S3-compatible store. */
import t from 'tap'
import { createS3Client } from '../objects/s3-client.ts'

t.test('it warns of no version of Node', async t => {
  const warnings: string[] = []
  const keep = ({ message }: Error) => warnings.push(message)
  process.on('warning', keep)
  t.teardown(() => process.off('warning', keep))
  createS3Client({ region: 'eu-central-1' }).destroy()
  await new Promise(resolve => setImmediate(resolve))
  t.same(warnings, [])
})

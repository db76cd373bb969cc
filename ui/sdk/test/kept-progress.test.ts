/** The kept progress of an upload in parts, when two calls use it at once. */
import { join } from 'node:path'
import t from 'tap'
import { createEncryptionKey } from '../../../core/crypto/file.ts'
import { beginProgress, readProgress } from '../disk/kept-progress.ts'

const owner = {
  did: 'did:nil:02ab',
  apiBaseUrl: 'https://profile.example',
  reference: 'questionnaire/1/scan',
  fileName: 'scan.dcm',
}
const begun = (uploadKey: string) => ({
  ...{ ...owner, uploadKey, partSize: 8, fileSize: 100, key: createEncryptionKey() },
})
const [one, other] = ['a'.repeat(64), 'b'.repeat(64)]

t.test('of two calls that read different contents, one may send a part', async t => {
  const path = join(t.testdir({}), 'scan.upload')
  const first = await beginProgress(path, begun('1'))
  const second = await readProgress(path, owner)
  t.equal(await first.admit(1, one), true)
  t.equal(await second?.admit(1, other), false)
  t.equal(await second?.admit(1, one), true)
  t.equal(await first.admit(1, other), false)
  const third = await readProgress(path, owner)
  t.equal(await third?.admit(1, other), false)
  t.equal(await third?.admit(1, one), true)
  const both = await Promise.all([first.admit(2, one), second?.admit(2, other)])
  t.same(both.filter(Boolean), [true])
})

t.test('a call whose progress another one has replaced or removed sends nothing more', async t => {
  const path = join(t.testdir({}), 'scan.upload')
  const first = await beginProgress(path, begun('1'))
  const second = await beginProgress(path, begun('2'))
  await t.rejects(first.admit(1, one), { code: 'AND_OTHER_UPLOAD' })
  await second.remove()
  await t.rejects(first.admit(2, one), { code: 'ENOENT' })
  t.equal(await readProgress(path, owner), undefined)
})

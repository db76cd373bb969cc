/**
 * An upgrade from each release, and from the fixture that this version would leave: the deployment, restored from a
 * backup that it made, is served by this version.
 */
import { join } from 'node:path'
import t from 'tap'
import { gatewayDeployment } from '../../../core/backup/deployment.ts'
import { planRestore, restore } from '../../../core/backup/restore.ts'
import { findPoint, verify } from '../../../core/backup/verify.ts'
import { checkConfig } from '../../../core/config/config.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import { createGateway } from '../../index.ts'
import { bearer, sendRequest } from '../fixtures/actors.ts'
import { alice, configIn, filesIn, makeRelease, openRelease, readReleases } from '../fixtures/release.ts'

for (const release of [...(await readReleases()), await makeRelease()])
  t.test(`a deployment of release ${release.release} goes on in this one`, async t => {
    const data = join(await temporaryDirectory(t), 'data')
    const repository = await openRelease(filesIn(release))
    const point = await findPoint(repository)
    t.match(await verify(repository, point), { objects: 2 })
    const deployment = gatewayDeployment(checkConfig(configIn(data)), data, release.release)
    await restore(await planRestore(deployment, point, undefined), repository, [])

    const app = await createGateway(configIn(data), { fastify: { logger: false } })
    t.teardown(() => app.close())
    await app.ready()
    t.equal(app.gateway.builder.did, release.did)
    for (const id of release.responses)
      t.match(await app.gateway.records.read(uids.QuestionnaireResponse, id), { questionnaire: release.form })
    const form = await sendRequest(app, 'GET', `/api/questionnaire/${release.form}`, {})
    t.match(form, { statusCode: 200 }, 'the seal of a form is valid')
    const binary = await app.gateway.records.read(uids.Binary, release.binaryId)
    t.match(binary?.['encryption_key'], /AES-GCM/, 'shares of all nodes join')
    t.ok(await app.gateway.objects.sizeOf(release.key))
    const trail = await sendRequest(app, 'GET', '/api/profile/export', bearer(alice, ['read']))
    t.equal(trail.statusCode, 200)
  })

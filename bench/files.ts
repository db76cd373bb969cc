/**
 * The cost of serving a file: CPU time of server and client together, compared with the same bytes from a
 * bare Fastify.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { toHex } from '../core/crypto/bytes.ts'
import { sealFile } from '../core/crypto/file.ts'
import type { KeyPair } from '../core/crypto/keys.ts'
import { type Running, serve } from '../plugins/index.ts'
import type { UploadAnswer } from '../schemas/storage-delegation.ts'
import { uids } from '../schemas/uids.ts'
import { compare, type Scale, type Suite, type Table } from './harness.ts'
import { each, people, signedBy } from './people.ts'
import { APPLICATION, registerStudy } from './study.ts'

const KiB = 1024
const MiB = 1024 * KiB

export const files: Suite = quick =>
  quick
    ? fileTables({ rounds: 2, turn: 1 }, [64 * KiB])
    : fileTables({ rounds: 11, turn: 400 }, [64 * KiB, 4 * MiB, 64 * MiB])

/** @param sizes - file sizes in bytes */
export async function* fileTables(scale: Scale, sizes: readonly number[]): AsyncGenerator<Table> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  const bare = Fastify()
  bare.get<{ Params: { size: string } }>('/:size', async ({ params: { size } }, reply) =>
    reply.header('content-length', size).send(createReadStream(join(data, size))),
  )
  const agent = new Agent({ keepAlive: true })
  const gateway = await serve(
    {
      ...{ port: 0, data, log: { level: 'silent' } },
      // Other tables measure records and tickets; here only the bytes count.
      stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' } },
      plugins: { operations: { requestsPerMinute: 1_000_000 } },
    },
    { fastify: { logger: false } },
  )
  try {
    await registerStudy(each(people, 1), each(people, 2), gateway.url)
    const origin = await bare.listen({ port: 0 })
    const { files } = gateway.app
    const { objects } = gateway.app.gateway
    for (const size of sizes) {
      const content = randomBytes(size)
      await writeFile(join(data, String(size)), content)
      const owner = each(people, 0)
      const { binaryId, key } = await upload(gateway, owner, content)
      const download = (url: string, length = size) => drained(url, length, agent)
      yield await compare(
        `Download a file of ${size < MiB ? `${size / KiB} KiB` : `${size / MiB} MiB`}`,
        [
          { name: 'floor: bare Fastify, the raw bytes', run: () => download(`${origin}/${size}`) },
          {
            name: 'andiron, sealed, from a signed URL',
            run: async () =>
              download((await objects.sign({ method: 'GET', key, expiresIn: 60 })).url, size + 16),
          },
          {
            name: 'andiron, opened, for a ticket',
            run: async () => {
              const ticket = await files.ticket({ key: toHex(owner.publicKey) }, binaryId)
              return ticket !== undefined && download(ticket.url)
            },
          },
        ],
        scale,
      )
    }
  } finally {
    agent.destroy()
    await bare.close()
    await gateway.close()
    await rm(data, { recursive: true })
  }
}

/** A file of this person, uploaded by a client. */
async function upload({ url }: Running, owner: KeyPair, content: Uint8Array) {
  const { bytes, key: encryptionKey } = await sealFile(content)
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${signedBy(owner)}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const about = { reference: 'bench', fileName: 'bench', fileType: 'image/png', fileSize: content.length }
  const signed = (await post('/api/auth/delegate/storage?requestType=write', about)) as UploadAnswer
  const put = await fetch(signed.presignedUrl, { method: 'PUT', headers: signed.headers, body: bytes })
  if (!put.ok) throw new Error(await put.text())
  const submission = {
    encryption_key: JSON.stringify(encryptionKey),
    ...{ reference: 'bench', file_name: 'bench', file_type: 'image/png', file_size: content.length },
    ...{ controller_did: owner.did, url: `andiron://${signed.uploadKey}` },
  }
  const timestamp = new Date().toISOString()
  const body = { applicationId: APPLICATION, timestamp, schemaId: uids.Binary, submission }
  const { insertedUid } = (await post('/api/submission', body)) as { insertedUid: string }
  return { binaryId: insertedUid, key: signed.uploadKey }
}

/** True if this many bytes arrive. */
function drained(url: string, length: number, agent: Agent): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, response => {
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      response.once('end', () => resolve(response.statusCode === 200 && received === length))
    })
    sent.once('error', reject).end()
  })
}

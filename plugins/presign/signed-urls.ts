/** Signs the URLs of a person's own files: for an upload, a download or a deletion, with the hooks around each. */
import type { FastifyRequest } from 'fastify'
import { TAG_BYTES } from '../../core/crypto/index.ts'
import { type App, addressFor, contextOf, frozen, isWebOrigin } from '../../core/index.ts'
import type {
  FileAnswer,
  FileRequest,
  UploadAnswer,
  UploadRequest,
} from '../../schemas/storage-delegation.ts'
import { FileTooLarge, UnknownFile } from './errors.ts'
import { safeFileName } from './file-name.ts'
import type { SignedUrl } from './hooks.ts'

/** The content type of the sealed bytes, for every file. */
export const SEALED = 'application/octet-stream'
/** Maximum loopback origins of this gateway's pages. */
const MOST_OWN = 8

export class SignedUrls {
  /** Seconds within which a request to a URL must begin. */
  readonly expiresIn: number
  readonly #app: App
  /** Origins of this gateway at which its pages were opened. */
  readonly #own = new Set<string>()

  constructor(app: App, expiresIn: number) {
    this.#app = app
    this.expiresIn = expiresIn
  }

  /** @throws FileTooLarge, NewcomerFileTooLarge, UploadsExhausted */
  async forUpload(request: FastifyRequest, upload: UploadRequest): Promise<UploadAnswer> {
    const { gateway, files, uploads, newcomers } = this.#app
    const { expiresIn } = this
    const { fileName, fileSize } = upload
    const { file: most } = gateway.config.limits
    if (fileSize !== undefined && fileSize > most) throw new FileTooLarge(most)
    const size = fileSize === undefined ? undefined : fileSize + TAG_BYTES
    await this.runHook('beforeSignedUrl', request, { method: 'PUT', upload })
    const newcomer = await newcomers.admit(request, size)
    const folder = files.folderOf(request.caller.did)
    const name = safeFileName(fileName)
    const { key, request: signed } = await uploads.allow({
      keyAt: time => `${folder}${time}-${name}`,
      contentType: SEALED,
      ...(size !== undefined && { size }),
      ...(newcomer && { newcomer }),
      expiresIn,
      address: addressFor(request, gateway),
    })
    await this.runHook('afterSignedUrl', request, { method: 'PUT', upload })
    return { presignedUrl: signed.url, uploadKey: key, expiresIn, headers: signed.headers }
  }

  /** @throws UnknownFile, and the refusals of the files */
  async forFile(
    request: FastifyRequest,
    method: 'GET' | 'DELETE',
    { binaryFileId, storageKey }: FileRequest,
  ): Promise<FileAnswer> {
    const { gateway, files, uploads } = this.#app
    const { caller } = request
    const file = await (method === 'GET'
      ? files.findStored(caller, binaryFileId)
      : files.findRecord(caller, binaryFileId))
    const key = file?.key ?? (await files.findUpload(caller, binaryFileId, storageKey))
    if (key === undefined) throw new UnknownFile(binaryFileId)
    await this.runHook('beforeSignedUrl', request, { method, binaryFileId, storageKey: key })
    if (method === 'DELETE' && file !== undefined) await uploads.expectRemoval(key)
    const terms = { method, key, expiresIn: this.expiresIn }
    const { url } = await gateway.objects.sign(terms, addressFor(request, gateway))
    await this.runHook('afterSignedUrl', request, { method, binaryFileId, storageKey: key })
    return { presignedUrl: url, storageKey: key, binaryFileId }
  }

  async runHook(
    name: 'beforeSignedUrl' | 'afterSignedUrl',
    request: FastifyRequest,
    url: SignedUrl,
  ): Promise<void> {
    const { hooks } = this.#app.gateway
    if (hooks.attended(name)) await hooks.run(name, frozen(url), contextOf(request))
  }

  /** The store must allow the origin of a page before the page uses a signed URL. */
  async allowOrigins(request: FastifyRequest): Promise<void> {
    if (request.headers.origin === undefined) return
    const { gateway, applications } = this.#app
    const origin = new URL(addressFor(request, gateway)).origin
    if (this.#own.size < MOST_OWN) this.#own.add(origin)
    try {
      const all = [new URL(gateway.baseUrl).origin, ...this.#own, ...(await applications.origins())]
      await gateway.objects.allowOrigins(all.filter(isWebOrigin))
    } catch (error) {
      request.log.warn({ err: error }, 'setting CORS on the object store failed')
    }
  }
}

/** Hooks around each signed URL. */
import type { Guard, Notice } from '../../core/index.ts'
import type { UploadRequest } from '../../schemas/storage-delegation.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * A URL is about to be signed for the caller: size, owner and file are checked, no quota is consumed.
     * Throw to refuse.
     */
    beforeSignedUrl: Guard<SignedUrl>
    /** A URL was signed. */
    afterSignedUrl: Notice<SignedUrl>
  }
}

/** The use of a signed URL, without the URL itself, which grants the access. */
export type SignedUrl =
  | { readonly method: 'PUT'; readonly upload: Readonly<UploadRequest> }
  | { readonly method: 'GET' | 'DELETE'; readonly binaryFileId: string; readonly storageKey: string }

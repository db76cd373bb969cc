/** @andiron/react: what a React application needs of an andiron gateway. */
export { AndironError, WELSHARE_API_ENVIRONMENT } from '@andiron/sdk'
export { Schemas } from './schemas.ts'
export type {
  BinaryUploads,
  BinaryUploadsOptions,
  UploadCredentialsRequest,
} from './use-binary-uploads.ts'
export { useBinaryUploads } from './use-binary-uploads.ts'

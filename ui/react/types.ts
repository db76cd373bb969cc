/** @andiron/react/types: the types on their own, for modules that render nothing. */
export type {
  EnvironmentInput,
  EnvironmentName,
  Progress,
  ResolvedEnvironment,
  Signer,
  SubmissionPayload,
  TransferOptions,
  ValueAttachment,
  WelshareApiEnvironment,
} from '@andiron/sdk'
export type { BinaryUploads, BinaryUploadsOptions, UploadCredentialsRequest } from './use-binary-uploads.ts'

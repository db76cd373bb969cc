/** @andiron/react/types: only the types, for modules that render nothing. */
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
export type { DialogMode } from './dialog.ts'
export type { InterpolateSocials } from './messages.ts'
export type { BinaryUploads, BinaryUploadsOptions, UploadCredentialsRequest } from './use-binary-uploads.ts'
export type {
  SubmissionSchema,
  UploadedPayload,
  UploadFileOptions,
  Welshare,
  WelshareCallbacks,
  WelshareOptions,
} from './use-welshare.ts'

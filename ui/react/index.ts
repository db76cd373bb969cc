/** @andiron/react: andiron for React applications. */
export {
  AndironError,
  configureEnvironments,
  type SubmissionPayload,
  WELSHARE_API_ENVIRONMENT,
} from '@andiron/sdk'
export { ConnectWelshareButton, type ConnectWelshareButtonProps } from './connect-welshare-button.tsx'
export type { DialogMode } from './dialog.ts'
export type { InterpolateSocials } from './messages.ts'
// Export every name, so that an application's `declare module` reaches the original interface.
export * from './schemas.ts'
export type {
  BinaryUploads,
  BinaryUploadsOptions,
  UploadCredentialsRequest,
} from './use-binary-uploads.ts'
export { useBinaryUploads } from './use-binary-uploads.ts'
export {
  type SubmissionSchema,
  type UploadedPayload,
  type UploadFileOptions,
  useWelshare,
  type Welshare,
  type WelshareCallbacks,
  type WelshareOptions,
} from './use-welshare.ts'
export { WelshareLogo, type WelshareLogoProps } from './welshare-logo.tsx'

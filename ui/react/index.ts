/** @andiron/react: what a React application needs of an andiron gateway. */
export {
  AndironError,
  configureEnvironments,
  type SubmissionPayload,
  WELSHARE_API_ENVIRONMENT,
} from '@andiron/sdk'
export { ConnectWelshareButton, type ConnectWelshareButtonProps } from './connect-welshare-button.tsx'
export type { DialogMode } from './dialog.ts'
export type { InterpolateSocials } from './messages.ts'
// Every name, so that an application's `declare module` reaches the interface behind it.
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

/**
 * @andiron/sdk: keys from wallets, tokens, applications, questionnaires, submissions, and data on the storage
 * nodes.
 */
export { sameIdentity } from '../../core/crypto/did.ts'
export { CryptoError } from '../../core/crypto/errors.ts'
export type { KeyPair } from '../../core/crypto/keys.ts'
export type { Environment } from '../../schemas/environment.ts'
export type { Issue } from '../../schemas/issue.ts'
export type { Problem } from '../../schemas/problem.ts'
export type { SubmissionAnswer } from '../../schemas/submission.ts'
export { uids } from '../../schemas/uids.ts'
export { nextQuestion } from './adaptive.ts'
export {
  type AggregateAnswer,
  type AggregateBudget,
  type AggregateGroup,
  type Aggregation,
  type AskOptions,
  aggregate,
  deleteQuery,
  type KeptQuery,
  listQueries,
  type NamedQuery,
  type Query,
  readAggregateBudget,
  runQuery,
  type SaveOptions,
  saveQuery,
} from './aggregations.ts'
export {
  type Application,
  type ApplicationDescription,
  type ControlKey,
  fetchWelshareApp,
  listApplications,
  registerApplication,
  updateApplication,
} from './applications.ts'
export {
  type BackendKey,
  type BackendSigner,
  backendSigner,
  createBackendKey,
  type Reader,
} from './backend-signer.ts'
export {
  type Backend,
  type BackendRegistration,
  listBackends,
  registerBackend,
  revokeBackend,
} from './backends.ts'
export {
  type ConsentTerms,
  consents,
  type FhirConsent,
  giveConsent,
  withdrawConsent,
} from './consents.ts'
export { type Delegation, type DelegationOptions, fetchDelegation } from './delegation.ts'
export {
  type DerivationOptions,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  type SessionKeyData,
  type SignTypedData,
  type WalletTypedData,
} from './derive.ts'
export {
  createDocumentReference,
  DOCUMENT_CATEGORY_CONCEPTS,
  DOCUMENT_TYPE_CONCEPTS,
  type DocumentDescription,
  type DocumentReference,
  DocumentReferenceHelpers,
  type DocumentReferenceOptions,
  submitDocumentReference,
} from './document-references.ts'
export {
  decrypt,
  type EncryptedFile,
  type EncryptionKey,
  encryptFile,
  type FileContent,
  parseEncryptionKey,
} from './encryption.ts'
export {
  configureEnvironments,
  type EnvironmentInput,
  type EnvironmentName,
  loadEnvironment,
  type ResolvedEnvironment,
  resolveEnvironment,
  WELSHARE_API_ENVIRONMENT,
  type WelshareApiEnvironment,
} from './environment.ts'
export { AndironError, type SdkErrorCode, sdkErrors } from './errors.ts'
export {
  type Binary,
  type BinaryFile,
  deleteBinaryFile,
  downloadAndDecryptFile,
  fetchBinaryData,
  submitBinaryData,
} from './files.ts'
export type { CallOptions, LanguageOptions } from './http.ts'
export { createJWTForStorageKeys, type JwtOptions } from './jwt.ts'
export { type Signer, StorageKeyPair, storageKeyPairOf } from './key-pair.ts'
export {
  type AclEntry,
  connectNodes,
  createNodeClient,
  type DataReference,
  type DocumentAddress,
  listData,
  type NewDocument,
  type NodeAddress,
  type NodeClient,
  type NodeClientOptions,
  type NodeDocument,
  readData,
} from './nodes.ts'
export type { SubmissionPayload } from './payload.ts'
export {
  type AuditEntry,
  type DeleteOptions,
  type DeletionReceipt,
  deleteProfile,
  exportProfile,
  type ProfileDeletion,
  readAudit,
  readProfileDeletion,
  readReceipt,
  signOutEverywhere,
} from './profile.ts'
export type { OnProgress, Progress } from './progress.ts'
export {
  QuestionnaireResponseSchema,
  type ResponseItemLike,
  type ValueAttachment,
} from './questionnaire-response.ts'
export {
  type FetchOptions,
  fetchQuestionnaire,
  listQuestionnaires,
  listRevisions,
  type PublishedQuestionnaire,
  type PublishOptions,
  type QuestionnaireRevision,
  registerQuestionnaire,
  type StoredQuestionnaire,
  updateQuestionnaire,
} from './questionnaires.ts'
export {
  aggregateCollection,
  type CollectedRecord,
  type CollectionOptions,
  type CollectionPage,
  type RecordAggregation,
  readCollection,
  readCollectionAsCsv,
  readCollectionPages,
} from './records.ts'
export {
  type ActivityOptions,
  downloadResponseFile,
  type Omissions,
  type ReadOptions,
  type ResponseActivity,
  type ResponseFile,
  type ResponsePage,
  readCodebook,
  readResponseActivity,
  readResponsePages,
  readResponses,
  readResponsesAsCsv,
} from './responses.ts'
export { type ResumableUpload, resumableUpload } from './resumable.ts'
export type { Secret } from './secrets.ts'
export { type ServiceKeys, serviceKeyAt, serviceKeysOf } from './service-keys.ts'
export { createSoftwareWallet } from './software-wallet.ts'
export {
  createUploadCredentials,
  type FileAnswer,
  type FileDescription,
  type UploadAnswer,
} from './storage-delegation.ts'
export { type SubmitOptions, submitData } from './submit.ts'
export {
  type FhirSubscription,
  listSubscriptions,
  replayEvents,
  type SubscriptionDelivery,
  type SubscriptionState,
  type SubscriptionTerms,
  subscribe,
  subscriptionDeliveries,
  subscriptionSecret,
  subscriptionState,
  unsubscribe,
} from './subscriptions.ts'
export type { TransferOptions } from './transfer.ts'
export {
  encryptAndUploadFile,
  type UploadedFile,
  type UploadOptions,
  uploadAndEncryptFile,
} from './uploads.ts'
export * as WelshareApi from './welshare-api.ts'

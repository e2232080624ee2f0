export { type CallDetails, callDetails } from './lib/attempts/call-details.ts'
export type { CallTrace } from './lib/attempts/trace-call.ts'
export { AffiliateClient, type Memberships } from './lib/client/affiliate-client.ts'
export { IdentifyClient, type IdentifyOutcome } from './lib/client/identify-client.ts'
export { InstallBridgeClient } from './lib/client/install-bridge-client.ts'
export { AffiliateError, type OperationName } from './lib/errors/affiliate-error.ts'
export type { ClientErrorCode, ServiceErrorCode } from './lib/errors/error-codes.ts'
export {
  isAbortedError,
  isAffiliateError,
  isAuthenticationError,
  isConfigurationError,
  isConflictError,
  isInvalidRequestError,
  isInvalidResponseError,
  isNetworkError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
  isServerError,
  isTermsRejectedError,
  isTimeoutError,
} from './lib/errors/error-guards.ts'
export {
  AbortedError,
  type AnyAffiliateError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  InvalidRequestError,
  InvalidResponseError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TermsRejectedError,
  TimeoutError,
} from './lib/errors/errors.ts'
export type { Issue } from './lib/errors/issue.ts'
export type { RateLimit } from './lib/errors/rate-limit.ts'
export { extra } from './lib/operations/extra.ts'
export type { RawRequest, RawRequestOptions } from './lib/operations/raw-request.ts'
export type { Explains, Read, Reads } from './lib/operations/reads.ts'
export type { Records } from './lib/operations/records.ts'
export type { RecordsList } from './lib/operations/records-list.ts'
export type { AttributionResponse, EvidenceReport, InstallEventReport } from './lib/records/attribution.ts'
export type {
  BackfillIdentification,
  ContactFields,
  Identification,
  Identifies,
  IdentifyResponse,
  InstallIdentification,
  UninstallIdentification,
} from './lib/records/identification.ts'
export type { Later } from './lib/records/later.ts'
export type { ListFilters, RecordsPage } from './lib/records/list-filters.ts'
export type * from './lib/records/list-types.ts'
export { addMoney, compareMoney, formatMoney, type Money, parseMoney } from './lib/records/money.ts'
export type * from './lib/records/record-types.ts'
export type { RedactShopResponse } from './lib/records/redact-shop-response.ts'
export type {
  SaleKind,
  SavedTermsRules,
  SaveTermsRequest,
  TermsRules,
  TermsVersion,
} from './lib/records/terms-rules.ts'
export type {
  ApiKeySource,
  AppInfo,
  CallOptions,
  ClientOptions,
  ExpectedIdentity,
  FurtherQuery,
  GetOptions,
  ListOptions,
  ListPageOptions,
  RequestHeaders,
  SaveTermsOptions,
} from './lib/settings/client-options.ts'
export type {
  AttemptEvent,
  DriftEvent,
  FailureEvent,
  Observer,
  ObserverEvent,
  SchemaVersionEvent,
  WaitEvent,
} from './lib/settings/observer.ts'
